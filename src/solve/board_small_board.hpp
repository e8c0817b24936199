// SmallBoard: prepares a board for the small kernels without allocating, by passes without branches.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/games/board.hpp"
#include "retrograph/support/array.hpp"

#include "board_kernels.hpp"

namespace retrograph {

class SmallBoard {
 public:
  /// Whether the small kernels take boards of this size.
  [[nodiscard]] static bool takes(const Board& board) noexcept;
  /// The board must be one that takes() accepts.
  void load(const Board& board);

  [[nodiscard]] const bits::Board& view() const noexcept { return view_; }
  /// Thief number of a cell of the board, thieves for a wall.
  [[nodiscard]] std::uint32_t thief_of(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t bit_of(std::uint32_t thief) const noexcept { return point_[thief]; }

 private:
  void number_cells(const Board& board);

  bits::Board view_{};
  bool transposed_ = false;
  std::uint32_t rows_ = 0, cols_ = 0;
  std::vector<std::uint32_t> number_;  // with a border of walls: (rows + 2) x (cols + 2)
  std::vector<std::uint32_t> place_;   // in number_
  std::vector<std::uint32_t> point_, around_;
  Array<std::uint64_t> masks_;
};

}  // namespace retrograph
