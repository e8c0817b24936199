#include "retrograph/games/board_picture.hpp"

namespace retrograph {

std::string board_picture(const Board& board, std::uint32_t police, std::uint32_t thief) {
  std::string text;
  text.reserve(board.cells.size() + board.rows);
  for (std::uint32_t row = 0; row < board.rows; ++row) {
    for (std::uint32_t col = 0; col < board.cols; ++col) {
      const std::uint32_t cell = row * board.cols + col;
      const Cell kind = board.cells[cell];
      char letter = kind == Cell::wall ? '*' : kind == Cell::exit ? 'E' : '.';
      if (cell == police)
        letter = cell == thief ? 'X' : 'P';
      else if (cell == thief)
        letter = 'T';
      text += letter;
    }
    text += '\n';
  }
  return text;
}

}  // namespace retrograph
