// Requests from outside that long runs poll between blocks of work.
//
// Setters are async-signal-safe and may be called from any thread; engines read with stop_requested() at
// every level or block and leave through StopSource::throw_if_stopped(), or write a checkpoint first.
#pragma once

#include <atomic>

#include "retrograph/support/error.hpp"

namespace retrograph {

class StopSource {
 public:
  // Relaxed everywhere: a request carries no data, and the poll of a later block sees it soon enough.
  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  void request_checkpoint() noexcept { checkpoint_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool stop_requested() const noexcept { return stop_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool checkpoint_requested() const noexcept {
    return checkpoint_.load(std::memory_order_relaxed);
  }
  /// True once for each request. Polled at every level: it only looks where there is none.
  [[nodiscard]] bool take_checkpoint_request() noexcept {
    return checkpoint_requested() && checkpoint_.exchange(false, std::memory_order_relaxed);
  }
  void throw_if_stopped() const {
    if (stop_requested()) throw Error(Category::stopped, "stopped on request");
  }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<bool> checkpoint_{false};
};

}  // namespace retrograph
