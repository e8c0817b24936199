#include "grundy/few_ticks.hpp"

#include <algorithm>
#include <queue>

namespace retrograph::few {
namespace {

constexpr std::uint64_t most_part = 1000;
constexpr std::size_t samples_wanted = 32768;
constexpr std::size_t most_ticks = 160;
constexpr std::uint32_t guess_stride = 63;  // odd: both parities
constexpr std::uint64_t samples_span = std::uint64_t{1} << 20;
// A walk costs some 1000 cycles, a load of 32 bytes half a cycle: a part is taken while it saves more.
constexpr double walk_cost_in_loads = 2000;

// The rare values that sampled heaps have still to reach, as bit sets of packed values.
class Samples {
 public:
  Samples(const SparseState& state, const Packing& packing) : splits_(state.splits()) {
    const HeapHistory& history = state.history();
    const std::uint64_t next = state.next();
    const std::uint64_t reach = most_part + state.game().last_digit() + 1;
    first_ = std::max({next / 4, history.known_from(), next - std::min(next, samples_span)});
    const std::uint64_t from = std::max(first_ + reach, 2 * state.window());
    if (from >= next) return;
    packed_.resize(next - first_);
    for (std::uint64_t n = first_; n < next; ++n)
      packed_[n - first_] =
          state.rule().rare(n, history[n]) ? rare_mark : static_cast<std::uint8_t>(packing.pack(history[n]));
    // A fixed odd stride, so that both parities come.
    const std::uint64_t stride = std::max<std::uint64_t>(1, (next - from) / samples_wanted) | 1U;
    for (std::uint64_t n = from; n < next; n += stride) {
      heaps_.push_back(n - first_);
      missing_.push_back(needed(state.rule(), packing, n, history[n]));
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return heaps_.size(); }

  /// How many heaps the part helps, counted on every `stride`-th.
  [[nodiscard]] std::uint32_t gain(std::uint64_t part, std::uint32_t packed, std::size_t stride = 1) const {
    std::uint32_t gain = 0;
    for (std::size_t i = 0; i < heaps_.size(); i += stride)
      gain += (missing_[i] & ticked(heaps_[i], part, packed)) != 0;
    return gain;
  }
  void take(std::uint64_t part, std::uint32_t packed) {
    reach([&](std::uint64_t heap) { return ticked(heap, part, packed); });
  }
  void take_move(std::uint32_t k) {
    reach([&](std::uint64_t heap) { return one_hot(heap - k, 0); });
  }

 private:
  // Heaps that have reached all go: what is left to count shrinks with every part.
  template <class Bits>
  void reach(Bits&& bits) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < heaps_.size(); ++i) {
      const std::uint64_t missing = missing_[i] & ~bits(heaps_[i]);
      heaps_[kept] = heaps_[i];
      missing_[kept] = missing;
      kept += missing != 0;
    }
    heaps_.resize(kept);
    missing_.resize(kept);
  }

  static constexpr std::uint8_t rare_mark = 0x80;

  [[nodiscard]] std::uint64_t one_hot(std::uint64_t i, std::uint32_t packed) const {
    const std::uint8_t other = packed_[i];
    return std::uint64_t{other != rare_mark} << ((other ^ packed) & 63U);
  }
  [[nodiscard]] std::uint64_t ticked(std::uint64_t i, std::uint64_t part, std::uint32_t packed) const {
    std::uint64_t bits = 0;
    for (const std::uint32_t k : splits_) bits |= one_hot(i - k - part, packed);
    return bits;
  }
  static std::uint64_t needed(const SparseRule& rule, const Packing& packing, std::uint64_t n,
                              std::uint32_t value) {
    std::uint64_t bits = 0;
    for (std::uint32_t v = 0; v < value; ++v)
      if (rule.rare(n, v)) bits |= std::uint64_t{1} << (packing.pack(v) & 63U);
    return bits;
  }

  const std::vector<std::uint32_t>& splits_;
  std::uint64_t first_ = 0;
  std::vector<std::uint8_t> packed_;
  std::vector<std::uint64_t> heaps_;  // counted from first_
  std::vector<std::uint64_t> missing_;
};

struct Offer {
  std::uint32_t gain = 0;
  std::uint32_t part = 0;
  friend bool operator<(const Offer& a, const Offer& b) {
    return std::pair(a.gain, b.part) < std::pair(b.gain, a.part);
  }
};

}  // namespace

std::vector<Tick> choose_ticks(const SparseState& state, const Packing& packing, unsigned width) {
  std::vector<Tick> ticks;
  Samples samples(state, packing);
  const auto all = static_cast<double>(samples.size());
  if (state.rule().position)
    for (const std::uint32_t k : state.takes())
      if (k % 2 != 0) {
        ticks.push_back({0, k, 0});
        samples.take_move(k);
      }
  const std::uint32_t least_split = state.splits().front();
  const HeapHistory& history = state.history();
  const auto packed = [&](std::uint32_t part) { return packing.pack(history[part]); };
  std::priority_queue<Offer> offers;
  const std::uint64_t last = std::min(most_part, state.depth());
  // First guesses from a few samples, on the high side.
  for (std::uint32_t part = 1; part <= last; ++part)
    if (!state.rule().rare(part, history[part]))
      offers.push({guess_stride * (samples.gain(part, packed(part), guess_stride) + 1), part});
  const double least_gain = all * width / 256 / walk_cost_in_loads;
  while (!offers.empty() && ticks.size() < most_ticks) {
    Offer best = offers.top();
    offers.pop();
    // Gains only shrink: an offer that is still the best with its true gain is the best, or nearly so.
    best.gain = samples.gain(best.part, packed(best.part));
    if (!offers.empty() && best < offers.top()) {
      offers.push(best);
      continue;
    }
    if (best.gain <= least_gain) break;
    ticks.push_back({best.part, least_split + best.part, packed(best.part)});
    samples.take(best.part, packed(best.part));
  }
  return ticks;
}

}  // namespace retrograph::few
