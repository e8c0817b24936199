#include "board_bits.hpp"

#include <algorithm>
#include <bit>

namespace retrograph {

std::uint64_t bit_row_blocks(const Board& board) {
  const std::uint64_t rows = std::max(board.rows, board.cols);
  const std::uint64_t pitch = std::uint64_t{std::min(board.rows, board.cols)} + 1;
  return (rows * pitch + 511) / 512;
}

namespace {

bool usual(const PursuitRules& rules) {
  return rules.police_diagonal && rules.police_stay && rules.thief_stay && !rules.thief_diagonal &&
         !rules.exit_closed;
}

}  // namespace

BitBoard::BitBoard(const PoliceThief& space) {
  const Board& board = space.board();
  const PursuitRules& rules = space.rules();
  transposed_ = board.cols > board.rows;
  view_.pitch = std::min(board.rows, board.cols) + 1;
  view_.blocks = static_cast<std::uint32_t>(bit_row_blocks(board));
  view_.words = bits::block_words * view_.blocks;
  // A step crosses at most pitch + 1 bits.
  view_.reach = (view_.pitch + 1 + 511) / 512;
  view_.group = std::bit_ceil((view_.blocks + 63) / 64);
  view_.thieves = space.free_count();
  view_.diagonal = rules.police_diagonal;
  view_.stay = rules.police_stay;
  view_.closed = rules.exit_closed;
  small_ = view_.blocks <= bits::small_blocks && view_.pitch <= bits::small_pitch && usual(rules);
  even_levels_ = rules.police_stay && rules.thief_stay;
  number_cells(space);
  lay_masks(space);
  link_thieves(space);
}

void BitBoard::number_cell(std::uint32_t dense, std::uint32_t bit) {
  thief_of_[dense] = static_cast<std::uint32_t>(dense_of_.size());
  dense_of_.push_back(dense);
  point_.push_back(bit);
}

void BitBoard::number_cells(const PoliceThief& space) {
  const Board& board = space.board();
  const BoardMoves& moves = space.moves();
  const std::uint32_t rows = transposed_ ? board.cols : board.rows;
  const std::uint32_t cols = transposed_ ? board.rows : board.cols;
  thief_of_.resize(space.free_count());
  const auto dense_at = [&](std::uint32_t i, std::uint32_t j) {
    return moves.dense_of(transposed_ ? j * board.cols + i : i * board.cols + j);
  };
  const auto number = [&](std::uint32_t i, std::uint32_t first, bool exits, bool plain) {
    for (std::uint32_t j = first; j < cols; j += 2) {
      const std::uint32_t dense = dense_at(i, j);
      if (dense != no_cell && (moves.is_exit(dense) ? exits : plain)) number_cell(dense, i * view_.pitch + j);
    }
  };
  if (small_) {
    for (const std::uint32_t colour : {0U, 1U})
      for (std::uint32_t i = 0; i < rows; ++i) number(i, (i + colour) % 2, false, true);
    view_.movable = static_cast<std::uint32_t>(dense_of_.size());
    for (std::uint32_t i = 0; i < rows; ++i)
      for (const std::uint32_t parity : {0U, 1U}) number(i, parity, true, false);
  } else {
    for (std::uint32_t i = 0; i < rows; ++i) {
      row_begin_.push_back(static_cast<std::uint32_t>(dense_of_.size()));
      for (const std::uint32_t parity : {0U, 1U}) number(i, parity, true, true);
    }
    row_begin_.push_back(static_cast<std::uint32_t>(dense_of_.size()));
  }
  view_.point = point_.data();
}

void BitBoard::lay_masks(const PoliceThief& space) {
  const BoardMoves& moves = space.moves();
  const PursuitRules& rules = space.rules();
  for (auto* mask : {&free_, &open_, &plain_, &extra_, &stuck_}) *mask = Array<std::uint64_t>(view_.words, 0);
  const auto set = [&](Array<std::uint64_t>& mask, std::uint32_t t) {
    mask[point_[t] / 64] |= std::uint64_t{1} << (point_[t] % 64);
  };
  for (std::uint32_t t = 0; t < view_.thieves; ++t) {
    const std::uint32_t dense = dense_of_[t];
    set(free_, t);
    if (!moves.is_exit(dense)) set(plain_, t);
    if (!rules.exit_closed || !moves.is_exit(dense)) set(open_, t);
    if (!moves.steps(Side::police, dense).empty()) continue;
    if (rules.dead_end == DeadEnd::win) set(extra_, t);
    if (rules.dead_end == DeadEnd::lose) set(stuck_, t);
  }
  view_.free = free_.data();
  view_.open = open_.data();
  view_.plain = plain_.data();
  view_.extra = extra_.data();
}

void BitBoard::link_thieves(const PoliceThief& space) {
  const BoardMoves& moves = space.moves();
  const auto add = [&](std::vector<std::uint32_t>& begin, std::vector<std::uint32_t>& list,
                       std::span<const std::uint32_t> cells) {
    begin.push_back(static_cast<std::uint32_t>(list.size()));
    for (const std::uint32_t c : cells) list.push_back(thief_of_[c]);
  };
  for (std::uint32_t t = 0; t < view_.thieves; ++t) {
    const std::uint32_t dense = dense_of_[t];
    const auto steps = moves.steps(Side::thief, dense);
    add(step_begin_, steps_, steps);
    add(wake_begin_, wakes_, moves.steps_into(Side::thief, dense));
    const bool exit = moves.is_exit(dense);
    police_fixed_.push_back(exit);
    thief_fixed_.push_back(exit || steps.empty());
    thief_full_.push_back(!exit && steps.empty() && space.rules().dead_end == DeadEnd::lose);
  }
  const PursuitRules& rules = space.rules();
  if (usual(rules)) {
    around_.resize(4ULL * view_.thieves);
    for (std::uint32_t t = 0; t < view_.thieves; ++t) {
      const auto steps = moves.steps(Side::thief, dense_of_[t]);
      std::uint32_t k = 0;
      for (const std::uint32_t c : steps)
        if (c != dense_of_[t]) around_[4 * t + k++] = thief_of_[c];
      while (k < 4) around_[4 * t + k++] = t;
    }
  }
  view_.around = around_.empty() ? nullptr : around_.data();
  step_begin_.push_back(static_cast<std::uint32_t>(steps_.size()));
  wake_begin_.push_back(static_cast<std::uint32_t>(wakes_.size()));
  view_.step_begin = step_begin_.data();
  view_.steps = steps_.data();
  view_.wake_begin = wake_begin_.data();
  view_.wakes = wakes_.data();
  view_.police_fixed = police_fixed_.data();
  view_.thief_fixed = thief_fixed_.data();
  view_.thief_full = thief_full_.data();
}

bool BitBoard::has(const std::uint64_t* x, Side turn, std::uint32_t thief, std::uint32_t bit) const noexcept {
  if (turn == Side::police || police_fixed_[thief] != 0) return in(x, thief, bit);
  if (bit == point_[thief]) return true;
  if (thief_fixed_[thief] != 0) return thief_full_[thief] != 0;
  const auto first = steps_.begin() + step_begin_[thief];
  const auto last = steps_.begin() + step_begin_[thief + 1];
  return std::all_of(first, last, [&](std::uint32_t to) { return in(x, to, bit); });
}

std::vector<std::uint32_t> BitBoard::from_exits() const {
  std::vector<std::uint32_t> order;
  std::vector<std::uint8_t> seen(view_.thieves, 0);
  for (std::uint32_t t = 0; t < view_.thieves; ++t) {
    if (police_fixed_[t] == 0) continue;
    seen[t] = 1;
    order.push_back(t);
  }
  for (std::size_t head = 0; head < order.size(); ++head)
    for (std::uint32_t i = wake_begin_[order[head]]; i < wake_begin_[order[head] + 1]; ++i)
      if (seen[wakes_[i]] == 0) {
        seen[wakes_[i]] = 1;
        order.push_back(wakes_[i]);
      }
  return order;
}

}  // namespace retrograph
