// SparseState: what the sparse engine knows between two heaps, and the step that works for every game.
//
// Step for heap n (Winning Ways, chapter 4; Gangolli and Plambeck 1989). Marks: G(n - k - r) ^ G(r) for all
// rare r and splitting digits k, and the one-heap moves; that is every option whose value is common at n. c =
// least unmarked common value. Exclusion: every rare value below c must be the value of a split; walk a = 1,
// 2, 3, … until none is missing, then G(n) = c; if the walk ends first, the least missing value is G(n) and n
// is rare. `depth` is the largest a at which a walk ended well. Cost: rares * digits marks and the walk, some
// 0.1 to 3 microseconds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/grundy/certificate.hpp"

#include "grundy/heap_history.hpp"
#include "grundy/sparse_rule.hpp"

namespace retrograph {

class SparseState {
 public:
  SparseState(const HeapGame& game, std::uint64_t history_limit);

  /// Takes heaps 0 .. values.size() - 1 as known; only while nothing was pushed.
  void load(std::span<const std::uint16_t> values);
  /// Chooses the rule anew from the values at hand, all of them; true if it changed. Rares and depth are then
  /// those of the new rule.
  bool choose();
  /// Sets the rule, and its rares and depth from the values at hand, all of them.
  void use(const SparseRule& rule);
  /// Goes on at heap `next` with the values before it; rares, rule, depth and head stay.
  void jump(std::uint64_t next, std::span<const std::uint16_t> window) { history_.jump(next, window); }

  /// Computes and pushes G(next()). Throws Error(resource) if an exclusion was not found in the history kept.
  void step();
  /// Pushes a value that a kernel computed; common at its heap, its exclusion found at or below the depth.
  void push_common(std::uint16_t value) {
    if (value > largest_) largest_ = value;
    history_.push(value);
  }
  /// The same for many.
  void append_common(std::span<const std::uint16_t> values);
  void raise_depth(std::uint64_t a) noexcept { depth_ = a > depth_ ? a : depth_; }

  [[nodiscard]] std::uint64_t next() const noexcept { return history_.size(); }
  [[nodiscard]] const HeapHistory& history() const noexcept { return history_; }
  [[nodiscard]] const SparseRule& rule() const noexcept { return rule_; }
  [[nodiscard]] const std::vector<RareHeap>& rares() const noexcept { return rares_; }
  [[nodiscard]] std::uint64_t last_rare() const noexcept { return rares_.empty() ? 0 : rares_.back().heap; }
  [[nodiscard]] std::uint64_t depth() const noexcept { return depth_; }
  [[nodiscard]] std::uint32_t largest() const noexcept { return largest_; }
  [[nodiscard]] const HeapGame& game() const noexcept { return game_; }
  [[nodiscard]] const std::vector<std::uint32_t>& splits() const noexcept { return split_; }
  [[nodiscard]] const std::vector<std::uint32_t>& takes() const noexcept { return take_; }

  /// W of the sparse window: all that decides the next value lies in the head and in so many last values.
  [[nodiscard]] std::uint64_t window() const noexcept;

  /// The value of a heap that heap n depends on. Throws Error(resource) where the history does not have it.
  [[nodiscard]] std::uint16_t value_for(std::uint64_t n, std::uint64_t heap) const;
  /// The least part from `from` on whose split of heap n has the value, or 0; `cut` if the history ended
  /// before the parts did. n may lie beyond next(), by less than `from`.
  struct Search {
    std::uint64_t part = 0;
    bool cut = false;
  };
  [[nodiscard]] Search first_part(std::uint64_t n, std::uint32_t value, std::uint64_t from) const;

  /// Fields for the state of a run (heap_state.hpp).
  template <class Archive>
  void pass(Archive& archive) {
    archive(rule_.mask, rule_.position, rule_.rare_class, rares_, depth_, largest_);
    history_.pass(archive);
  }

 private:
  void push(std::uint16_t value);
  void mark_common(std::uint64_t n);
  [[nodiscard]] std::uint32_t exclude(std::uint64_t n, std::uint32_t candidate);
  void see(std::uint64_t n, std::uint32_t value) noexcept { seen_[value] = n + 1; }
  [[nodiscard]] bool seen(std::uint64_t n, std::uint32_t value) const noexcept {
    return seen_[value] == n + 1;
  }

  HeapGame game_;
  bool grundy_;
  std::vector<std::uint32_t> split_;
  std::vector<std::uint32_t> take_;
  std::vector<std::uint32_t> finish_;
  SparseRule rule_;
  std::vector<RareHeap> rares_;
  std::uint64_t depth_ = 0;
  std::uint32_t largest_ = 0;
  HeapHistory history_;
  std::vector<std::uint64_t> seen_;
};

}  // namespace retrograph
