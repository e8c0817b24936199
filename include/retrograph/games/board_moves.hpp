// BoardMoves: the free cells of a board under dense numbers, and the steps that the rules give each side.
//
// Free cells (plain or exit) are numbered 0 .. count()-1 in row-major order. steps(side, c) lists the cells
// that a piece of that side on c can move to, ascending, c itself included where staying is allowed;
// steps_into(side, c) lists the cells from which it can move to c. The other piece and the end of the game
// are not looked at here. A closed exit can be left by the police but not entered; staying is not entering.
// Memory: at most 4 x (4 + 9 x 4) bytes a free cell. Reading is safe from any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "retrograph/games/board.hpp"

namespace retrograph {

/// Dense number of a wall.
inline constexpr std::uint32_t no_cell = std::numeric_limits<std::uint32_t>::max();

class BoardMoves {
 public:
  /// Throws Error(malformed) unless the board has rows * cols cells, fewer than 2^31.
  BoardMoves(const Board& board, const PursuitRules& rules);

  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(cell_of_.size()); }
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t c) const noexcept { return cell_of_[c]; }
  /// Dense number of a cell of the board, no_cell for a wall.
  [[nodiscard]] std::uint32_t dense_of(std::uint32_t cell) const noexcept { return dense_of_[cell]; }
  [[nodiscard]] bool is_exit(std::uint32_t c) const noexcept { return exit_[c] != 0; }
  [[nodiscard]] std::span<const std::uint32_t> steps(Side side, std::uint32_t c) const noexcept {
    return lists_[static_cast<std::size_t>(side)].row(c);
  }
  [[nodiscard]] std::span<const std::uint32_t> steps_into(Side side, std::uint32_t c) const noexcept {
    return lists_[2 + static_cast<std::size_t>(side)].row(c);
  }

 private:
  struct Lists {
    std::vector<std::uint32_t> offsets{0};
    std::vector<std::uint32_t> targets;
    [[nodiscard]] std::span<const std::uint32_t> row(std::uint32_t c) const noexcept {
      return {targets.data() + offsets[c], offsets[c + 1] - offsets[c]};
    }
  };
  [[nodiscard]] Lists lists_of(const Board& board, bool diagonal, bool stay, bool closed, bool into) const;

  std::vector<std::uint32_t> cell_of_;
  std::vector<std::uint32_t> dense_of_;
  std::vector<std::uint8_t> exit_;
  Lists lists_[4];  // steps of police and thief, then steps_into
};

}  // namespace retrograph
