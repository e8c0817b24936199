// Cousins: codes whose sequences of nim-values differ by a shift (Winning Ways, chapter 4).
//
// Where a heap of 1 has no move (d1 even), every heap of the code is a heap of another code with one counter
// less: a part of 1 is an empty heap there. With n = m + 1, the new digit e_k allows
//   nothing left      if d_(k+1) allows it, or d_k one heap, or d_(k-1) two (both of size 1)
//   one heap left     if d_k allows it, or d_(k-1) two (one of them of size 1)
//   two heaps left    if d_(k-1) allows it
// The step is repeated until a heap of 1 has a move: 0.4 -> 0.07 -> 0.137, 0.454 -> 0.1777, 0.007 -> 0.0137
// -> 0.11337. Codes that end at the same one are equivalent.
#pragma once

#include <cstdint>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

struct HeapCousin {
  HeapGame game;
  std::uint32_t shift = 0;  // heap n of the code asked for is heap n - shift of `game`; 0 below
};

/// The last cousin; the game itself, with shift 0, if it is no octal code or a heap of 1 has a move.
[[nodiscard]] HeapCousin last_cousin(const HeapGame& game);

}  // namespace retrograph
