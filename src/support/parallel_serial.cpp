#include "retrograph/support/parallel.hpp"

namespace retrograph::par {

const char* backend() noexcept {
  return "serial";
}

void run_workers(unsigned workers, FunctionRef<void(unsigned)> body) {
  const ThreadScope nested(1);
  for (unsigned w = 0; w < workers; ++w) body(w);
}

}  // namespace retrograph::par
