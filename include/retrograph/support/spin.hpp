// SpinWait: how a worker waits for another that is known to be running or done.
//
//   declare a SpinWait; while nothing is ready, call once()
//
// The first few thousand looks cost a pause instruction each (some 50 us in all), later ones give the core
// away, so that a waiting worker never keeps from running the one it waits for. Not for waiting on work
// that nobody has begun: the workers of a loop need not run at the same time (parallel.hpp).
#pragma once

namespace retrograph {

class SpinWait {
 public:
  void once() noexcept;

 private:
  static constexpr unsigned patient_looks = 2048;
  unsigned looks_ = 0;
};

}  // namespace retrograph
