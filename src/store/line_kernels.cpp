#include "store/line_kernels.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "store/line_kernels_body.hpp"

namespace retrograph {

#if defined(__x86_64__)
extern const PlainLinesKernel avx2_plain_lines;
#endif

namespace {

// Every machine of the x86-64 kind has SSE2; others add up the digits one by one.
struct PlainOps {
  static Tile look(const char* text) {
    Tile now{};
#if defined(__SSE2__)
    for (int i = 0; i < 4; ++i) {
      const auto bits = [i](__m128i mask) {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(mask))) << (16 * i);
      };
      const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 16 * i));
      // Digits are those that 9 or less are left of, '0' taken away: the minimum with 9 is themselves.
      const __m128i value = _mm_sub_epi8(c, _mm_set1_epi8('0'));
      now.digits |= bits(_mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value));
      now.blanks |=
          bits(_mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(c, _mm_set1_epi8('\t'))));
      now.newlines |= bits(_mm_cmpeq_epi8(c, _mm_set1_epi8('\n')));
    }
#else
    for (int i = 0; i < 64; ++i) {
      now.digits |= std::uint64_t{text[i] >= '0' && text[i] <= '9'} << i;
      now.blanks |= std::uint64_t{text[i] == ' ' || text[i] == '\t'} << i;
      now.newlines |= std::uint64_t{text[i] == '\n'} << i;
    }
#endif
    return now;
  }
  static std::size_t edges(const Batch&) { return 0; }
};

}  // namespace

PlainLinesKernel plain_lines_kernel([[maybe_unused]] SimdLevel level) noexcept {
  // The kernel takes numbers as eight bytes of a little-endian word.
  if constexpr (std::endian::native != std::endian::little) return [](PlainLines&) {};
#if defined(__x86_64__)
  if (level >= SimdLevel::avx2) return avx2_plain_lines;
#endif
  return read_plain_lines<PlainOps>;
}

}  // namespace retrograph
