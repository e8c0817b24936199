#include "pursuit_kernels.hpp"

#include "retrograph/support/simd.hpp"

namespace retrograph::pursuit {

const Kernels& kernels() {
  switch (simd_level()) {
    case SimdLevel::avx512:
      return avx512_kernels();
    case SimdLevel::avx2:
      return avx2_kernels();
    case SimdLevel::scalar:
      break;
  }
  return scalar_kernels();
}

}  // namespace retrograph::pursuit
