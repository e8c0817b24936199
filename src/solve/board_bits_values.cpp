// Values only: chaotic in-place updates, each thief cell visited for the window of its row whose inputs
// changed.
//
// The winning rows are swept forward over the board, `skew` sweeps at a time, each two board rows behind the
// one before, so that a row is visited again while it is in the cache. Groups of `skew` sweeps are claimed in
// order by the workers and follow each other at a distance at which no two touch the same rows; a group waits
// only for the group before it, which is already running or done, so that any number of workers, one
// included, gets through.
#include <algorithm>
#include <array>
#include <atomic>

#include "retrograph/support/parallel.hpp"

#include "board_bits_solve.hpp"
#include "board_bits_start.hpp"

namespace retrograph {

namespace {

// 100x100: 4 sweeps 24 ms, 1 sweep 34 ms; 256x256: 6 sweeps 3.2-3.8 s, 1 sweep 8.6 s (EPYC, Zen 5).
constexpr std::uint32_t skew = 4;
constexpr std::uint32_t skew_large = 6;
constexpr std::uint32_t large_rows = 200;

class Sweeper {
 public:
  Sweeper(const BitBoard& board, bool grow, std::uint64_t* x)
      : board_(board),
        b_(board.view()),
        kernels_(bits::kernels()),
        fixpoint_{grow, x, nullptr},
        pending_(b_.thieves, std::uint64_t{0}) {}

  [[nodiscard]] Array<std::uint64_t> scratch() const {
    return Array<std::uint64_t>(kernels_.scratch_words(b_));
  }
  void mark(std::uint32_t t, std::uint64_t window) {
    if (b_.police_fixed[t] == 0) pending_[t] |= window;
  }
  void mark_wakes(std::uint32_t t, std::uint64_t window) {
    for (std::uint32_t i = b_.wake_begin[t]; i < b_.wake_begin[t + 1]; ++i) mark(b_.wakes[i], window);
  }
  // Returns whether there was anything to do.
  bool visit(std::uint32_t t, std::uint64_t* scratch) {
    const std::uint64_t window = pending_[t];
    if (window == 0) return false;
    pending_[t] = 0;
    if (const std::uint64_t changed = kernels_.visit(b_, fixpoint_, t, window, scratch))
      mark_wakes(t, changed);
    return true;
  }
  bool visit_row(std::uint32_t row, std::uint64_t* scratch) {
    bool any = false;
    for (std::uint32_t t = board_.row_begin(row); t < board_.row_begin(row + 1); ++t)
      any |= visit(t, scratch);
    return any;
  }

 private:
  const BitBoard& board_;
  const bits::Board& b_;
  const bits::Kernels& kernels_;
  bits::Fixpoint fixpoint_;
  Array<std::uint64_t> pending_;
};

class Wavefront {
 public:
  Wavefront(const BitBoard& board, Sweeper& sweeper, const StopSource* stop)
      : sweeper_(sweeper), stop_(stop), rows_(board.rows()), skew_(rows_ < large_rows ? skew : skew_large) {}

  void run() {
    const auto workers =
        std::clamp(rows_ / (4 * skew_), 1U, std::min<std::uint32_t>(par::threads(), slots / 2));
    par::run_workers(workers, [&](unsigned) { work(); });
    if (stop_) stop_->throw_if_stopped();
  }

 private:
  static constexpr std::size_t slots = 64;
  static constexpr std::uint64_t steps_a_group = std::uint64_t{1} << 32;
  static constexpr unsigned spins_before_yield = 4096;

  void work() {
    Array<std::uint64_t> scratch = sweeper_.scratch();
    // Claims are relaxed: a claim publishes nothing. `done_` is relaxed as well: whoever sees it late runs a
    // group that finds nothing to do.
    while (!done_.load(std::memory_order_relaxed)) {
      const std::uint64_t group = next_.fetch_add(1, std::memory_order_relaxed);
      if (!run_group(group, scratch.data())) done_.store(true, std::memory_order_relaxed);
    }
  }

  // Returns false once nothing was pending in any of its sweeps, or on request.
  bool run_group(std::uint64_t group, std::uint64_t* scratch) {
    bool any = false;
    for (std::uint32_t step = 0; step < rows_ + 2 * (skew_ - 1); ++step) {
      wait_for(group, step);
      if (stop_ && stop_->stop_requested()) {
        any = false;
        break;
      }
      for (std::uint32_t q = 0; q < skew_; ++q)
        if (2 * q <= step && step - 2 * q < rows_) any |= sweeper_.visit_row(step - 2 * q, scratch);
      publish(group, step + 1);
    }
    publish(group, steps_a_group - 1);
    return any;
  }

