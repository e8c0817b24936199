// A backend that ThreadSanitizer understands completely: fresh threads for every loop.
#include <exception>
#include <mutex>
#include <thread>

#include "retrograph/support/parallel.hpp"

namespace retrograph::par {

const char* backend() noexcept {
  return "jthread";
}

void run_workers(unsigned workers, FunctionRef<void(unsigned)> body) {
  std::exception_ptr first;
  std::mutex guard;
  const auto run = [&](unsigned worker) {
    const ThreadScope nested(1);
    try {
      body(worker);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!first) first = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    pool.reserve(workers);
    for (unsigned w = 1; w < workers; ++w) pool.emplace_back(run, w);
    run(0);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace retrograph::par
