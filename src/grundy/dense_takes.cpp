// Games that never split: every move leaves at most one heap.
//
// Codes and finite sets look at one value a removal. All-but sets use that a value taken by a heap below n -
// k (k the largest removal that is left out) is an option's value for n and every later heap: a set of values
// used up and the last k heaps decide the next value, in O(k) instead of O(n).
#include <algorithm>
#include <vector>

#include "grundy/dense_engine.hpp"
#include "grundy/table_run.hpp"

namespace retrograph {
namespace {

class FiniteTakes {
 public:
  explicit FiniteTakes(const HeapGame& game) : finish_(game.digits.size()) {
    for (std::uint32_t k = 1; k < game.digits.size(); ++k) {
      if ((game.digits[k] & 2) != 0) take_.push_back(k);
      finish_[k] = (game.digits[k] & 1) != 0;
    }
    seen_.resize(take_.size() + 2);
  }

  void extend(std::uint16_t* values, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t n = begin; n < end; ++n) {
      const std::uint64_t stamp = n + 1;
      if (n < finish_.size() && finish_[n]) seen_[0] = stamp;
      for (const std::uint32_t k : take_) {
        if (k >= n) break;
        seen_[values[n - k]] = stamp;
      }
      std::uint16_t value = 0;
      while (seen_[value] == stamp) ++value;
      values[n] = value;
    }
  }

 private:
  std::vector<bool> finish_;
  std::vector<std::uint32_t> take_;
  std::vector<std::uint64_t> seen_;  // values are at most the number of removals
};

class AllButTakes {
 public:
  explicit AllButTakes(const HeapGame& game)
      : excluded_(game.excluded), k_(game.excluded.empty() ? 0 : game.excluded.back()), left_out_(k_ + 1) {
    for (const std::uint32_t removal : excluded_) left_out_[removal] = true;
  }

  void adopt(const std::uint32_t* values, std::uint64_t end) {
    for (std::uint64_t n = k_ + 1; n < end; ++n) use(values[n - k_ - 1]);
  }

  void extend(std::uint32_t* values, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t n = begin; n < end; ++n) {
      if (n > k_) use(values[n - k_ - 1]);
      recent_.clear();
      for (std::uint64_t removal = 1; removal <= k_ && removal <= n; ++removal)
        if (!left_out_[removal]) recent_.push_back(values[n - removal]);
      std::sort(recent_.begin(), recent_.end());
      std::uint32_t value = least_;
      auto next = std::lower_bound(recent_.begin(), recent_.end(), value);
      while (true) {
        while (next != recent_.end() && *next < value) ++next;
        if ((next == recent_.end() || *next != value) && !used(value)) break;
        ++value;
      }
      values[n] = value;
    }
  }

 private:
  [[nodiscard]] bool used(std::uint32_t value) const noexcept { return value < used_.size() && used_[value]; }
  void use(std::uint32_t value) {
    if (value >= used_.size()) used_.resize(2 * std::size_t{value} + 64);
    used_[value] = true;
    while (used(least_)) ++least_;
  }

  const std::vector<std::uint32_t>& excluded_;
  std::uint32_t k_;
  std::vector<bool> left_out_;
  std::vector<bool> used_;  // by heaps below n - k
  std::uint32_t least_ = 0;
  std::vector<std::uint32_t> recent_;
};

}  // namespace

HeapRun run_takes(const HeapGame& game, const HeapOptions& options) {
  if (game.kind == HeapGame::Kind::all_but) {
    AllButTakes engine(game);
    return run_table<std::uint32_t>(
        game, options, "dense", [&](auto... args) { engine.extend(args...); },
        [&](auto... args) { engine.adopt(args...); });
  }
  FiniteTakes engine(game);
  // What decides the next value is in the table itself.
  return run_table<std::uint16_t>(
      game, options, "dense", [&](auto... args) { engine.extend(args...); },
      [](const std::uint16_t*, std::uint64_t) {});
}

}  // namespace retrograph
