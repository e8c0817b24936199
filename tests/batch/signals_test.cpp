#include "retrograph/batch/signals.hpp"

#include <chrono>
#include <functional>

#include <signal.h>
#include <unistd.h>

#include "catch.hpp"

using namespace retrograph;

namespace {

// Waits up to ten seconds; signals are delivered at once, this is only slack for a loaded machine.
bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("USR1 asks for a checkpoint, TERM for a stop, and a second one calls out") {
  StopSource stop;
  std::atomic<int> second{0};
  SignalWatch watch(stop, [&](int signal) { second.store(signal, std::memory_order_relaxed); });
  kill(getpid(), SIGUSR1);
  REQUIRE(eventually([&] { return stop.take_checkpoint_request(); }));
  REQUIRE(!stop.take_checkpoint_request());
  REQUIRE(!stop.stop_requested());
  kill(getpid(), SIGTERM);
  REQUIRE(eventually([&] { return stop.stop_requested(); }));
  REQUIRE(watch.received() == SIGTERM);
  REQUIRE_THROWS_AS(stop.throw_if_stopped(), Error);
  kill(getpid(), SIGINT);
  REQUIRE(eventually([&] { return second.load(std::memory_order_relaxed) == SIGINT; }));
  REQUIRE(watch.received() == SIGTERM);
}

TEST_CASE("the same signal again counts once for a while, another one does not") {
  for (const auto once : {std::chrono::milliseconds(0), std::chrono::milliseconds(3'600'000)}) {
    StopSource stop;
    std::atomic<int> seconds{0};
    SignalWatch watch(stop, [&](int) { seconds.fetch_add(1, std::memory_order_relaxed); }, once);
    kill(getpid(), SIGTERM);
    REQUIRE(eventually([&] { return stop.stop_requested(); }));
    kill(getpid(), SIGTERM);
    kill(getpid(), SIGINT);
    const int expected = once.count() == 0 ? 2 : 1;
    REQUIRE(eventually([&] { return seconds.load(std::memory_order_relaxed) == expected; }));
  }
}
