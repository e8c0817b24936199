// Random boards that depend on their parameters and seed alone, on every machine.
//
// Police, thief and exits take distinct cells, uniformly, unless a piece is given its own; every other cell
// is a wall with the given chance, independently. The generator is SplitMix64 (Steele, Lea and Flood 2014)
// and the order of draws is fixed: pieces and exits first, then two cells a draw, row-major.
#pragma once

#include <cstdint>
#include <optional>

#include "retrograph/games/board.hpp"

namespace retrograph {

struct RandomBoard {
  std::uint32_t rows = 20;
  std::uint32_t cols = 20;
  double walls = 0.2;  // chance of a wall, 0 .. 1
  std::uint32_t exits = 1;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> police = std::nullopt;  // cells; absent: drawn
  std::optional<std::uint32_t> thief = std::nullopt;
};

/// Throws Error(usage) where the pieces and exits do not fit, or walls is not within 0 .. 1. Pieces that are
/// given the same cell stand on it together.
[[nodiscard]] Board random_board(const RandomBoard& parameters);

/// The same into a board that is used again, without allocating once it is large enough.
void random_board(const RandomBoard& parameters, Board& board);

}  // namespace retrograph
