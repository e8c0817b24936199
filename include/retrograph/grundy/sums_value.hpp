// SumValue: the value of a sum of games, and how values add.
//
// finite a + finite b        = a xor b
// infinite(A) + finite b     = infinite(A xor b), each member by itself
// infinite(A) + infinite(B)  is a draw whatever is added to it: infinite with the empty set stands for it
// A sum is lost for the player to move if its value is the finite 0, won if it is another finite value or
// infinite with 0 in its set, else drawn. (Smith 1966; Fraenkel and Perl 1975.) Plain data.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/grundy/graph_values.hpp"

namespace retrograph {

struct SumValue {
  bool infinite = false;
  std::uint64_t value = 0;         // the nim-value where finite, else 0
  std::vector<std::uint64_t> set;  // where infinite: ascending, no member twice

  [[nodiscard]] static SumValue finite(std::uint64_t value) { return {false, value, {}}; }
  [[nodiscard]] static SumValue of(const LoopyValue& value);
  friend bool operator==(const SumValue&, const SumValue&) = default;
};

[[nodiscard]] SumValue operator+(const SumValue& a, const SumValue& b);

/// win, lose or draw for the player to move.
[[nodiscard]] Value outcome_of(const SumValue& value) noexcept;

/// "*5", or "inf{0,2}"; "0" for the value 0.
[[nodiscard]] std::string text_of(const SumValue& value);

}  // namespace retrograph
