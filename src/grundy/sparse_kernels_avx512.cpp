// The kernels of sparse games for AVX-512. All headers come before the pragma: only what is defined behind it
// may use the wider instructions.
#if defined(__x86_64__)
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "grundy/few_kernels.hpp"
#include "grundy/many_kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#define KERNEL_VECTOR_BYTES 64
#include "grundy/sparse_kernels_body.hpp"

namespace retrograph {

few::Kernels few::avx512_kernels(const Tables& tables) {
  return kernels_of_tables(tables);
}

many::Kernels many::avx512_kernels() {
  return kernels_of_body();
}

}  // namespace retrograph

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
