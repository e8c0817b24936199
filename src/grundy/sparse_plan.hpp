// What all kernels of sparse games share: the facts a plan was made from, and a run of a plan.
#pragma once

#include <cstdint>
#include <span>

#include "grundy/packing.hpp"
#include "grundy/sparse_state.hpp"

namespace retrograph {

/// A plan holds for a state with this rule and so many rare heaps.
struct SparsePlan {
  SparseRule rule;
  Packing packing;
  std::size_t rares = 0;
  std::uint64_t made_at = 0;  // the heap it was made at
};

/// Packed values of heaps that are common and whose exclusion was found. `whole` is false if the heap behind
/// them is not so; the run is at its end then. `overflow`: its value has no place in the plan.
struct SparseResult {
  std::span<const std::uint8_t> packed;
  std::uint64_t depth = 0;  // the largest part that a walk needed
  bool whole = true;
  bool overflow = false;
};

/// Kernels at work from heap state.next() on. Not safe against concurrent calls.
class SparseKernelRun {
 public:
  SparseKernelRun() = default;
  SparseKernelRun(const SparseKernelRun&) = delete;
  SparseKernelRun& operator=(const SparseKernelRun&) = delete;
  virtual ~SparseKernelRun() = default;

  /// Heaps of one call: multiples of `unit` up to `most`.
  struct Size {
    std::uint64_t unit = 1;
    std::uint64_t most = 1;
  };
  [[nodiscard]] virtual Size size() const noexcept = 0;
  /// The next values. `state` has been given all values so far.
  [[nodiscard]] virtual SparseResult next(const SparseState& state, std::uint64_t heaps) = 0;
};

}  // namespace retrograph
