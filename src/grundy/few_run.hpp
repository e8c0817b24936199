// A few-rare plan at work: chunks of 1024 heaps, each with its exclusion, from packed values of the past.
//
// Not safe against concurrent calls. Memory: some 0.2 to 2 MB.
#pragma once

#include <cstdint>
#include <memory>

#include "retrograph/support/array.hpp"

#include "grundy/few_kernels.hpp"
#include "grundy/few_plan.hpp"
#include "grundy/sparse_plan.hpp"

namespace retrograph::few {

/// A plan with its tables, shared by all runs of one game.
struct Prepared {
  std::shared_ptr<const Plan> plan;
  Tables tables;
  explicit Prepared(std::shared_ptr<const Plan> p) : plan(std::move(p)), tables(tables_of(*plan)) {}
};

class Run final : public SparseKernelRun {
 public:
  /// Starts at state.next(), a multiple of `chunk`; the history at hand covers plan.history.
  Run(std::shared_ptr<const Prepared> prepared, const SparseState& state, SimdLevel level);

  [[nodiscard]] Size size() const noexcept override { return {chunk, chunk}; }
  [[nodiscard]] SparseResult next(const SparseState& state, std::uint64_t heaps) override;
  [[nodiscard]] const Plan& plan() const noexcept { return *prepared_->plan; }

 private:
  [[nodiscard]] std::byte* word_at(std::uint64_t place) noexcept { return words_.data() + place * bytes_; }
  [[nodiscard]] std::uint64_t word(std::uint64_t place) const noexcept;
  void set_word(std::uint64_t place, std::uint64_t value) noexcept;
  void look_ahead();
  void move_down();
  [[nodiscard]] bool walk(std::uint64_t place, std::uint64_t missing, SparseResult& result) const;

  std::shared_ptr<const Prepared> prepared_;
  Kernels kernels_;
  std::uint64_t bytes_;      // of a word
  std::uint64_t keep_;       // words that stay when the buffer is moved down
  std::uint64_t past_;       // packed bytes that stay
  std::uint64_t known_ = 0;  // packed bytes at hand before byte_end_
  std::uint64_t end_;        // place behind the last word
  std::uint64_t byte_end_;
  Array<std::byte> words_;  // words, then unions
  Array<std::uint8_t> packed_;
  Array<std::byte> missing_;
  Ahead ahead_;
};

}  // namespace retrograph::few
