// Blocks of 512 bits in the registers of the instruction set that this file is compiled for.
//
//   before(prev, x)   x moved up by one word: word i is word i-1, word 0 is the last of prev
//   after(x, next)    x moved down by one word
//   load_any(p)       from any word
//   shl(x, y, n)      bits of every word moved up by n, 0 .. 63, filled from the word of y: before(prev, x)
//   for a
//                     carry from word to word
//   shr(x, y, n)      likewise down, filled from after(x, next)
#pragma once

#include <cstdint>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

// Without it g++ 12 calls the parts of a kernel and passes rows of registers through memory, at half the
// speed.
#define RETROGRAPH_INLINE __attribute__((always_inline)) inline

namespace retrograph::bits {
namespace {

#if defined(__AVX512F__) && defined(__AVX512VBMI2__)

struct Block {
  __m512i v;
  static Block zero() { return {_mm512_setzero_si512()}; }
  static Block load(const std::uint64_t* p) { return {_mm512_load_si512(p)}; }
  static Block load_any(const std::uint64_t* p) { return {_mm512_loadu_si512(p)}; }
  void store(std::uint64_t* p) const { _mm512_store_si512(p, v); }
  [[nodiscard]] std::uint64_t low_word() const {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(v)));
  }
  [[nodiscard]] std::uint64_t high_word() const {
    return static_cast<std::uint64_t>(_mm_extract_epi64(_mm512_extracti64x2_epi64(v, 3), 1));
  }
  friend Block operator|(Block a, Block b) { return {_mm512_or_si512(a.v, b.v)}; }
  friend Block operator&(Block a, Block b) { return {_mm512_and_si512(a.v, b.v)}; }
  friend Block operator^(Block a, Block b) { return {_mm512_xor_si512(a.v, b.v)}; }
  static Block and_not(Block a, Block b) { return {_mm512_ternarylogic_epi64(a.v, b.v, b.v, 0x30)}; }
  [[nodiscard]] bool any() const { return _mm512_test_epi64_mask(v, v) != 0; }
  [[nodiscard]] Block popcounts() const { return {_mm512_popcnt_epi64(v)}; }
  friend Block operator+(Block a, Block b) { return {_mm512_add_epi64(a.v, b.v)}; }
  [[nodiscard]] std::uint64_t sum() const { return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(v)); }
  static Block before(Block prev, Block x) { return {_mm512_alignr_epi64(x.v, prev.v, 7)}; }
  static Block after(Block x, Block next) { return {_mm512_alignr_epi64(next.v, x.v, 1)}; }
  static Block shl(Block x, Block y, Block n) { return {_mm512_shldv_epi64(x.v, y.v, n.v)}; }
  static Block shr(Block x, Block y, Block n) { return {_mm512_shrdv_epi64(x.v, y.v, n.v)}; }
  static Block shl1(Block x, Block y) { return {_mm512_shldi_epi64(x.v, y.v, 1)}; }
  static Block shr1(Block x, Block y) { return {_mm512_shrdi_epi64(x.v, y.v, 1)}; }
  static Block times(unsigned n) { return {_mm512_set1_epi64(static_cast<long long>(n))}; }
  static Block bit(unsigned i) {
    return {_mm512_maskz_set1_epi64(static_cast<__mmask8>(1U << (i / 64)),
                                    static_cast<long long>(1ULL << (i % 64)))};
  }
};

#elif defined(__AVX2__)

