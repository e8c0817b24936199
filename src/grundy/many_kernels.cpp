// The many-rare kernels for any machine, and the choice among the instruction sets.
#include "grundy/many_kernels.hpp"

#include <bit>
#include <cstring>

#define KERNEL_VECTOR_BYTES 16
namespace retrograph::many {
namespace {

#include "grundy/kernel_vectors_body.hpp"
#include "grundy/many_kernels_body.hpp"

}  // namespace

Kernels scalar_kernels() {
  return kernels_of_body();
}

Kernels kernels_for([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return avx512_kernels();
  if (level == SimdLevel::avx2) return avx2_kernels();
#endif
  return scalar_kernels();
}

}  // namespace retrograph::many
