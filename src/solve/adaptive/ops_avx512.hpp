// Vector operations of the kernels with AVX-512. Included by kernels_avx512.cpp alone, behind its target
// pragma; what it does not name is as in plain C++ (ops_scalar.hpp).
#pragma once

#include <immintrin.h>

#include "solve/adaptive/ops_scalar.hpp"

namespace retrograph::adaptive {
namespace {

struct Avx512Ops : Ops {
  static unsigned count(Word w) { return static_cast<unsigned>(_mm_popcnt_u64(w)); }

  static void copy16(Id* to, const Id* from) { _mm512_storeu_si512(to, _mm512_loadu_si512(from)); }

  static Word hits64(const Id* entries, const Word* bitmap) {
    return Word{hits16(_mm512_loadu_si512(entries), bitmap)} |
           Word{hits16(_mm512_loadu_si512(entries + 16), bitmap)} << 16 |
           Word{hits16(_mm512_loadu_si512(entries + 32), bitmap)} << 32 |
           Word{hits16(_mm512_loadu_si512(entries + 48), bitmap)} << 48;
  }
  static Word hits_of(const Id* entries, unsigned size, const Word* bitmap) {
    Word mask = 0;
    unsigned i = 0;
    for (; i + 16 <= size; i += 16) mask |= Word{hits16(_mm512_loadu_si512(entries + i), bitmap)} << i;
    if (i == size) return mask;
    const auto lanes = static_cast<__mmask16>((1U << (size - i)) - 1);
    const Word tail = hits16(_mm512_maskz_loadu_epi32(lanes, entries + i), bitmap) & lanes;
    return mask | tail << i;
  }

  static Id* compress64(const Id* in, Word mask, Id* out) {
    // All loads before all stores: `out` may be `in`. Register compress and a plain store: the compress with
    // a memory operand is microcoded on Zen.
    const __m512i a = _mm512_loadu_si512(in);
    const __m512i b = _mm512_loadu_si512(in + 16);
    const __m512i c = _mm512_loadu_si512(in + 32);
    const __m512i d = _mm512_loadu_si512(in + 48);
    out = compress16(a, mask, out);
    out = compress16(b, mask >> 16, out);
    out = compress16(c, mask >> 32, out);
    return compress16(d, mask >> 48, out);
  }
  static Id* list64(Word mask, Id base, Id* out) {
    __m512i ids = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(base)),
                                   _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    for (unsigned i = 0; i < 64; i += 16) {
      out = compress16(ids, mask >> i, out);
      ids = _mm512_add_epi32(ids, _mm512_set1_epi32(16));
    }
    return out;
  }

  static Word pext(Word value, Word mask) { return _pext_u64(value, mask); }
  static Word pdep(Word value, Word mask) { return _pdep_u64(value, mask); }

  static Word equal_next64(const EdgeIndex* offsets) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 8)
      mask |=
          Word{_mm512_cmpeq_epi64_mask(_mm512_loadu_si512(offsets + i), _mm512_loadu_si512(offsets + i + 1))}
          << i;
    return mask;
  }
  static Word equal_bytes64(const std::uint8_t* bytes, std::uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8(static_cast<char>(byte)));
  }
  static void store_bytes64(std::uint8_t* bytes, Word mask, std::uint8_t byte) {
    _mm512_mask_storeu_epi8(bytes, mask, _mm512_set1_epi8(static_cast<char>(byte)));
  }
  static void fill_bytes64(std::uint8_t* bytes, Word mask, std::uint8_t set, std::uint8_t clear) {
    _mm512_storeu_si512(bytes, _mm512_mask_blend_epi8(mask, _mm512_set1_epi8(static_cast<char>(clear)),
                                                      _mm512_set1_epi8(static_cast<char>(set))));
  }
  static void store_values64(std::uint8_t* bytes, Word win, Word lose, Word tie) {
    __m512i values = _mm512_maskz_set1_epi8(win, 1);
    values = _mm512_mask_mov_epi8(values, lose, _mm512_set1_epi8(2));
    _mm512_storeu_si512(bytes, _mm512_mask_mov_epi8(values, tie, _mm512_set1_epi8(3)));
  }
  static Word within64(const Id* entries, Id low, Id high) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 16) {
      const __m512i at =
          _mm512_sub_epi32(_mm512_loadu_si512(entries + i), _mm512_set1_epi32(static_cast<int>(low)));
      mask |= Word{_mm512_cmplt_epu32_mask(at, _mm512_set1_epi32(static_cast<int>(high - low)))} << i;
    }
    return mask;
  }
  static Word wide_rows64(const EdgeIndex* offsets) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 8) {
      const __m512i width =
          _mm512_sub_epi64(_mm512_loadu_si512(offsets + i + 1), _mm512_loadu_si512(offsets + i));
      mask |= Word{_mm512_cmpgt_epi64_mask(width, _mm512_set1_epi64(widest_row))} << i;
    }
    return mask;
  }
  static Word any_in_rows64(const EdgeIndex* offsets, EdgeIndex base, const Word* bits) {
    Word mask = 0;
    const __m512i first = _mm512_set1_epi64(static_cast<long long>(base));
    for (unsigned i = 0; i < 64; i += 8) {
      const __m512i begin = _mm512_loadu_si512(offsets + i);
      const __m512i width = _mm512_sub_epi64(_mm512_loadu_si512(offsets + i + 1), begin);
      const __m512i at = _mm512_sub_epi64(begin, first);
      __m512i row = _mm512_i64gather_epi64(_mm512_srli_epi64(at, 3), bits, 1);
      row = _mm512_srlv_epi64(row, _mm512_and_si512(at, _mm512_set1_epi64(7)));
      // The bits above `width` leave by a shift to the left; a width of 0 shifts all of them out.
      row = _mm512_sllv_epi64(row, _mm512_sub_epi64(_mm512_set1_epi64(64), width));
      mask |= Word{_mm512_test_epi64_mask(row, row)} << i;
    }
    return mask;
  }

 private:
  static __mmask16 hits16(__m512i ids, const Word* bitmap) {
    const __m512i words = _mm512_i32gather_epi32(_mm512_srli_epi32(ids, 5), bitmap, 4);
    return _mm512_test_epi32_mask(_mm512_rorv_epi32(words, ids), _mm512_set1_epi32(1));
  }
  static Id* compress16(__m512i ids, Word mask, Id* out) {
    const auto lanes = static_cast<__mmask16>(mask);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(lanes, ids));
    return out + count(lanes);
  }
};

}  // namespace
}  // namespace retrograph::adaptive
