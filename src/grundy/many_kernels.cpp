// The choice among the instruction sets.
#include "grundy/many_kernels.hpp"

namespace retrograph::many {

Kernels kernels_for([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return avx512_kernels();
  if (level == SimdLevel::avx2) return avx2_kernels();
#endif
  return scalar_kernels();
}

}  // namespace retrograph::many
