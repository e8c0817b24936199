// RunControl: how the outside reaches into a run; the base of every engine's options. All may be null.
#pragma once

#include <cstdint>
#include <memory>

#include "retrograph/support/checkpoint.hpp"
#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct RunControl {
  const StopSource* stop = nullptr;  // polled at every level and block; a stop leaves with Error(stopped)
  Progress* progress = nullptr;      // told what is done so far
  Checkpoint* checkpoint = nullptr;  // polled between levels; a stop then waits for the end of the level

  /// Inside a level, where there is no state to go on from.
  void throw_if_stopped() const {
    if (stop != nullptr && checkpoint == nullptr) stop->throw_if_stopped();
  }
  /// Between levels; see Checkpoint::poll().
  void level_done(Checkpoint::Write write) const {
    if (checkpoint != nullptr) return checkpoint->poll(write);
    throw_if_stopped();
  }
  [[nodiscard]] std::unique_ptr<StateSource> resumed() const {
    return checkpoint == nullptr ? nullptr : checkpoint->resumed();
  }
  void decided(std::uint64_t positions) const {
    if (progress != nullptr) progress->add(positions);
  }
};

}  // namespace retrograph
