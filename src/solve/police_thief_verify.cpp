#include "retrograph/solve/police_thief_verify.hpp"

#include <algorithm>
#include <mutex>

#include "retrograph/support/parallel.hpp"

#include "police_thief_near.hpp"

namespace retrograph {

namespace {

constexpr std::size_t failures_told = 8;

// What the rules give a state, from what the answer says of its children.
struct Label {
  Value value = Value::draw;
  std::uint32_t plies = RemotenessArray::none;
};

Label label_from_children(const NearRows& near, const PoliceThiefState& s, bool distances) {
  std::uint32_t count = 0, wins = 0, max_win = 0;
  std::uint32_t min_loss = RemotenessArray::none, min_tie = RemotenessArray::none;
  bool loss = false, tie = false;
  near.for_each_child(s, [&](std::uint64_t, Value value, std::uint32_t plies) {
    ++count;
    if (value == Value::lose) loss = true, min_loss = std::min(min_loss, plies);
    if (value == Value::win) ++wins, max_win = std::max(max_win, plies);
    if (value == Value::tie) tie = true, min_tie = std::min(min_tie, plies);
  });
  Label label;
  if (loss)
    label = {Value::win, 1 + min_loss};
  else if (wins == count)
    label = {Value::lose, 1 + max_win};
  else if (tie)
    label = {Value::tie, 1 + min_tie};
  if (!distances) label.plies = 0;
  return label;
}

Label label_of(const PoliceThief& space, const NearRows& near, const PoliceThiefState& s, bool distances) {
  const Value initial = space.initial(s);
  return initial == Value::none ? label_from_children(near, s, distances) : Label{initial, 0};
}

std::string told(std::uint32_t plies) {
  return plies == RemotenessArray::none ? "none" : std::to_string(plies);
}

class Checker {
 public:
  Checker(const PoliceThief& space, const BoardAnswer& answer) : space_(space), answer_(answer) {}

  BoardCheck run(const StopSource* stop, Progress* progress) {
    const std::uint32_t n = space_.free_count();
    if (progress) progress->start("verify", "states", space_.vertex_count());
    par::for_ranges(n, 1, [&](std::size_t begin, std::size_t end, unsigned) {
      for (std::size_t t = begin; t < end; ++t) {
        if (stop) stop->throw_if_stopped();
        check_thief(static_cast<std::uint32_t>(t));
        if (progress) progress->add(2ULL * n);
      }
    });
    if (!answer_.remoteness_row && check_.failed == 0)
      for (const std::uint64_t v : unfounded_states(space_, answer_, stop))
        wrong(space_.decode(v), "value", "decided", "no end that best play reaches");
    if (check_.failed == 0) check_summary();
    std::sort(failures_.begin(), failures_.end());
    for (auto& [vertex, text] : failures_)
      if (check_.failures.size() < failures_told) check_.failures.push_back(std::move(text));
    check_.checked = space_.vertex_count();
    return std::move(check_);
  }

 private:
  void check_thief(std::uint32_t thief) {
    const bool distances = answer_.remoteness_row.has_value();
    const NearRows near(space_, answer_, thief);
    OutcomeCounts counts;
    near.for_each_state([&](const PoliceThiefState& s) {
      const Label expected = label_of(space_, near, s, distances);
      if (near.value(s) != expected.value)
        return wrong(s, "value", name_of(near.value(s)), name_of(expected.value));
      if (distances && near.plies(s) != expected.plies)
        return wrong(s, "remoteness", told(near.plies(s)), told(expected.plies));
      count(counts, expected);
    });
    const std::lock_guard lock(guard_);
    counts_.win += counts.win;
    counts_.lose += counts.lose;
    counts_.tie += counts.tie;
    counts_.draw += counts.draw;
    counts_.max_remoteness = std::max(counts_.max_remoteness, counts.max_remoteness);
  }

  static void count(OutcomeCounts& counts, const Label& label) noexcept {
    if (label.value == Value::win)
      ++counts.win;
    else if (label.value == Value::lose)
      ++counts.lose;
    else if (label.value == Value::tie)
      ++counts.tie;
    else
      ++counts.draw;
    if (label.value != Value::draw) counts.max_remoteness = std::max(counts.max_remoteness, label.plies);
  }

  void wrong(const PoliceThiefState& s, std::string_view what, std::string_view found,
             std::string_view expected) {
    const std::uint32_t cols = space_.board().cols;
    const std::uint32_t p = space_.moves().cell_of(s.police);
    const std::uint32_t t = space_.moves().cell_of(s.thief);
    const std::uint64_t vertex = space_.encode(s);
    const std::lock_guard lock(guard_);
    ++check_.failed;
    if (failures_.size() >= 1000 * failures_told) return;
    failures_.emplace_back(
        vertex, fmt::format("vertex {} (police {},{}, thief {},{}, {} to move): {} is {}, the rules give {}",
                            vertex, p / cols, p % cols, t / cols, t % cols,
                            s.turn == Side::police ? "police" : "thief", what, found, expected));
  }

  void check_summary() {
    const auto same = [&](const char* what, std::uint64_t found, std::uint64_t expected) {
      if (found == expected) return;
      ++check_.failed;
      failures_.emplace_back(space_.vertex_count(),
                             fmt::format("summary: {} is {}, the states give {}", what, found, expected));
    };
    const OutcomeCounts& claimed = answer_.counts;
    same("win", claimed.win, counts_.win);
    same("lose", claimed.lose, counts_.lose);
    same("tie", claimed.tie, counts_.tie);
    same("draw", claimed.draw, counts_.draw);
    if (answer_.remoteness_row) same("max_remoteness", claimed.max_remoteness, counts_.max_remoteness);
  }

  const PoliceThief& space_;
  const BoardAnswer& answer_;
  std::mutex guard_;
  BoardCheck check_;
  OutcomeCounts counts_;
  std::vector<std::pair<std::uint64_t, std::string>> failures_;
};

}  // namespace

BoardCheck verify_board(const PoliceThief& space, const BoardAnswer& answer, const StopSource* stop,
                        Progress* progress) {
  return Checker(space, answer).run(stop, progress);
}

BoardCheck verify_board(const BoardResult& result) {
  const auto values = [&](Side turn, std::uint32_t thief, std::span<Value> row) {
    result.values_row(turn, thief, row);
  };
  const auto plies = [&](Side turn, std::uint32_t thief, std::span<std::uint32_t> row) {
    result.remoteness_row(turn, thief, row);
  };
  BoardAnswer answer{values, std::nullopt, result.counts()};
  if (result.store() == StoreLevel::full) answer.remoteness_row.emplace(plies);
  return verify_board(result.space(), answer);
}

}  // namespace retrograph
