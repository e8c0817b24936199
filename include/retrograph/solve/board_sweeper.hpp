// BoardSweeper: many boards one after the other on one thread, each reduced to a row of figures.
//
// For sweeps: one sweeper a worker. Memory is kept from board to board, and boards of up to 62 columns and
// 4096 padded cells under the usual rules are prepared and solved without allocating: 20 x 20 with 20 %
// walls takes some 60 us without distances and 130 us with them on one core (Zen 4). Other boards go
// through solve_board(). A sweeper is for one thread; different sweepers are independent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "retrograph/games/board.hpp"
#include "retrograph/solve/board_result.hpp"

namespace retrograph {

/// What a sweep keeps of a board.
struct BoardFigures {
  BoardVerdict start;    // plies are none without distances
  OutcomeCounts counts;  // over all states
  // Starts: both pieces on different cells that are no exits, the side to move that the rules say.
  std::uint64_t starts = 0;
  std::uint64_t starts_police = 0;  // won by the police
  std::uint64_t starts_thief = 0;   // won by the thief
  /// Most plies from a state won by the police to the catch; none without distances.
  std::uint32_t longest_capture = RemotenessArray::none;
};

class BoardSweeper {
 public:
  BoardSweeper(const PursuitRules& rules, bool distances);
  ~BoardSweeper();
  BoardSweeper(const BoardSweeper&) = delete;
  BoardSweeper& operator=(const BoardSweeper&) = delete;

  /// Throws Error(malformed) where a piece stands on a wall.
  [[nodiscard]] BoardFigures solve(const Board& board);

 private:
  class Small;
  PursuitRules rules_;
  bool distances_;
  std::unique_ptr<Small> small_;
};

}  // namespace retrograph
