#include "retrograph/batch/signals.hpp"

#include <utility>

#include <pthread.h>
#include <signal.h>

namespace retrograph {
namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&set, signal);
  return set;
}

}  // namespace

void block_watched_signals() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

SignalWatch::SignalWatch(StopSource& stop, std::function<void(int)> on_second, std::chrono::milliseconds once)
    : stop_(stop), on_second_(std::move(on_second)), once_(once) {
  block_watched_signals();
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  // Relaxed: the signal that follows is what wakes the thread, and pthread_kill orders the store before it.
  done_.store(true, std::memory_order_relaxed);
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
}

void SignalWatch::watch() {
  using Clock = std::chrono::steady_clock;
  const sigset_t set = watched();
  Clock::time_point first;
  for (int signal = 0; sigwait(&set, &signal) == 0;) {
    if (done_.load(std::memory_order_relaxed)) return;
    if (signal == SIGUSR1) {
      stop_.request_checkpoint();
    } else if (const int before = received_.load(std::memory_order_relaxed); before != 0) {
      if (signal != before || Clock::now() - first > once_) on_second_(signal);
    } else {
      first = Clock::now();
      received_.store(signal, std::memory_order_relaxed);
      stop_.request_stop();
    }
  }
}

}  // namespace retrograph