struct Block {
  __m256i a, b;
  static Block zero() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  static Block load(const std::uint64_t* p) {
    const auto* q = reinterpret_cast<const __m256i*>(p);
    return {_mm256_load_si256(q), _mm256_load_si256(q + 1)};
  }
  static Block load_any(const std::uint64_t* p) {
    const auto* q = reinterpret_cast<const __m256i*>(p);
    return {_mm256_loadu_si256(q), _mm256_loadu_si256(q + 1)};
  }
  [[nodiscard]] std::uint64_t low_word() const {
    return static_cast<std::uint64_t>(_mm256_extract_epi64(a, 0));
  }
  [[nodiscard]] std::uint64_t high_word() const {
    return static_cast<std::uint64_t>(_mm256_extract_epi64(b, 3));
  }
  void store(std::uint64_t* p) const {
    auto* q = reinterpret_cast<__m256i*>(p);
    _mm256_store_si256(q, a);
    _mm256_store_si256(q + 1, b);
  }
  friend Block operator|(Block x, Block y) { return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)}; }
  friend Block operator&(Block x, Block y) {
    return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)};
  }
  friend Block operator^(Block x, Block y) {
    return {_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b)};
  }
  static Block and_not(Block x, Block y) {
    return {_mm256_andnot_si256(y.a, x.a), _mm256_andnot_si256(y.b, x.b)};
  }
  [[nodiscard]] bool any() const {
    const __m256i both = _mm256_or_si256(a, b);
    return _mm256_testz_si256(both, both) == 0;
  }
  // By a table of nibbles (Mula): a trip through memory and the scalar instruction takes three times as long.
  [[nodiscard]] Block popcounts() const {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2,
                                           2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const auto counts = [&](__m256i v) {
      const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble));
      const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
      return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
    };
    return {counts(a), counts(b)};
  }
  friend Block operator+(Block x, Block y) {
    return {_mm256_add_epi64(x.a, y.a), _mm256_add_epi64(x.b, y.b)};
  }
  [[nodiscard]] std::uint64_t sum() const {
    alignas(32) std::uint64_t w[8];
    store(w);
    return w[0] + w[1] + w[2] + w[3] + w[4] + w[5] + w[6] + w[7];
  }
  static Block before(Block prev, Block x) {
    const auto up = [](__m256i low, __m256i high) {
      return _mm256_permute4x64_epi64(_mm256_blend_epi32(high, low, 0xc0), 0x93);
    };
    return {up(prev.b, x.a), up(x.a, x.b)};
  }
  static Block after(Block x, Block next) {
    const auto down = [](__m256i low, __m256i high) {
      return _mm256_permute4x64_epi64(_mm256_blend_epi32(low, high, 3), 0x39);
    };
    return {down(x.a, x.b), down(x.b, next.a)};
  }
  static Block shl(Block x, Block y, Block n) {
    const __m256i m = _mm256_sub_epi64(_mm256_set1_epi64x(64), n.a);
    return {_mm256_or_si256(_mm256_sllv_epi64(x.a, n.a), _mm256_srlv_epi64(y.a, m)),
            _mm256_or_si256(_mm256_sllv_epi64(x.b, n.a), _mm256_srlv_epi64(y.b, m))};
  }
  static Block shr(Block x, Block y, Block n) {
    const __m256i m = _mm256_sub_epi64(_mm256_set1_epi64x(64), n.a);
    return {_mm256_or_si256(_mm256_srlv_epi64(x.a, n.a), _mm256_sllv_epi64(y.a, m)),
            _mm256_or_si256(_mm256_srlv_epi64(x.b, n.a), _mm256_sllv_epi64(y.b, m))};
  }
  static Block shl1(Block x, Block y) { return shl(x, y, times(1)); }
  static Block shr1(Block x, Block y) { return shr(x, y, times(1)); }
  static Block times(unsigned n) { return {_mm256_set1_epi64x(n), _mm256_set1_epi64x(n)}; }
  static Block bit(unsigned i) {
    alignas(32) std::uint64_t w[8] = {};
    w[i / 64] = 1ULL << (i % 64);
    return load(w);
  }
};

#else

struct Block {
  std::uint64_t w[8];
  template <class F>
  static Block make(F&& f) {
    Block r;
    for (unsigned i = 0; i < 8; ++i) r.w[i] = f(i);
    return r;
  }
  static Block zero() {
    return make([](unsigned) { return std::uint64_t{0}; });
  }
  static Block load(const std::uint64_t* p) {
    return make([&](unsigned i) { return p[i]; });
  }
  static Block load_any(const std::uint64_t* p) { return load(p); }
  [[nodiscard]] std::uint64_t low_word() const { return w[0]; }
  [[nodiscard]] std::uint64_t high_word() const { return w[7]; }
  void store(std::uint64_t* p) const {
    for (unsigned i = 0; i < 8; ++i) p[i] = w[i];
  }
  friend Block operator|(const Block& a, const Block& b) {
    return make([&](unsigned i) { return a.w[i] | b.w[i]; });
  }
  friend Block operator&(const Block& a, const Block& b) {
    return make([&](unsigned i) { return a.w[i] & b.w[i]; });
  }
  friend Block operator^(const Block& a, const Block& b) {
    return make([&](unsigned i) { return a.w[i] ^ b.w[i]; });
  }
  friend Block operator+(const Block& a, const Block& b) {
    return make([&](unsigned i) { return a.w[i] + b.w[i]; });
  }
  static Block and_not(const Block& a, const Block& b) {
    return make([&](unsigned i) { return a.w[i] & ~b.w[i]; });
  }
  [[nodiscard]] bool any() const { return (w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) != 0; }
  [[nodiscard]] Block popcounts() const {
    return make([&](unsigned i) { return static_cast<std::uint64_t>(__builtin_popcountll(w[i])); });
  }
  [[nodiscard]] std::uint64_t sum() const { return w[0] + w[1] + w[2] + w[3] + w[4] + w[5] + w[6] + w[7]; }
  static Block before(const Block& prev, const Block& x) {
    return make([&](unsigned i) { return i == 0 ? prev.w[7] : x.w[i - 1]; });
  }
  static Block after(const Block& x, const Block& next) {
    return make([&](unsigned i) { return i == 7 ? next.w[0] : x.w[i + 1]; });
  }
  static Block shl(const Block& x, const Block& y, const Block& n) {
    const std::uint64_t m = n.w[0];
    return make([&](unsigned i) { return x.w[i] << m | y.w[i] >> 1 >> (63 - m); });
  }
  static Block shr(const Block& x, const Block& y, const Block& n) {
    const std::uint64_t m = n.w[0];
    return make([&](unsigned i) { return x.w[i] >> m | y.w[i] << 1 << (63 - m); });
  }
  static Block shl1(const Block& x, const Block& y) {
    return make([&](unsigned i) { return x.w[i] << 1 | y.w[i] >> 63; });
  }
  static Block shr1(const Block& x, const Block& y) {
    return make([&](unsigned i) { return x.w[i] >> 1 | y.w[i] << 63; });
  }
  static Block times(unsigned n) {
    return make([&](unsigned) { return std::uint64_t{n}; });
  }
  static Block bit(unsigned i) {
    return make([&](unsigned k) { return k == i / 64 ? std::uint64_t{1} << (i % 64) : 0; });
  }
};

#endif

}  // namespace
}  // namespace retrograph::bits
