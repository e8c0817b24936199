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
  static Tile look(const char* text) {
    const Half low = half(text);
    const Half high = half(text + 32);
    const auto join = [](std::uint32_t a, std::uint32_t b) { return a | std::uint64_t{b} << 32; };
    const std::uint64_t newlines = join(low.newlines, high.newlines);
    return {join(low.digits, high.digits), join(low.separators, high.separators) & ~newlines, newlines};
  }

  // Four edges, eight numbers of eight characters, at a time.
  static std::size_t edges(Batch& batch) {
    const __m256i first = _mm256_set1_epi32(static_cast<int>(batch.first));
    __m256i largest = _mm256_setzero_si256();
    __m128i longest = _mm_setzero_si128();
    std::size_t i = 0;
    for (; i + 4 <= batch.count; i += 4) {
      const std::uint16_t* const e = batch.ends + 2 * i;
      const __m128i before = _mm_loadu_si128(reinterpret_cast<const __m128i*>(e));
      const __m128i ends = _mm_loadu_si128(reinterpret_cast<const __m128i*>(e + 1));
      const __m128i length = _mm_sub_epi16(ends, before);  // and 1
      longest = _mm_max_epu16(longest, length);
      __m128i excess = _mm_slli_epi16(_mm_sub_epi16(_mm_set1_epi16(9), length), 3);  // bits before a number
      excess = _mm_shuffle_epi32(excess, _MM_SHUFFLE(3, 1, 2, 0));
      const __m256i a = fours(batch.text, e[1], e[2], e[5], e[6], excess);
      const __m256i b = fours(batch.text, e[3], e[4], e[7], e[8], _mm_unpackhi_epi64(excess, excess));
      const __m256i number = _mm256_madd_epi16(_mm256_packus_epi32(a, b), _mm256_set1_epi32(1 << 16 | 10000));
      const __m256i id = _mm256_sub_epi32(number, first);
      largest = _mm256_max_epu32(largest, id);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(batch.to + i), id);
    }
    if (_mm_movemask_epi8(_mm_cmpeq_epi16(_mm_max_epu16(longest, _mm_set1_epi16(9)), _mm_set1_epi16(9))) !=
        0xffff)
      return 0;
    alignas(32) std::uint32_t each[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(each), largest);
    batch.largest = *std::max_element(each, each + 8);
    return i;
  }

 private:
  struct Half {
    std::uint32_t digits;
    std::uint32_t separators;
    std::uint32_t newlines;
  };
  static std::uint32_t bits(__m256i mask) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(mask)); }
  static Half half(const char* text) {
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
    const __m256i value = _mm256_sub_epi8(c, _mm256_set1_epi8('0'));
    const __m256i is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
    // At the low half of each separator stands itself, elsewhere what no character below 128 is.
    const __m256i separators = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, -1, -1, -1));
    const __m256i is_separator = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(separators, c), c);
    return {bits(is_digit), bits(is_separator), bits(_mm256_cmpeq_epi8(c, _mm256_set1_epi8('\n')))};
  }

  // The eight characters before each of four ends, all but the digits of the number cleared, added up to
  // two fours for each.
  static __m256i fours(const char* text, unsigned e0, unsigned e1, unsigned e2, unsigned e3, __m128i excess) {
    const __m256i words = _mm256_set_m128i(pair(text + e2, text + e3), pair(text + e0, text + e1));
    const __m256i keep = _mm256_sllv_epi64(_mm256_set1_epi8(0x0f), _mm256_cvtepu16_epi64(excess));
    const __m256i twos = _mm256_maddubs_epi16(_mm256_and_si256(words, keep), _mm256_set1_epi16(1 << 8 | 10));
    return _mm256_madd_epi16(twos, _mm256_set1_epi32(1 << 16 | 100));
  }
  static __m128i pair(const char* end0, const char* end1) {
    const __m128d low = _mm_load_sd(reinterpret_cast<const double*>(end0 - 8));
    return _mm_castpd_si128(_mm_loadh_pd(low, reinterpret_cast<const double*>(end1 - 8)));
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
