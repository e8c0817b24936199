// The kernel for AVX2 and BMI; AVX-512 takes it too. The headers of the language and of the intrinsics come
// before the pragma: only what is defined behind it may use the wider instructions.
#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "store/line_kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "store/line_kernels_body.hpp"

namespace retrograph {
namespace {

struct Avx2LineOps {
  static std::uint64_t digits64(const char* text) {
    return half(text) | static_cast<std::uint64_t>(half(text + 32)) << 32;
  }

 private:
  static std::uint32_t half(const char* text) {
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
    const __m256i value = _mm256_sub_epi8(c, _mm256_set1_epi8('0'));
    const __m256i is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(is_digit));
  }
};

}  // namespace

extern const PlainLinesKernel avx2_plain_lines;
const PlainLinesKernel avx2_plain_lines = read_plain_lines<Avx2LineOps>;

}  // namespace retrograph

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
