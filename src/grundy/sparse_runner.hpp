// SparseRunner: a sparse state that moves on, by kernels where one is fit, by single steps elsewhere.
//
// advance() hands every value on, in order, in blocks: packed common values from kernels, plain ones from
// steps. Kernels (few_plan.hpp, many_plan.hpp) are derived from the state at hand; when one meets a value or
// an exclusion outside its plan, steps take over for a while and the next plan starts from what is known.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/support/function_ref.hpp"

#include "grundy/few_run.hpp"
#include "grundy/many_plan.hpp"
#include "grundy/packing.hpp"
#include "grundy/sparse_state.hpp"

namespace retrograph {

/// Values of heaps first, first + 1, …: either `packed` (all of them common) or `plain`.
struct SparseBlock {
  std::uint64_t first = 0;
  std::span<const std::uint8_t> packed;
  std::span<const std::uint16_t> plain;
  const Packing* packing = nullptr;  // of `packed`
  [[nodiscard]] std::uint64_t size() const noexcept { return packed.size() + plain.size(); }
};
using BlockVisit = FunctionRef<void(const SparseBlock&)>;

class SparseRunner {
 public:
  explicit SparseRunner(SparseState state);
  SparseRunner(SparseRunner&&) noexcept;
  ~SparseRunner();

  /// The same knowledge, going on at window.at with the values of the window.
  [[nodiscard]] SparseRunner at(const CertificateWindow& window) const;

  void advance(std::uint64_t end, BlockVisit visit);
  /// The last `size` values before next(), as far as there are so many.
  [[nodiscard]] CertificateWindow window(std::uint64_t size) const;
  [[nodiscard]] const SparseState& state() const noexcept { return state_; }
  [[nodiscard]] SparseState& state() noexcept { return state_; }

 private:
  void step_to(std::uint64_t end, BlockVisit visit);
  /// By kernels, up to nearly `end` or to the first heap that they leave.
  void run_to(std::uint64_t end, BlockVisit visit);
  [[nodiscard]] bool ready();
  void renew_plan();
  void drop_plan();
  [[nodiscard]] const SparsePlan* plan() const noexcept;

  SparseState state_;
  std::vector<std::uint16_t> block_;
  std::shared_ptr<const few::Prepared> few_;
  std::shared_ptr<const many::Plan> many_;  // of the two plans at most one is there
  std::unique_ptr<SparseKernelRun> run_;    // stands at state_.next() where there is one
  unsigned width_ = 16;                     // bits of a word at least, after an overflow
  std::uint64_t tried_at_ = 0;              // where a plan was last made or refused
  std::uint64_t wait_ = 0;                  // heaps until the next
};

}  // namespace retrograph
