// The kernels of sparse games for AVX2. All headers come before the pragma: only what is defined behind it
// may use the wider instructions.
#if defined(__x86_64__)
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "grundy/few_kernels.hpp"
#include "grundy/many_kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#define KERNEL_VECTOR_BYTES 32
#include "grundy/sparse_kernels_body.hpp"

namespace retrograph {

few::Kernels few::avx2_kernels(const Tables& tables) {
  return kernels_of_tables(tables);
}

many::Kernels many::avx2_kernels() {
  return kernels_of_body();
}

}  // namespace retrograph

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