  // Release: the group behind that acquires this in wait_for() sees the rows written so far.
  void publish(std::uint64_t group, std::uint64_t steps) {
    progress_[group % slots].value.store(group * steps_a_group + steps, std::memory_order_release);
  }
  void wait_for(std::uint64_t group, std::uint32_t step) const {
    if (group == 0) return;
    const std::uint64_t before = group - 1;
    const std::uint64_t needed =
        before * steps_a_group + std::min<std::uint64_t>(step + 2 * (skew_ - 1) + 3, steps_a_group - 1);
    const std::uint64_t last = before * steps_a_group + rows_ + 2 * (skew_ - 1);
    unsigned spins = 0;
    // Acquire: partner of the release in publish(). A slot that is used again holds a larger number.
    while (progress_[before % slots].value.load(std::memory_order_acquire) < std::min(needed, last))
      if (++spins > spins_before_yield) par::yield();
  }

  struct alignas(128) Slot {
    std::atomic<std::uint64_t> value{0};
  };

  Sweeper& sweeper_;
  const StopSource* stop_;
  std::uint32_t rows_;
  std::uint32_t skew_;
  std::array<Slot, slots> progress_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> done_{false};
};

void start_rows(const BitBoard& board, bool grow, Array<std::uint64_t>& x) {
  const bits::Board& b = board.view();
  // The summary of a large board brings its memory along: touching it anew costs as much as solving.
  if (x.size() != std::uint64_t{b.thieves} * b.words)
    x = Array<std::uint64_t>(std::uint64_t{b.thieves} * b.words);
  par::for_each(b.thieves, 16, [&](std::size_t t) {
    start_police_row(board, grow, static_cast<std::uint32_t>(t), x.data() + t * b.words);
  });
}

}  // namespace

void solve_wins(const BitBoard& board, Array<std::uint64_t>& wins, const BoardSolveOptions& options) {
  const bits::Board& b = board.view();
  if (board.small()) return solve_small_wins(board, wins);
  start_rows(board, true, wins);
  Sweeper sweeper(board, true, wins.data());
  for (std::uint32_t t = 0; t < b.thieves; ++t) {
    const std::uint64_t own = board.even_levels() ? board.window_of(b.point[t]) : board.full_window();
    sweeper.mark(t, own);
    sweeper.mark_wakes(t, own);
  }
  Wavefront(board, sweeper, options.stop).run();
}

void solve_holds(const BitBoard& board, Array<std::uint64_t>& holds, const BoardSolveOptions& options) {
  const bits::Board& b = board.view();
  if (board.small()) return solve_small_holds(board, holds);
  start_rows(board, false, holds);
  Sweeper sweeper(board, false, holds.data());
  std::vector<std::uint32_t> order = board.from_exits();
  if (!board.even_levels()) {
    // Dead ends begin anywhere.
    order.clear();
    for (std::uint32_t t = 0; t < b.thieves; ++t) order.push_back(t);
  }
  for (std::uint32_t t = 0; t < b.thieves; ++t) {
    if (!board.even_levels()) sweeper.mark(t, board.full_window());
    if (b.police_fixed[t] != 0) sweeper.mark_wakes(t, board.full_window());
  }
  Array<std::uint64_t> scratch = sweeper.scratch();
  for (bool any = true; any;) {
    any = false;
    if (options.stop) options.stop->throw_if_stopped();
    for (const std::uint32_t t : order) any |= sweeper.visit(t, scratch.data());
  }
}

bits::Counts count_rows(const BitBoard& board, const Array<std::uint64_t>& x) {
  const bits::Board& b = board.view();
  const bits::Kernels& kernels = bits::kernels();
  if (board.small()) return kernels.small.count(b, x.data());
  bits::Counts counts{};
  counts.police = par::reduce(
      b.thieves, 64, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        return kernels.count(x.data() + begin * b.words, (end - begin) * b.words);
      },
      std::plus<>());
  counts.thief = par::reduce(
      b.thieves, 64, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        Array<std::uint64_t> row(b.words);
        std::uint64_t total = 0;
        for (std::size_t t = begin; t < end; ++t) {
          kernels.thief_row(b, x.data(), static_cast<std::uint32_t>(t), row.data());
          total += kernels.count(row.data(), b.words);
        }
        return total;
      },
      std::plus<>());
  return counts;
}

}  // namespace retrograph
