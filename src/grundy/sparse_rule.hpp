// The rule that splits nim-values in rare and common ones, and its choice.
//
// class(n, v) = parity of the ones of v & mask, plus n if position parity is used, mod 2. A heap n is rare if
// class(n, G(n)) = rare_class; a value v is rare *at n* if class(n, v) = rare_class. If all splitting moves
// remove numbers of one parity (without position parity: always) and rare_class is 1 exactly where that
// parity is odd and position is used, then a split in two common or two rare heaps has a value that is rare
// at n, a split in a rare and a common heap one that is common at n.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

struct SparseRule {
  std::uint32_t mask = 0;
  bool position = false;
  unsigned rare_class = 0;

  [[nodiscard]] bool rare(std::uint64_t n, std::uint32_t value) const noexcept {
    const auto ones = static_cast<std::uint64_t>(std::popcount(value & mask));
    return ((ones + (position ? n : 0)) & 1) == rare_class;
  }
  friend bool operator==(const SparseRule&, const SparseRule&) = default;
};

struct RuleChoice {
  SparseRule rule;
  std::uint64_t rares = 0;  // among the values given
};

/// The rule with the fewest rare heaps among 0 .. values.size()-1: Walsh-Hadamard transforms of the
/// histograms over even and odd heaps, least counts over all masks; the smallest mask on ties, without
/// position before with.
[[nodiscard]] RuleChoice choose_rule(const HeapGame& game, std::span<const std::uint16_t> values);

/// True if position parity can be used: all splitting digits remove numbers of one parity.
[[nodiscard]] bool position_allowed(const HeapGame& game) noexcept;

}  // namespace retrograph
