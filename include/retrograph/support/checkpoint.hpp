// Checkpoint: what a long run is told about checkpoints. Engines call it, `batch` stands behind it.
//
// An engine calls poll() wherever its state is whole, between levels or blocks, and names what it would
// write; nothing is written unless a checkpoint is wanted or the run is to stop. resumed() is the state that
// an earlier run has left. A state must not depend on the number of threads. For the engine's thread.
#pragma once

#include <memory>

#include "retrograph/support/function_ref.hpp"
#include "retrograph/support/state.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

class Checkpoint {
 public:
  using Write = FunctionRef<void(StateSink&)>;

  explicit Checkpoint(StopSource& stop) : stop_(stop) {}
  virtual ~Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// Whether poll() would write; for engines that must first come to where their state is whole. Any thread.
  [[nodiscard]] bool wanted() const noexcept {
    return stop_.checkpoint_requested() || stop_.stop_requested();
  }
  /// Writes the state if one is wanted; after a stop request always, and leaves with Error(stopped).
  void poll(Write write) {
    if (!stop_.take_checkpoint_request() && !stop_.stop_requested()) return;
    save(write);
    stop_.throw_if_stopped();
  }
  /// The state to go on from, at its beginning; null where the run starts anew.
  [[nodiscard]] virtual std::unique_ptr<StateSource> resumed() = 0;

 protected:
  [[nodiscard]] StopSource& stop() noexcept { return stop_; }

 private:
  virtual void save(Write write) = 0;
  StopSource& stop_;
};

}  // namespace retrograph
