#include "board_small_board.hpp"

#include <algorithm>
#include <limits>

namespace retrograph {

namespace {

constexpr std::uint32_t wall = std::numeric_limits<std::uint32_t>::max();

std::uint64_t blocks_of(const Board& board) {
  const std::uint64_t rows = std::max(board.rows, board.cols);
  return (rows * (std::min(board.rows, board.cols) + 1ULL) + 511) / 512;
}

}  // namespace

bool SmallBoard::takes(const Board& board) noexcept {
  return std::min(board.rows, board.cols) < bits::small_pitch && blocks_of(board) <= bits::small_blocks;
}

void SmallBoard::number_cells(const Board& board) {
  const std::uint32_t width = cols_ + 2;
  const std::uint32_t down = transposed_ ? 1 : board.cols;   // from a cell to the one below it
  const std::uint32_t right = transposed_ ? board.cols : 1;  // and to the one at its right
  number_.assign(std::size_t{rows_ + 2} * width, wall);
  place_.resize(std::size_t{rows_} * cols_ + 1);
  std::uint32_t count = 0;
  for (const std::uint32_t colour : {0U, 1U}) {
    for (std::uint32_t i = 0; i < rows_; ++i) {
      for (std::uint32_t j = (i + colour) % 2; j < cols_; j += 2) {
        place_[count] = (i + 1) * width + j + 1;
        count += board.cells[i * down + j * right] == Cell::free ? 1 : 0;
      }
    }
  }
  view_.movable = count;
  for (std::uint32_t i = 0; i < rows_; ++i) {
    for (std::uint32_t j = 0; j < cols_; ++j) {
      if (board.cells[i * down + j * right] != Cell::exit) continue;
      place_[count++] = (i + 1) * width + j + 1;
    }
  }
  view_.thieves = count;
}

void SmallBoard::load(const Board& board) {
  transposed_ = board.cols > board.rows;
  rows_ = std::max(board.rows, board.cols);
  cols_ = std::min(board.rows, board.cols);
  view_.pitch = cols_ + 1;
  view_.blocks = static_cast<std::uint32_t>(blocks_of(board));
  view_.words = bits::block_words * view_.blocks;
  number_cells(board);
  point_.resize(view_.thieves + 1ULL);
  around_.resize(4ULL * view_.thieves);
  if (masks_.size() < 2ULL * view_.words) masks_ = Array<std::uint64_t>(2ULL * view_.words);
  std::fill_n(masks_.data(), 2ULL * view_.words, 0);
  std::uint64_t* const plain = masks_.data();
  std::uint64_t* const free = plain + view_.words;
  const std::uint32_t width = cols_ + 2;
  for (std::uint32_t t = 0; t < view_.thieves; ++t) {
    const std::uint32_t place = place_[t];
    const std::uint32_t bit = (place / width - 1) * view_.pitch + place % width - 1;
    number_[place] = t;
    point_[t] = bit;
    plain[bit / 64] |= std::uint64_t{t < view_.movable ? 1U : 0U} << (bit % 64);
    free[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  for (std::uint32_t t = 0; t < view_.thieves; ++t) {
    const std::uint32_t place = place_[t];
    const std::uint32_t near[4] = {number_[place - width], number_[place - 1], number_[place + 1],
                                   number_[place + width]};
    for (unsigned k = 0; k < 4; ++k) around_[4ULL * t + k] = near[k] == wall ? t : near[k];
  }
  view_.point = point_.data();
  view_.around = around_.data();
  view_.plain = plain;
  view_.free = free;
}

std::uint32_t SmallBoard::thief_of(std::uint32_t cell) const noexcept {
  const std::uint32_t board_cols = transposed_ ? rows_ : cols_;
  const std::uint32_t row = cell / board_cols;
  const std::uint32_t col = cell % board_cols;
  const std::uint32_t place =
      transposed_ ? (col + 1) * (cols_ + 2) + row + 1 : (row + 1) * (cols_ + 2) + col + 1;
  return std::min(number_[place], view_.thieves);
}

}  // namespace retrograph
