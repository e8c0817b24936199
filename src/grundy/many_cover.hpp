// Greedy choice of bit rows that cover what sampled heaps still need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grundy/many_plan.hpp"

namespace retrograph::many {

/// Known heaps first .. first + packed.size() - 1 as bit rows, and stretches of 64 of them, evenly spaced.
class Samples {
 public:
  /// Some `stretches` that leave `reach` known heaps before them. `packed`: one byte a heap.
  Samples(std::uint64_t first, std::vector<std::uint8_t> packed, std::uint64_t reach,
          std::uint64_t stretches);

  [[nodiscard]] std::size_t stretches() const noexcept { return starts_.size(); }
  [[nodiscard]] std::uint64_t heap(std::size_t stretch) const noexcept { return first_ + starts_[stretch]; }
  [[nodiscard]] std::uint8_t packed(std::size_t stretch, unsigned i) const noexcept {
    return packed_[starts_[stretch] + i];
  }
  /// How often each packed value occurs.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }

  /// Pairs from `offers` that cover most of `open` (64 heaps a stretch) when packed value c is asked for,
  /// best first, until a 200th of it is left or `most` are taken.
  [[nodiscard]] std::vector<Pair> cover(std::uint32_t c, std::vector<std::uint64_t> open,
                                        std::span<const Pair> offers, std::size_t most) const;

 private:
  [[nodiscard]] const std::uint64_t* row(std::uint32_t packed) const noexcept {
    return &rows_[packed * words_];
  }

  std::uint64_t first_;
  std::vector<std::uint8_t> packed_;
  std::uint64_t words_;  // of a row
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace retrograph::many
