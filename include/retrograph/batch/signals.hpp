// SignalWatch: one thread that waits for SIGINT, SIGTERM and SIGUSR1 and turns them into requests.
//
// The first INT or TERM asks the run to stop, USR1 asks for a checkpoint. A second INT or TERM calls
// `on_second` with the signal's number from the watching thread; the same one again within `once` is the
// first, come by another way (a batch system tells the job and its steps). Make it before any other thread
// starts: the signals are blocked in the whole process.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "retrograph/support/stop.hpp"

namespace retrograph {

/// Blocks the signals that a SignalWatch waits for in this thread and those it starts: for a program that has
/// to start threads of a library before it can make the watch.
void block_watched_signals();

class SignalWatch {
 public:
  SignalWatch(StopSource& stop, std::function<void(int)> on_second,
              std::chrono::milliseconds once = std::chrono::milliseconds(250));
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  /// The first INT or TERM that came, or 0.
  [[nodiscard]] int received() const noexcept { return received_.load(std::memory_order_relaxed); }

 private:
  void watch();
  StopSource& stop_;
  std::function<void(int)> on_second_;
  std::chrono::milliseconds once_;
  // Relaxed: written by the watching thread alone, and the stop request that follows carries no data either.
  std::atomic<int> received_{0};
  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace retrograph
