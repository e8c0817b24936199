// The kernels for AVX-512 and BMI2. The headers of the language and of the intrinsics come before the
// pragma: only what is defined behind it may use the wider instructions.
#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <immintrin.h>

#include "solve/adaptive/kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#else
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms inside the intrinsics of g++ 12
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "solve/adaptive/body_pass.hpp"
#include "solve/adaptive/body_rows.hpp"
#include "solve/adaptive/body_words.hpp"
#include "solve/adaptive/ops_avx512.hpp"

namespace retrograph::adaptive {

const Kernels avx512_kernels = kernels_over<Avx512Ops>();

}  // namespace retrograph::adaptive

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
