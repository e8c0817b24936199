// SolveOptions: what a run of a retrograde engine is asked for.
#pragma once

#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct SolveOptions {
  bool distances = true;             // fill Outcomes::remoteness
  bool best_moves = false;           // fill Outcomes::best_move
  const StopSource* stop = nullptr;  // polled at every level and block; a stop leaves with Error(stopped)
  Progress* progress = nullptr;      // told the positions decided so far

  void throw_if_stopped() const {
    if (stop != nullptr) stop->throw_if_stopped();
  }
  void decided(std::uint64_t positions) const {
    if (progress != nullptr) progress->add(positions);
  }
};

}  // namespace retrograph
