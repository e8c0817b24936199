// Vector operations of the kernels with AVX2 and BMI2. Included by kernels_avx2.cpp alone, behind its target
// pragma; what it does not name is as in plain C++ (ops_scalar.hpp).
#pragma once

#include <immintrin.h>

#include "solve/adaptive/ops_scalar.hpp"

namespace retrograph::adaptive {
namespace {

struct Avx2Ops : Ops {
  static unsigned count(Word w) { return static_cast<unsigned>(_mm_popcnt_u64(w)); }

  static void copy16(Id* to, const Id* from) {
    const __m256i low = load(from);
    const __m256i high = load(from + 8);
    store(to, low);
    store(to + 8, high);
  }

  static Word hits64(const Id* entries, const Word* bitmap) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 8) mask |= Word{hits8(load(entries + i), bitmap)} << i;
    return mask;
  }
  static Word hits_of(const Id* entries, unsigned size, const Word* bitmap) {
    Word mask = 0;
    unsigned i = 0;
    for (; i + 8 <= size; i += 8) mask |= Word{hits8(load(entries + i), bitmap)} << i;
    return i == size ? mask : mask | Ops::hits_of(entries + i, size - i, bitmap) << i;
  }

  static Id* compress64(const Id* in, Word mask, Id* out) {
    // A store of 8 never reaches beyond the 8 entries just loaded, so `out` may be `in`.
    for (unsigned i = 0; i < 64; i += 8) {
      const auto part = static_cast<unsigned>(mask >> i & 0xff);
      store(out, _mm256_permutevar8x32_epi32(load(in + i), places_of(part)));
      out += count(part);
    }
    return out;
  }
  static Id* list64(Word mask, Id base, Id* out) {
    for (unsigned i = 0; mask != 0; i += 8, mask >>= 8) {
      const auto part = static_cast<unsigned>(mask & 0xff);
      store(out, _mm256_add_epi32(places_of(part), _mm256_set1_epi32(static_cast<int>(base + i))));
      out += count(part);
    }
    return out;
  }

  static Word pext(Word value, Word mask) { return _pext_u64(value, mask); }
  static Word pdep(Word value, Word mask) { return _pdep_u64(value, mask); }

  static Word equal_next64(const EdgeIndex* offsets) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 4) {
      const __m256i same = _mm256_cmpeq_epi64(load(offsets + i), load(offsets + i + 1));
      mask |= Word{static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)))} << i;
    }
    return mask;
  }
  static Word equal_bytes64(const std::uint8_t* bytes, std::uint8_t byte) {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(byte));
    const auto low = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(bytes), wanted)));
    const auto high =
        static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(bytes + 32), wanted)));
    return low | Word{high} << 32;
  }
  static Word within64(const Id* entries, Id low, Id high) {
    // Unsigned e - low < high - low by signed compare of both sides moved by 2^31.
    const __m256i span = _mm256_set1_epi32(static_cast<int>((high - low) ^ 0x80000000U));
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 8) {
      const __m256i at = _mm256_sub_epi32(load(entries + i), _mm256_set1_epi32(static_cast<int>(low)));
      const __m256i moved = _mm256_xor_si256(at, _mm256_set1_epi32(static_cast<int>(0x80000000U)));
      const __m256i inside = _mm256_cmpgt_epi32(span, moved);
      mask |= Word{static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(inside)))} << i;
    }
    return mask;
  }
  static Word wide_rows64(const EdgeIndex* offsets) {
    Word mask = 0;
    for (unsigned i = 0; i < 64; i += 4) {
      const __m256i width = _mm256_sub_epi64(load(offsets + i + 1), load(offsets + i));
      const __m256i wide = _mm256_cmpgt_epi64(width, _mm256_set1_epi64x(widest_row));
      mask |= Word{static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(wide)))} << i;
    }
    return mask;
  }
  static Word any_in_rows64(const EdgeIndex* offsets, EdgeIndex base, const Word* bits) {
    Word mask = 0;
    const auto* bytes = reinterpret_cast<const long long*>(bits);
    const __m256i first = _mm256_set1_epi64x(static_cast<long long>(base));
    for (unsigned i = 0; i < 64; i += 4) {
      const __m256i begin = load(offsets + i);
      const __m256i width = _mm256_sub_epi64(load(offsets + i + 1), begin);
      const __m256i at = _mm256_sub_epi64(begin, first);
      __m256i row = _mm256_i64gather_epi64(bytes, _mm256_srli_epi64(at, 3), 1);
      row = _mm256_srlv_epi64(row, _mm256_and_si256(at, _mm256_set1_epi64x(7)));
      // The bits above `width` leave by a shift to the left; a width of 0 shifts all of them out.
      row = _mm256_sllv_epi64(row, _mm256_sub_epi64(_mm256_set1_epi64x(64), width));
      const __m256i none = _mm256_cmpeq_epi64(row, _mm256_setzero_si256());
      mask |= Word{static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none))) ^ 15U} << i;
    }
    return mask;
  }

 private:
  template <class T>
  static __m256i load(const T* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static void store(Id* to, __m256i value) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }

  static unsigned hits8(__m256i ids, const Word* bitmap) {
    const __m256i words =
        _mm256_i32gather_epi32(reinterpret_cast<const int*>(bitmap), _mm256_srli_epi32(ids, 5), 4);
    // The wanted bit to the sign: shift left by 31 - (id & 31).
    const __m256i up = _mm256_andnot_si256(ids, _mm256_set1_epi32(31));
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sllv_epi32(words, up))));
  }
  // The positions of the set bits of a byte, packed to the front of eight lanes.
  static __m256i places_of(unsigned part) {
    const Word bytes = _pdep_u64(part, 0x0101010101010101U) * 0xff;
    const Word packed = _pext_u64(0x0706050403020100U, bytes);
    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(packed)));
  }
};

}  // namespace
}  // namespace retrograph::adaptive
