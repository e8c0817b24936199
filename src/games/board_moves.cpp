#include "retrograph/games/board_moves.hpp"

#include "retrograph/support/error.hpp"

namespace retrograph {

BoardMoves::BoardMoves(const Board& board, const PursuitRules& rules) {
  const std::uint64_t cells = std::uint64_t{board.rows} * board.cols;
  constexpr std::uint64_t limit = std::uint64_t{1} << 31;
  if (cells >= limit) fail(Category::malformed, "board has {} cells, the limit is {}", cells, limit - 1);
  if (board.cells.size() != cells)
    fail(Category::malformed, "board of {} x {} has {} cells", board.rows, board.cols, board.cells.size());
  dense_of_.assign(cells, no_cell);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    if (board.cells[cell] == Cell::wall) continue;
    dense_of_[cell] = count();
    cell_of_.push_back(cell);
    exit_.push_back(board.cells[cell] == Cell::exit);
  }
  const bool closed = rules.exit_closed;
  lists_[0] = lists_of(board, rules.police_diagonal, rules.police_stay, closed, false);
  lists_[1] = lists_of(board, rules.thief_diagonal, rules.thief_stay, false, false);
  lists_[2] = lists_of(board, rules.police_diagonal, rules.police_stay, closed, true);
  lists_[3] = lists_of(board, rules.thief_diagonal, rules.thief_stay, false, true);
}

BoardMoves::Lists BoardMoves::lists_of(const Board& board, bool diagonal, bool stay, bool closed,
                                       bool into) const {
  Lists lists;
  for (std::uint32_t c = 0; c < count(); ++c) {
    const std::int64_t row = cell_of_[c] / board.cols;
    const std::int64_t col = cell_of_[c] % board.cols;
    for (std::int64_t dr = -1; dr <= 1; ++dr) {
      for (std::int64_t dc = -1; dc <= 1; ++dc) {
        const bool here = dr == 0 && dc == 0;
        if (here ? !stay : dr != 0 && dc != 0 && !diagonal) continue;
        const std::int64_t r = row + dr;
        const std::int64_t s = col + dc;
        if (r < 0 || s < 0 || r >= board.rows || s >= board.cols) continue;
        const std::uint32_t other = dense_of_[static_cast<std::size_t>(r * board.cols + s)];
        if (other == no_cell || (closed && !here && exit_[into ? c : other] != 0)) continue;
        lists.targets.push_back(other);
      }
    }
    lists.offsets.push_back(static_cast<std::uint32_t>(lists.targets.size()));
  }
  return lists;
}

}  // namespace retrograph
