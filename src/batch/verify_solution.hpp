// The winners and moves in a solution file of PGSolver's kind, against the attractor in its game.
#pragma once

#include "retrograph/batch/verify_job.hpp"

namespace retrograph {

/// The game is VerifyJob::game. Vertices won by the player must be exactly those from which he can force play
/// to a vertex of the target priority, and his moves, where the file has some, must do so.
[[nodiscard]] VerifyJobReport verify_solution(const VerifyJob& job);

}  // namespace retrograph
