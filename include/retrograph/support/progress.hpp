// Progress counters: engines add, the command line reads and prints.
//
// add() may be called from any thread; call it once a block, not once an element.
#pragma once

#include <atomic>
#include <cstdint>

namespace retrograph {

class Progress {
 public:
  /// Starts a phase. `name` and `unit` must live as long as the program (string literals); total 0 = not
  /// known.
  void start(const char* name, const char* unit, std::uint64_t total) noexcept {
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
    unit_.store(unit, std::memory_order_relaxed);
    // Release: a reader that sees the new name (acquire in name()) also sees the counters reset above.
    name_.store(name, std::memory_order_release);
  }
  void add(std::uint64_t n) noexcept { done_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] const char* name() const noexcept { return name_.load(std::memory_order_acquire); }
  [[nodiscard]] const char* unit() const noexcept { return unit_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t total() const noexcept { return total_.load(std::memory_order_relaxed); }

 private:
  std::atomic<const char*> name_{""};
  std::atomic<const char*> unit_{""};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
};

}  // namespace retrograph
