// PeriodFinder: watches a sparse run for a repeated window, and proves the period that it finds.
//
// The theorem, its conditions and its proof are in sparse-window.md. While the run goes on, windows are kept
// at evenly spaced heaps (at most 512; the spacing doubles); they lead back to any heap within one spacing,
// so that the exact start is found by bisection without a second run, and they go into the certificate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/grundy/period.hpp"

#include "grundy/sparse_runner.hpp"
#include "grundy/window_search.hpp"

namespace retrograph {

class PeriodFinder {
 public:
  explicit PeriodFinder(const SparseRunner& runner) : runner_(runner) { restart(); }

  /// The rule has changed, with it the keys.
  void restart();
  /// Feeds the next block of the run; `runner` has moved past it. True once the period is proved.
  bool feed(const SparseBlock& block);
  /// To be called when the runner stands at the end of a block: keeps windows and moves the anchor.
  void at_block_end();

  [[nodiscard]] const std::optional<Period>& period() const noexcept { return period_; }
  [[nodiscard]] Certificate certificate() const;
  /// Fields for the state of a run (heap_state.hpp).
  template <class Archive>
  void pass(Archive& archive) {
    search_.pass(archive);
    archive(window_, kept_, spacing_, repeat_, anchor_);
    bool proved = period_.has_value();
    Period period = period_.value_or(Period{});
    archive(proved, period.length, period.start, period.saltus, period.proof);
    if constexpr (Archive::reads) {
      packing_ = Packing(runner_.state().rule());
      period_ = proved ? std::optional(period) : std::nullopt;
      if (spacing_ == 0) archive.wrong();
    }
  }

 private:
  class Stream;

  [[nodiscard]] CertificateWindow window_at(std::uint64_t heap, std::uint64_t size) const;
  [[nodiscard]] SparseRunner runner_before(std::uint64_t heap) const;
  [[nodiscard]] bool same_windows(std::uint64_t heap) const;
  [[nodiscard]] std::uint64_t find_start() const;
  [[nodiscard]] std::uint64_t scan_start(std::uint64_t from, std::uint64_t to) const;
  void resolve(std::uint64_t end);
  void keep_window();

  const SparseRunner& runner_;
  Packing packing_;
  WindowSearch search_;
  std::uint64_t window_ = 0;  // W when the anchor was set; the anchor is void once W grows
  std::vector<std::uint8_t> keys_;
  std::vector<CertificateWindow> kept_;
  std::uint64_t spacing_ = std::uint64_t{1} << 16;
  std::optional<std::uint64_t> repeat_;  // a repeated window ends before this heap
  std::uint64_t anchor_ = 0;
  std::optional<Period> period_;
};

}  // namespace retrograph
