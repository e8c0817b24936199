// BitBoard: a board laid out for the bit-row engine (board_kernels.hpp).
//
// The board is transposed where it has more columns than rows, so that the pitch stays short. Thief cells are
// numbered board row by board row, in each row the even columns before the odd ones: a visit then never reads
// the row that the visit before it wrote. A small board is numbered by the colours of the chessboard, exits
// last.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/support/array.hpp"

#include "board_kernels.hpp"

namespace retrograph {

class BitBoard {
 public:
  explicit BitBoard(const PoliceThief& space);
  BitBoard(const BitBoard&) = delete;
  BitBoard& operator=(const BitBoard&) = delete;

  [[nodiscard]] const bits::Board& view() const noexcept { return view_; }
  /// Thief number of the engine for a dense number of the space.
  [[nodiscard]] std::uint32_t thief_of(std::uint32_t dense) const noexcept { return thief_of_[dense]; }
  /// Bit of a police cell for a dense number of the space.
  [[nodiscard]] std::uint32_t bit_of(std::uint32_t dense) const noexcept { return point_[thief_of_[dense]]; }
  /// Whether the kernels for small boards take it.
  [[nodiscard]] bool small() const noexcept { return small_; }
  /// Not for small boards: thief cells of board row i are row_begin(i) .. row_begin(i + 1) - 1.
  [[nodiscard]] std::uint32_t rows() const noexcept {
    return static_cast<std::uint32_t>(row_begin_.size() - 1);
  }
  [[nodiscard]] std::uint32_t row_begin(std::uint32_t i) const noexcept { return row_begin_[i]; }
  /// Thief cells ordered by their distance from the nearest exit; those that lead to none are left out.
  [[nodiscard]] std::vector<std::uint32_t> from_exits() const;
  /// Police cells without a step, where that loses: no row of "does not lose" has them but for the own cell.
  [[nodiscard]] const Array<std::uint64_t>& stuck() const noexcept { return stuck_; }
  /// Whether wins take odd plies and losses even ones throughout, but for ended games.
  [[nodiscard]] bool even_levels() const noexcept { return even_levels_; }

  [[nodiscard]] bool in(const std::uint64_t* x, std::uint32_t thief, std::uint32_t bit) const noexcept {
    return (x[std::uint64_t{thief} * view_.words + bit / 64] >> (bit % 64) & 1) != 0;
  }
  /// Whether the police has the state, by rows x for the police to move: the thief's turn follows from them.
  [[nodiscard]] bool has(const std::uint64_t* x, Side turn, std::uint32_t thief,
                         std::uint32_t bit) const noexcept;
  /// Window of the block that holds a bit.
  [[nodiscard]] std::uint64_t window_of(std::uint32_t bit) const noexcept {
    return std::uint64_t{1} << (bit / 512 / view_.group);
  }
  /// Window of all blocks.
  [[nodiscard]] std::uint64_t full_window() const noexcept {
    const std::uint32_t groups = (view_.blocks + view_.group - 1) / view_.group;
    return ~std::uint64_t{0} >> (64 - groups);
  }

 private:
  void number_cells(const PoliceThief& space);
  void number_cell(std::uint32_t dense, std::uint32_t bit);
  void lay_masks(const PoliceThief& space);
  void link_thieves(const PoliceThief& space);

  bits::Board view_{};
  bool transposed_ = false;
  bool even_levels_ = true;
  bool small_ = false;
  std::vector<std::uint32_t> thief_of_, dense_of_, row_begin_, point_;
  std::vector<std::uint32_t> step_begin_, steps_, wake_begin_, wakes_, around_;
  std::vector<std::uint8_t> police_fixed_, thief_fixed_, thief_full_;
  Array<std::uint64_t> free_, open_, plain_, extra_, stuck_;
};

/// Blocks of a row of that board, without building anything.
[[nodiscard]] std::uint64_t bit_row_blocks(const Board& board);

}  // namespace retrograph
