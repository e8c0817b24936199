// The kernels for AVX2 and BMI2. The headers of the language and of the intrinsics come before the
// pragma: only what is defined behind it may use the wider instructions.
#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <immintrin.h>

#include "solve/adaptive/kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "solve/adaptive/body_pass.hpp"
#include "solve/adaptive/body_rows.hpp"
#include "solve/adaptive/body_words.hpp"
#include "solve/adaptive/ops_avx2.hpp"

namespace retrograph::adaptive {

const Kernels avx2_kernels = kernels_over<Avx2Ops>();

}  // namespace retrograph::adaptive

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
