#include "retrograph/support/spin.hpp"

#include <thread>

namespace retrograph {

void SpinWait::once() noexcept {
  if (++looks_ > patient_looks) {
    std::this_thread::yield();
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace retrograph
