// The two fixpoints of a board in bit rows: chaotic (values only) and by strict levels (distances).
//
//   police wins           least fixpoint: rows grow from the thief's own cell
//   police does not lose  greatest fixpoint: rows shrink from all free cells
//
// Any order of updates reaches the same fixpoints, so values need no levels; distances do.
#pragma once

#include <cstdint>

#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/array.hpp"

#include "board_bits.hpp"
#include "board_bits_state.hpp"

namespace retrograph {

/// Rows of both fixpoints for the police to move, one row a thief cell of the BitBoard.
struct BitRows {
  Array<std::uint64_t> wins;
  Array<std::uint64_t> holds;
};

/// Levels of every state with the police to move, as bit planes. A level is the number of plies, or for
/// boards with even_levels() half of it: ply 2k - 1 of a win and ply 2k of a loss are level k.
struct BitLevels {
  std::vector<Array<std::uint64_t>> storage;
  bits::Planes planes{};
  unsigned used = 0;
  std::uint32_t max_remoteness = 0;  // over both turns
};

/// Of the two fixpoints the first is to be left out where state.holding says that it is done.
void solve_wins(const BitBoard& board, Array<std::uint64_t>& wins, BitState& state);
void solve_holds(const BitBoard& board, Array<std::uint64_t>& holds, BitState& state);
/// Both.
void solve_levels(const BitBoard& board, BitRows& rows, BitLevels& levels, BitState& state);

/// The same for board.small() alone.
void solve_small_wins(const BitBoard& board, Array<std::uint64_t>& wins);
void solve_small_holds(const BitBoard& board, Array<std::uint64_t>& holds);
void solve_small_levels(const BitBoard& board, BitRows& rows, BitLevels& levels);

/// How many bits of x are set, and of the thief-turn rows that follow from it.
[[nodiscard]] bits::Counts count_rows(const BitBoard& board, const Array<std::uint64_t>& x);

}  // namespace retrograph
