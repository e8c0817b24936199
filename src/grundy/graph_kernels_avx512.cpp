// The mex kernels for AVX-512. The headers of the language and of the intrinsics come before the pragma: only
// what is defined behind it may use the wider instructions.
#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <immintrin.h>

#include "grundy/graph_kernels.hpp"

#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#else
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms inside the intrinsics of g++ 12
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "grundy/graph_kernels_body.hpp"
#include "grundy/graph_kernels_ops.hpp"
#include "solve/adaptive/ops_avx512.hpp"

namespace retrograph::mex {
namespace {

struct Avx512MexOps : adaptive::Avx512Ops {
  static void value_bits(const Id* flat, std::size_t count, const std::uint8_t* value, std::uint32_t* bits) {
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i byte = _mm512_set1_epi32(0xff);
    for (std::size_t i = 0; i < count; i += 16) {
      const __m512i v = _mm512_i32gather_epi32(_mm512_loadu_si512(flat + i), value, 1);
      _mm512_store_si512(bits + i, _mm512_sllv_epi32(one, _mm512_and_si512(v, byte)));
    }
  }
  static std::uint32_t or_row(const std::uint32_t* bits, std::size_t width) {
    const auto first = static_cast<__mmask16>(width < 16 ? (1U << width) - 1 : 0xffffU);
    __m512i all = _mm512_maskz_loadu_epi32(first, bits);
    for (std::size_t i = 16; i < width; i += 16) {
      const auto lanes = static_cast<__mmask16>(width - i < 16 ? (1U << (width - i)) - 1 : 0xffffU);
      all = _mm512_or_si512(all, _mm512_maskz_loadu_epi32(lanes, bits + i));
    }
    return static_cast<std::uint32_t>(_mm512_reduce_or_epi32(all));
  }
};

}  // namespace

const Kernels avx512_kernels = kernels_over<Avx512MexOps>();

}  // namespace retrograph::mex

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
