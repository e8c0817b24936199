// Wavefront: sweeps over the rows of a board, many at a time, each two board rows behind the one before.
//
// visit(sweep, row, scratch) is called for every sweep 0, 1, 2, ... and in each for every row in order. It
// may touch what belongs to the rows row-2 .. row+1, and returns whether there was anything to do. Sweeps
// are done in groups of `skew`, so that a row is visited again while it is in the cache; groups are claimed
// in order by the workers and follow each other at a distance at which no two touch the same rows. A group
// waits only for the group before it, which is already running or done, so that any number of workers, one
// included, gets through. The end is a group without anything to do. A run with checkpoints also ends between
// two groups, at a request for one or for a stop, and can be taken up again there.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "retrograph/support/array.hpp"
#include "retrograph/support/function_ref.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/run_control.hpp"
#include "retrograph/support/spin.hpp"

namespace retrograph {

class Wavefront {
 public:
  using Visit = FunctionRef<bool(std::uint64_t sweep, std::uint32_t row, std::uint64_t* scratch)>;

  /// `groups` have been done by an earlier run.
  Wavefront(std::uint32_t rows, std::uint32_t skew, std::uint64_t scratch_words, const RunControl& control,
            std::uint64_t groups = 0)
      : rows_(rows),
        skew_(skew),
        steps_(rows + 2 * (skew - 1)),
        scratch_words_(scratch_words),
        control_(control),
        first_(groups),
        next_(groups) {}

  /// True at the end; false where a run with checkpoints is to write one and then call run() again. Without
  /// them throws Error(stopped) on request.
  bool run(Visit visit) {
    // A group needs some rows of its own, or workers only wait for each other.
    const auto workers =
        std::clamp<std::uint32_t>(rows_ / (4 * skew_), 1, std::min<std::uint32_t>(par::threads(), slots / 2));
    par::run_workers(workers, [&](unsigned) { work(visit); });
    control_.throw_if_stopped();
    return done_.load(std::memory_order_relaxed);
  }
  /// Groups done so far, while nothing runs.
  [[nodiscard]] std::uint64_t groups() const noexcept { return next_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t slots = 64;
  static constexpr unsigned group_bits = 32;

  void work(Visit visit) {
    try {
      Array<std::uint64_t> scratch(scratch_words_);
      // Both relaxed: a claim publishes nothing, and whoever sees `done_` late runs a group that finds
      // nothing.
      // Requests are looked at behind a group, so that every run gets further.
      while (!done_.load(std::memory_order_relaxed)) {
        const std::uint64_t group = next_.fetch_add(1, std::memory_order_relaxed);
        if (!run_group(group, visit, scratch.data())) done_.store(true, std::memory_order_relaxed);
        if (pauses()) break;
      }
    } catch (...) {
      // Relaxed: whoever waits for this worker's group must only see it at some time.
      failed_.store(true, std::memory_order_relaxed);
      done_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

  bool run_group(std::uint64_t group, Visit visit, std::uint64_t* scratch) {
    bool any = false;
    for (std::uint32_t step = 0; step < steps_; ++step) {
      if (!wait_for(group, step) || broken_off()) {
        any = false;
        break;
      }
      for (std::uint32_t q = 0; q < skew_; ++q)
        if (2 * q <= step && step - 2 * q < rows_) any |= visit(group * skew_ + q, step - 2 * q, scratch);
      publish(group, step + 1);
    }
    publish(group, steps_);
    return any;
  }

  [[nodiscard]] bool broken_off() const noexcept {
    return control_.checkpoint == nullptr && control_.stop != nullptr && control_.stop->stop_requested();
  }
  [[nodiscard]] bool pauses() const noexcept {
    return control_.checkpoint != nullptr && control_.checkpoint->wanted();
  }

  // Release: the group behind, which acquires this in wait_for(), sees all that was written before.
  void publish(std::uint64_t group, std::uint64_t steps) {
    progress_[group % slots].value.store((group << group_bits) + steps, std::memory_order_release);
  }
  // The last sweep of the group before must be three rows past the row that the first sweep of this one
  // begins. False if a worker has failed: its group will never get there.
  [[nodiscard]] bool wait_for(std::uint64_t group, std::uint32_t step) const {
    if (group == first_) return true;
    const std::uint64_t before = group - 1;
    const std::uint64_t needed = (before << group_bits) + std::min(step + 2 * (skew_ - 1) + 3, steps_);
    SpinWait wait;
    // Acquire: partner of the release in publish(). A slot that is in use again holds a larger number.
    while (progress_[before % slots].value.load(std::memory_order_acquire) < needed) {
      if (failed_.load(std::memory_order_relaxed)) return false;
      wait.once();
    }
    return true;
  }

  struct alignas(128) Slot {
    std::atomic<std::uint64_t> value{0};
  };

  std::uint32_t rows_, skew_, steps_;
  std::uint64_t scratch_words_;
  const RunControl& control_;
  std::uint64_t first_;
  std::array<Slot, slots> progress_;
  std::atomic<std::uint64_t> next_;
  std::atomic<bool> done_{false};
  std::atomic<bool> failed_{false};
};

}  // namespace retrograph
