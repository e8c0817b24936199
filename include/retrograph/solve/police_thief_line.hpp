// Best moves and lines of play on a solved board.
//
// The best move is the lowest vertex among the optimal children (contract of outcomes.hpp): win, the nearest
// losing child; lose, the farthest winning one; tie, the nearest tie; draw, any draw child. It needs
// distances except in a draw. A line follows best moves to the end of the game or to the first repetition,
// which it includes.
#pragma once

#include <optional>
#include <vector>

#include "retrograph/solve/board_result.hpp"

namespace retrograph {

/// Absent where there is no move. Needs store level full.
[[nodiscard]] std::optional<PoliceThiefState> best_move(const BoardResult& result, const PoliceThiefState& s);

struct BoardLine {
  std::vector<PoliceThiefState> states;  // from the first position on
  bool repeats = false;                  // the last state has been there before
};

[[nodiscard]] BoardLine line_of_play(const BoardResult& result, const PoliceThiefState& from);

}  // namespace retrograph
