// PushPhase: levels that walk the reverse side from lists, with counters: sparse levels and tiny ones.
//
// Works on the whole graph or on a residual (then names[i] is the vertex that i stands for, and closed is the
// residual's own). A level is two lists in `order`: what was won and what was lost at it. A step goes from
// level k to k + 1: the predecessors of the losses win, strictly before the last moves into the wins are
// counted down. Bytes a vertex: 1 counter (once needed) + 4 for each vertex decided here.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solve/adaptive/answer.hpp"
#include "solve/adaptive/counters.hpp"
#include "solve/adaptive/kernels.hpp"
#include "solve/adaptive/tuning.hpp"

namespace retrograph::adaptive {

/// What was decided at one level, as lists.
struct Level {
  std::uint64_t number = 0;
  std::span<const Id> won;
  std::span<const Id> lost;
  [[nodiscard]] std::uint64_t size() const noexcept { return won.size() + lost.size(); }
};

/// The parts that never change while an engine runs.
struct Setting {
  const Kernels& kernels;
  const Tuning& tuning;
  const SolveOptions& options;
};

class PushPhase {
 public:
  /// names is null for the whole graph. The counters may come later.
  PushPhase(const Setting& setting, Answer& answer, std::uint64_t vertices, const Side& reverse,
            Array<Word>& closed, const Id* names);

  [[nodiscard]] bool has_counters() const noexcept { return !counters_.empty(); }
  void set_counters(Counters counters) { counters_ = std::move(counters); }
  /// Room at the end of the list for `count` ids, to be confirmed by append().
  [[nodiscard]] Id* room() noexcept { return order_.data() + used_; }
  std::span<const Id> append(std::size_t count) noexcept {
    used_ += count;
    return {order_.data() + used_ - count, count};
  }

  /// The predecessors of a level's losses win: the wins of the next level.
  [[nodiscard]] std::span<const Id> win_step(std::span<const Id> lost, std::uint64_t next);
  /// The last moves into a level's wins are counted down: the losses of the next level.
  [[nodiscard]] std::span<const Id> lose_step(std::span<const Id> won, std::uint64_t next);
  /// One level of lists.
  [[nodiscard]] Level step(const Level& level);
  /// Tiny levels in a row, until one is larger or nothing is left.
  [[nodiscard]] Level tiny_steps(Level level);
  /// Vertices decided by the steps so far.
  [[nodiscard]] std::uint64_t decided() const noexcept { return decided_; }
  /// All levels from here on.
  void run(Level level);

 private:
  struct Buffer {
    Array<Id> entries;
    std::size_t size = 0;
    Id* room(std::size_t more);
  };

  [[nodiscard]] bool shared(std::span<const Id> list) const;
  void decide(std::span<const Id> list, std::uint64_t level, bool won);
  std::size_t close_zeros(Id* zeros, std::size_t count);
  void collect(std::span<const Id> list);
  template <class Apply>
  std::span<const Id> shared_step(std::span<const Id> list, std::uint64_t next, bool won, const Apply& apply);
  template <bool Won>
  std::size_t queue_step(Id v, Id* out);
  struct Chain {
    Id vertex;
    std::uint64_t level;
    bool won;
    bool ended;
  };
  void follow(Chain& chain);
  template <bool Named, class T>
  void follow_to(std::uint64_t stop, Word* win, T* plies, Chain& chain);

  const Setting& setting_;
  Answer& answer_;
  std::uint64_t vertices_;
  Side reverse_;
  Array<Word>& closed_;
  const Id* names_;
  Counters counters_;
  Array<Id> order_;
  std::size_t used_ = 0;
  par::WorkerLocal<Buffer> open_;  // of a shared step: targets found, by worker
  std::vector<Buffer> parts_;      // and vertices decided, by range of targets
  std::uint64_t decided_ = 0;
};

}  // namespace retrograph::adaptive
