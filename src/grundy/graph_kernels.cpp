// The mex kernels in plain C++, for any machine, and the choice among the sets.
#include "grundy/graph_kernels.hpp"

#include "grundy/graph_kernels_body.hpp"
#include "grundy/graph_kernels_ops.hpp"

namespace retrograph::mex {

const Kernels scalar_kernels = kernels_over<MexOps>();

const Kernels& kernels_of([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return avx512_kernels;
  if (level == SimdLevel::avx2) return avx2_kernels;
#endif
  return scalar_kernels;
}

std::size_t count_targets(const Id* targets, std::size_t count, std::uint8_t* counter, Id* out) {
  return static_cast<std::size_t>(adaptive::count_down(targets, count, counter, out) - out);
}

}  // namespace retrograph::mex
