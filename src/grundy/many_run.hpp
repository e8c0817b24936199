// A many-rare plan at work: blocks of up to 960 heaps, each with its exclusion, from values of the past.
//
// Cost per heap: some 1000 cycles for the 1584 rare heaps of 0.6, 500 for Grundy's game. Memory: 256 rows of
// a bit a heap, 5 MB. Not safe against concurrent calls.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "retrograph/support/array.hpp"

#include "grundy/many_kernels.hpp"
#include "grundy/many_plan.hpp"

namespace retrograph::many {

class Run final : public SparseKernelRun {
 public:
  /// Starts at state.next().
  Run(std::shared_ptr<const Plan> plan, const SparseState& state, SimdLevel level);
  /// True if the state has the values that a run needs.
  [[nodiscard]] static bool can_start(const Plan& plan, const SparseState& state);

  [[nodiscard]] Size size() const noexcept override { return {sub_block, block}; }
  [[nodiscard]] SparseResult next(const SparseState& state, std::uint64_t heaps) override;
  [[nodiscard]] const Plan& plan() const noexcept { return *plan_; }

 private:
  void move_down();
  void push_row_bits(std::uint64_t from, std::uint64_t heaps);
  void fill_queues(std::uint64_t heaps);
  /// Values of a sub-block; how many were found.
  [[nodiscard]] std::uint64_t resolve(const SparseState& state, std::uint64_t first);
  [[nodiscard]] std::uint32_t single(const SparseState& state, std::uint64_t heap) const;
  /// Calls visit(packed value) for every split of the heap with a late rare part.
  template <class Visit>
  void for_each_late(const SparseState& state, std::uint64_t heap, Visit&& visit) const;
  /// True if the heap cannot have the candidate for its near pairs and late rare parts.
  [[nodiscard]] bool forbidden(const SparseState& state, std::uint64_t heap, std::uint8_t candidate) const;
  /// How many of the heaps are common for certain.
  [[nodiscard]] std::uint64_t exclude(const SparseState& state, std::uint64_t heaps, SparseResult& result);
  /// The least common part whose split reaches the rare value with packed form `missing`, or 0.
  [[nodiscard]] std::uint64_t walk(const SparseState& state, std::uint64_t heap, std::uint32_t missing) const;
  [[nodiscard]] std::uint8_t* at(std::uint64_t place) noexcept { return packed_.data() + place; }

  std::shared_ptr<const Plan> plan_;
  Kernels kernels_;
  NearPairs near_;
  std::uint64_t next_;   // heap
  std::uint64_t end_;    // its place in the window, a multiple of sub_block
  std::uint64_t known_;  // heaps at hand before it
  Array<std::uint8_t> packed_;
  Array<std::uint8_t> rows_;
  Queues queues_;
  Lanes lanes_;
};

}  // namespace retrograph::many
