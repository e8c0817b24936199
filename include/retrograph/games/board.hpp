// Board: the field of a police-and-thief game, and the rules that can be chosen.
//
// Cells are numbered row-major over the whole board, cell = row * cols + col, 0-based. Free cells (plain or
// exit) are also numbered densely in the same order, 0 .. free_count-1; state spaces use those numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "retrograph/graph/types.hpp"

namespace retrograph {

enum class Cell : std::uint8_t { free, wall, exit };

enum class Side : std::uint8_t { police = 0, thief = 1 };

/// Rules of the game: policeman 8 directions or stay, thief 4 or stay, police first, unless chosen otherwise.
/// Same cell: police has won, whoever is to move. Thief on an exit and police elsewhere: thief has won.
struct PursuitRules {
  Side first = Side::police;
  bool police_diagonal = true;
  bool thief_diagonal = false;
  bool police_stay = true;
  bool thief_stay = true;
  bool exit_closed = false;  // police may not enter exits
  DeadEnd dead_end = DeadEnd::lose;
  friend bool operator==(const PursuitRules&, const PursuitRules&) = default;
};

struct Board {
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::vector<Cell> cells;   // rows * cols, row-major
  std::uint32_t police = 0;  // cell of P at the start
  std::uint32_t thief = 0;   // cell of T at the start

  [[nodiscard]] Cell at(std::uint32_t row, std::uint32_t col) const { return cells[row * cols + col]; }
  [[nodiscard]] std::uint32_t cell_count() const noexcept { return rows * cols; }
};

}  // namespace retrograph
