#include "solve/adaptive/kernels.hpp"

#include <algorithm>

namespace retrograph::adaptive {

void PassScratch::fit_pass(std::size_t rows, std::size_t edges) {
  if (hits.size() < edges / 64 + 1) hits.resize(edges / 64 + 1);
  // One word more than the rows fill, for reads of 64 bits from any position, and one for the writer's end.
  if (keep.size() < rows / 64 + 3) keep.resize(rows / 64 + 3);
}

void PassScratch::fit_copy(std::size_t edges) {
  if (entries.size() < edges + 2 * slack) entries.resize(edges + 2 * slack);
  if (starts.size() < edges / 64 + 3) starts.resize(edges / 64 + 3);
  if (ids.size() < edges + slack) ids.resize(edges + slack);
}

const Kernels& kernels_of([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return avx512_kernels;
  if (level == SimdLevel::avx2) return avx2_kernels;
#endif
  return scalar_kernels;
}

}  // namespace retrograph::adaptive
