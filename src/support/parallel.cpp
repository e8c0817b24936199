#include "retrograph/support/parallel.hpp"

#include "retrograph/support/machine.hpp"

namespace retrograph::par {
namespace {
// 0: not set on this thread, so the machine's default holds. Workers run with 1, which makes nested loops
// serial.
thread_local unsigned limit = 0;
}  // namespace

unsigned threads() noexcept {
  static const unsigned machine = default_threads();
  return limit != 0 ? limit : machine;
}

ThreadScope::ThreadScope(unsigned n) noexcept : before_(limit) {
  limit = std::max(1U, n);
}
ThreadScope::~ThreadScope() {
  limit = before_;
}

}  // namespace retrograph::par
