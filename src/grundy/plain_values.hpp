// PlainValues: nim-values by the definition, for the checker of certificates. Shares nothing with the
// engines.
//
// Codes with a digit of 8 or more take O(n^2) a heap, other splitting games O(n), subtraction sets O(digits).
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

class PlainValues {
 public:
  explicit PlainValues(const HeapGame& game) : game_(game) {}
  /// Computes G(0) .. G(count-1).
  void extend(std::uint64_t count);
  [[nodiscard]] const std::vector<std::uint32_t>& values() const noexcept { return g_; }

 private:
  void see(std::uint64_t value);
  void see_pairs(std::uint64_t total);
  void see_triples(std::uint64_t total);
  void see_options(std::uint64_t n);

  const HeapGame& game_;
  std::vector<std::uint32_t> g_;
  std::uint32_t largest_ = 0;
  std::vector<std::uint64_t> seen_;  // seen_[v] = n + 1: the heap n at hand has an option of value v
};

}  // namespace retrograph
