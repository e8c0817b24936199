// Positions and lines of play of police and thief, for people and as JSON. Coordinates are row,col, 0-based.
#pragma once

#include <string>

#include "retrograph/cli/verb.hpp"
#include "retrograph/solve/police_thief_line.hpp"

#include "cli/json.hpp"

namespace retrograph::cli {

/// {"turn", "police": "r,c", "thief": "r,c"}
[[nodiscard]] Json position_json(const PoliceThief& space, const PoliceThiefState& s);
[[nodiscard]] Json line_json(const PoliceThief& space, const BoardLine& line);
/// "police to 1,2"
[[nodiscard]] std::string move_text(const PoliceThief& space, const PoliceThiefState& from,
                                    const PoliceThiefState& to);
/// The play, board by board.
void say_line(const Session& session, const PoliceThief& space, const BoardLine& line);

}  // namespace retrograph::cli
