#include "pursuit_row_kernels.hpp"

namespace retrograph::pursuit {

const Kernels& avx2_kernels() noexcept {
  return row_kernels;
}

}  // namespace retrograph::pursuit
