// Where the two fixpoints of a board begin.
#pragma once

#include <algorithm>

#include "board_bits.hpp"

namespace retrograph {

/// Rows before any step, for thief cell t and the police to move (`x`) or the thief to move.
inline void start_police_row(const BitBoard& board, bool grow, std::uint32_t t, std::uint64_t* x) {
  const bits::Board& b = board.view();
  const bool single = grow || b.police_fixed[t] != 0;
  for (std::uint32_t w = 0; w < b.words; ++w) {
    if (single)
      x[w] = b.police_fixed[t] != 0 ? 0 : b.extra[w];
    else
      x[w] = b.free[w] & ~board.stuck()[w];
  }
  x[b.point[t] / 64] |= std::uint64_t{1} << (b.point[t] % 64);
}

inline void start_thief_row(const BitBoard& board, bool grow, std::uint32_t t, std::uint64_t* y) {
  const bits::Board& b = board.view();
  const bool all = b.thief_full[t] != 0 || (!grow && b.thief_fixed[t] == 0);
  for (std::uint32_t w = 0; w < b.words; ++w) y[w] = all ? b.free[w] : 0;
  y[b.point[t] / 64] |= std::uint64_t{1} << (b.point[t] % 64);
}

}  // namespace retrograph
