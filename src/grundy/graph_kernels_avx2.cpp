// The mex kernels for AVX2. The headers of the language and of the intrinsics come before the pragma: only
// what is defined behind it may use the wider instructions.
#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <immintrin.h>

#include "grundy/graph_kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "grundy/graph_kernels_body.hpp"
#include "grundy/graph_kernels_ops.hpp"
#include "solve/adaptive/ops_avx2.hpp"

namespace retrograph::mex {
namespace {

struct Avx2MexOps : adaptive::Avx2Ops {
  static void value_bits(const Id* flat, std::size_t count, const std::uint8_t* value, std::uint32_t* bits) {
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i byte = _mm256_set1_epi32(0xff);
    for (std::size_t i = 0; i < count; i += 8) {
      const __m256i ids = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(flat + i));
      const __m256i v = _mm256_i32gather_epi32(reinterpret_cast<const int*>(value), ids, 1);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(bits + i),
                          _mm256_sllv_epi32(one, _mm256_and_si256(v, byte)));
    }
  }
  static std::uint32_t or_row(const std::uint32_t* bits, std::size_t width) {
    __m256i all = _mm256_setzero_si256();
    for (std::size_t i = 0; i < width; i += 8) {
      const __m256i left = _mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(width - i, 8)));
      const __m256i lanes = _mm256_cmpgt_epi32(left, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
      const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits + i));
      all = _mm256_or_si256(all, _mm256_and_si256(some, lanes));
    }
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    const __m128i pair = _mm_or_si128(half, _mm_shuffle_epi32(half, 0x4e));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_or_si128(pair, _mm_shuffle_epi32(pair, 0xb1))));
  }
};

}  // namespace

const Kernels avx2_kernels = kernels_over<Avx2MexOps>();

}  // namespace retrograph::mex

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
