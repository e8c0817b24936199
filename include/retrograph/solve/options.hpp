// SolveOptions: what a run of a retrograde engine is asked for.
#pragma once

#include "retrograph/support/run_control.hpp"

namespace retrograph {

/// Progress is told the positions decided so far. Checkpoints need distances.
struct SolveOptions : RunControl {
  bool distances = true;    // fill Outcomes::remoteness
  bool best_moves = false;  // fill Outcomes::best_move
};

}  // namespace retrograph
