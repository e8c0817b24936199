#include "grundy/dense_kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#define RETROGRAPH_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2")))
#define RETROGRAPH_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#endif

namespace retrograph::dense {
namespace {

#if defined(__x86_64__)

// The least of x ^ c over all splits is 0 exactly if c occurs: one minimum a candidate and vector, no mask
// registers until the end.
RETROGRAPH_AVX512 unsigned probe8_avx512(const std::uint8_t* a, const std::uint8_t* b, std::size_t count,
                                         const Candidates<std::uint8_t>& c) {
  const __m512i ones = _mm512_set1_epi8(-1);
  __m512i want[slots];
  __m512i least[slots];
  for (unsigned i = 0; i < slots; ++i) {
    want[i] = _mm512_set1_epi8(static_cast<char>(c[i]));
    least[i] = ones;
  }
  std::size_t j = 0;
  for (; j + 64 <= count; j += 64) {
    const __m512i x = _mm512_xor_si512(_mm512_loadu_si512(a + j), _mm512_loadu_si512(b + j));
    for (unsigned i = 0; i < slots; ++i) least[i] = _mm512_min_epu8(least[i], _mm512_xor_si512(x, want[i]));
  }
  if (j < count) {
    const __mmask64 rest = (std::uint64_t{1} << (count - j)) - 1;
    const __m512i x =
        _mm512_xor_si512(_mm512_maskz_loadu_epi8(rest, a + j), _mm512_maskz_loadu_epi8(rest, b + j));
    for (unsigned i = 0; i < slots; ++i)
      least[i] = _mm512_mask_min_epu8(least[i], rest, least[i], _mm512_xor_si512(x, want[i]));
  }
  unsigned hits = 0;
  for (unsigned i = 0; i < slots; ++i)
    hits |= static_cast<unsigned>(_mm512_testn_epi8_mask(least[i], ones) != 0) << i;
  return hits;
}

RETROGRAPH_AVX512 unsigned probe16_avx512(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
                                          const Candidates<std::uint16_t>& c) {
  const __m512i ones = _mm512_set1_epi8(-1);
  __m512i want[slots];
  __m512i least[slots];
  for (unsigned i = 0; i < slots; ++i) {
    want[i] = _mm512_set1_epi16(static_cast<short>(c[i]));
    least[i] = ones;
  }
  std::size_t j = 0;
  for (; j + 32 <= count; j += 32) {
    const __m512i x = _mm512_xor_si512(_mm512_loadu_si512(a + j), _mm512_loadu_si512(b + j));
    for (unsigned i = 0; i < slots; ++i) least[i] = _mm512_min_epu16(least[i], _mm512_xor_si512(x, want[i]));
  }
  if (j < count) {
    const __mmask32 rest = (std::uint32_t{1} << (count - j)) - 1;
    const __m512i x =
        _mm512_xor_si512(_mm512_maskz_loadu_epi16(rest, a + j), _mm512_maskz_loadu_epi16(rest, b + j));
    for (unsigned i = 0; i < slots; ++i)
      least[i] = _mm512_mask_min_epu16(least[i], rest, least[i], _mm512_xor_si512(x, want[i]));
  }
  unsigned hits = 0;
  for (unsigned i = 0; i < slots; ++i)
    hits |= static_cast<unsigned>(_mm512_testn_epi16_mask(least[i], ones) != 0) << i;
  return hits;
}

RETROGRAPH_AVX2 unsigned probe8_avx2(const std::uint8_t* a, const std::uint8_t* b, std::size_t count,
                                     const Candidates<std::uint8_t>& c) {
  __m256i want[slots];
  __m256i least[slots];
  for (unsigned i = 0; i < slots; ++i) {
    want[i] = _mm256_set1_epi8(static_cast<char>(c[i]));
    least[i] = _mm256_set1_epi8(-1);
  }
  std::size_t j = 0;
  for (; j + 32 <= count; j += 32) {
    const __m256i x = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + j)),
                                       _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + j)));
    for (unsigned i = 0; i < slots; ++i) least[i] = _mm256_min_epu8(least[i], _mm256_xor_si256(x, want[i]));
  }
  unsigned hits = probe_scalar(a + j, b + j, count - j, c);
  for (unsigned i = 0; i < slots; ++i) {
    const __m256i zero = _mm256_cmpeq_epi8(least[i], _mm256_setzero_si256());
    hits |= static_cast<unsigned>(_mm256_movemask_epi8(zero) != 0) << i;
  }
  return hits;
}

RETROGRAPH_AVX2 unsigned probe16_avx2(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
                                      const Candidates<std::uint16_t>& c) {
  __m256i want[slots];
  __m256i least[slots];
  for (unsigned i = 0; i < slots; ++i) {
    want[i] = _mm256_set1_epi16(static_cast<short>(c[i]));
    least[i] = _mm256_set1_epi8(-1);
  }
  std::size_t j = 0;
  for (; j + 16 <= count; j += 16) {
    const __m256i x = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + j)),
                                       _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + j)));
    for (unsigned i = 0; i < slots; ++i) least[i] = _mm256_min_epu16(least[i], _mm256_xor_si256(x, want[i]));
  }
  unsigned hits = probe_scalar(a + j, b + j, count - j, c);
  for (unsigned i = 0; i < slots; ++i) {
    const __m256i zero = _mm256_cmpeq_epi16(least[i], _mm256_setzero_si256());
    hits |= static_cast<unsigned>(_mm256_movemask_epi8(zero) != 0) << i;
  }
  return hits;
}

#endif

}  // namespace

template <>
Probe<std::uint8_t> probe_for(SimdLevel level) noexcept {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return probe8_avx512;
  if (level == SimdLevel::avx2) return probe8_avx2;
#endif
  (void)level;
  return probe_scalar<std::uint8_t>;
}

template <>
Probe<std::uint16_t> probe_for(SimdLevel level) noexcept {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return probe16_avx512;
  if (level == SimdLevel::avx2) return probe16_avx2;
#endif
  (void)level;
  return probe_scalar<std::uint16_t>;
}

}  // namespace retrograph::dense
