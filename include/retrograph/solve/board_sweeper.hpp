// BoardSweeper: many boards one after the other on one thread, each reduced to a row of figures.
//
// For sweeps: one sweeper a worker. Memory is kept from board to board, and boards of up to 62 columns and
// 4096 padded cells under the usual rules are prepared and solved without allocating: 20 x 20 with 20 %
// walls takes some 60 us without distances and 130 us with them on one core (Zen 4). Other boards, and all
// boards for an engine that is not `auto`, go through solve_board() on the caller's threads. A sweeper is
// for one thread; different sweepers are independent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "retrograph/games/board.hpp"
#include "retrograph/solve/board_result.hpp"
#include "retrograph/solve/police_thief_engines.hpp"

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

/// The figures of any engine's answer, which keeps values at least; Error(malformed) where a piece stands on
/// a wall.
[[nodiscard]] BoardFigures figures_of(const BoardResult& result);

class BoardSweeper {
 public:
  explicit BoardSweeper(const PursuitRules& rules, bool distances, std::string engine = "auto",
                        const StopSource* stop = nullptr);
  ~BoardSweeper();
  BoardSweeper(const BoardSweeper&) = delete;
  BoardSweeper& operator=(const BoardSweeper&) = delete;

  /// Throws Error(malformed) where a piece stands on a wall.
  [[nodiscard]] BoardFigures solve(const Board& board);
  /// Peak bytes of solving it; 0 for boards that need next to nothing.
  [[nodiscard]] std::uint64_t bytes(const Board& board) const;

 private:
  class Small;
  [[nodiscard]] bool takes_small(const Board& board) const noexcept;
  [[nodiscard]] BoardSolveOptions solve_options() const noexcept;
  PursuitRules rules_;
  bool distances_;
  std::string engine_;
  const StopSource* stop_;
  std::unique_ptr<Small> small_;
};

}  // namespace retrograph
