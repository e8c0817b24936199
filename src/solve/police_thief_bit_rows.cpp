#include "police_thief_bit_rows.hpp"

#include <utility>

#include "board_bits_result.hpp"

namespace retrograph {

namespace {

// Planes that an estimate counts: 512 levels. A longer chase adds one for every doubling.
constexpr std::uint64_t planes_expected = 9;

OutcomeCounts counts_of(const bits::Board& board, const bits::Counts& wins, const bits::Counts& holds) {
  OutcomeCounts counts;
  const std::uint64_t half = std::uint64_t{board.thieves} * board.thieves;
  counts.win = wins.police + (half - holds.thief);
  counts.lose = wins.thief + (half - holds.police);
  counts.draw = 2 * half - counts.win - counts.lose;
  return counts;
}

// One fixpoint after the other in the same memory.
std::unique_ptr<BoardResult> solve_summary(std::shared_ptr<const PoliceThief> space, const BitBoard& board,
                                           const BoardSolveOptions& options) {
  const auto start = space->start_if_placed();
  const auto has = [&](const Array<std::uint64_t>& x) {
    return start &&
           board.has(x.data(), start->turn, board.thief_of(start->thief), board.bit_of(start->police));
  };
  Array<std::uint64_t> x;
  Array<std::uint64_t> no_rows;
  BitState state(options, no_rows);
  if (!state.holding) {
    solve_wins(board, x, state);
    state.wins = count_rows(board, x);
    state.won = has(x);
    state.holding = true;
  }
  solve_holds(board, x, state);
  const bits::Counts holds = count_rows(board, x);
  std::optional<BoardVerdict> verdict;
  if (start) {
    const Value police = state.won ? Value::win : has(x) ? Value::draw : Value::lose;
    verdict =
        BoardVerdict{start->turn == Side::police ? police : opposite(police), police, RemotenessArray::none};
  }
  return std::make_unique<BitBoardResult>(std::move(space), counts_of(board.view(), state.wins, holds),
                                          verdict);
}

}  // namespace

std::string board_bit_rows_refusal(const PoliceThief& space) {
  if (space.rules().dead_end != DeadEnd::tie) return {};
  for (std::uint32_t c = 0; c < space.free_count(); ++c)
    if (space.moves().steps(Side::police, c).empty() || space.moves().steps(Side::thief, c).empty())
      return "a dead end is a tie";
  return {};
}

std::uint64_t board_bit_rows_bytes(const PoliceThief& space, StoreLevel store) {
  const std::uint64_t rows = 64 * bit_row_blocks(space.board()) * space.free_count();
  // One fixpoint is enough at a time for a summary; distances hold thief rows of one beside both.
  const std::uint64_t sets = store == StoreLevel::summary ? 1 : store == StoreLevel::values ? 2 : 3;
  return rows * (sets + (store == StoreLevel::full ? planes_expected : 0)) + 200ULL * space.free_count();
}

std::unique_ptr<BoardResult> solve_board_bit_rows(std::shared_ptr<const PoliceThief> space,
                                                  const BoardSolveOptions& options) {
  auto board = std::make_unique<const BitBoard>(*space);
  if (options.store == StoreLevel::summary) return solve_summary(std::move(space), *board, options);
  BitRows rows;
  BitLevels levels;
  BitState state(options, rows.wins);
  if (options.store == StoreLevel::full) {
    solve_levels(*board, rows, levels, state);
  } else {
    if (!state.holding) solve_wins(*board, rows.wins, state);
    state.holding = true;
    solve_holds(*board, rows.holds, state);
  }
  OutcomeCounts counts =
      counts_of(board->view(), count_rows(*board, rows.wins), count_rows(*board, rows.holds));
  counts.max_remoteness = levels.max_remoteness;
  return std::make_unique<BitBoardResult>(std::move(space), std::move(board), std::move(rows),
                                          std::move(levels), options.store, counts);
}

}  // namespace retrograph
