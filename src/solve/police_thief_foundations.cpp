#include "police_thief_near.hpp"

namespace retrograph {

namespace {

// A state is founded if the game is over there, or its value follows from founded children alone. Thief cells
// are visited again while something near them changes.
class Foundations {
 public:
  Foundations(const PoliceThief& space, const BoardAnswer& answer)
      : space_(space), answer_(answer), founded_((space.vertex_count() + 63) / 64, 0) {}

  void build(const StopSource* stop) {
    std::vector<std::uint8_t> due(space_.free_count(), 1);
    for (bool any = true; any;) {
      any = false;
      for (std::uint32_t t = 0; t < space_.free_count(); ++t) {
        if (due[t] == 0) continue;
        if (stop) stop->throw_if_stopped();
        due[t] = 0;
        if (!grow(t)) continue;
        any = true;
        for (const std::uint32_t u : space_.moves().steps_into(Side::thief, t)) due[u] = 1;
      }
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> missing() const {
    std::vector<std::uint64_t> list;
    for (std::uint32_t t = 0; t < space_.free_count(); ++t) {
      const NearRows near(space_, answer_, t);
      near.for_each_state([&](const PoliceThiefState& s) {
        if (near.value(s) != Value::draw && !founded(space_.encode(s))) list.push_back(space_.encode(s));
      });
    }
    std::sort(list.begin(), list.end());
    return list;
  }

 private:
  [[nodiscard]] bool founded(std::uint64_t v) const { return (founded_[v / 64] >> (v % 64) & 1) != 0; }

  // Thief turns first: what they gain serves the police turns of the same thief cell, and the pass is
  // repeated until the two no longer help each other.
  bool grow(std::uint32_t thief) {
    const NearRows near(space_, answer_, thief);
    bool ever = false;
    for (bool any = true; any;) {
      any = false;
      near.for_each_state([&](const PoliceThiefState& s) {
        const std::uint64_t v = space_.encode(s);
        if (near.value(s) == Value::draw || founded(v) || !rests_on_founded(near, s)) return;
        founded_[v / 64] |= std::uint64_t{1} << (v % 64);
        any = true;
      });
      ever |= any;
    }
    return ever;
  }

  [[nodiscard]] bool rests_on_founded(const NearRows& near, const PoliceThiefState& s) const {
    if (space_.initial(s) != Value::none) return true;
    const Value value = near.value(s);
    bool some = false;
    bool all = true;
    near.for_each_child(s, [&](std::uint64_t u, Value child, std::uint32_t) {
      const bool support = child == opposite(value) && founded(u);
      some |= support;
      all &= support;
    });
    return value == Value::lose ? all : some;
  }

  const PoliceThief& space_;
  const BoardAnswer& answer_;
  std::vector<std::uint64_t> founded_;
};

}  // namespace

std::vector<std::uint64_t> unfounded_states(const PoliceThief& space, const BoardAnswer& answer,
                                            const StopSource* stop) {
  Foundations foundations(space, answer);
  foundations.build(stop);
  return foundations.missing();
}

}  // namespace retrograph
