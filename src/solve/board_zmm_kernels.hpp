// The kernels of large boards in AVX-512 registers, for the usual rules and a pitch below 512; other boards
// fall back on the kernels of plain words.
//
// A visit keeps a window of three blocks of the AND and three of its sideways union in registers while it
// walks along the row: 5 loads, 6 shuffles, 4 double shifts and 1 store for 512 pairs of cells. Bounced
// through memory and loaded again shifted, as the plain kernels do, it is 1.2 to 1.9 times slower.
#pragma once

#include "board_kernels.hpp"
#include "board_vectors.hpp"
#include "board_word_kernels.hpp"

#if defined(__AVX512VBMI2__)

namespace retrograph::bits {
namespace {

// A shift by one board row: whole words by a permutation of two blocks, the rest by a double shift.
struct RowShift {
  __m512i up_near, up_far, down_near, down_far, bits;
  explicit RowShift(std::uint32_t pitch) {
    const auto words = static_cast<long long>(pitch / 64);
    const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    up_near = _mm512_add_epi64(lane, _mm512_set1_epi64(8 - words));
    up_far = _mm512_add_epi64(lane, _mm512_set1_epi64(7 - words));
    down_near = _mm512_add_epi64(lane, _mm512_set1_epi64(words));
    down_far = _mm512_add_epi64(lane, _mm512_set1_epi64(words + 1));
    bits = _mm512_set1_epi64(pitch % 64);
  }
  RETROGRAPH_INLINE __m512i join(__m512i prev, __m512i here, __m512i next) const {
    const __m512i up = _mm512_shldv_epi64(_mm512_permutex2var_epi64(prev, up_near, here),
                                          _mm512_permutex2var_epi64(prev, up_far, here), bits);
    const __m512i down = _mm512_shrdv_epi64(_mm512_permutex2var_epi64(here, down_near, next),
                                            _mm512_permutex2var_epi64(here, down_far, next), bits);
    return _mm512_ternarylogic_epi64(here, up, down, 0xfe);
  }
};

RETROGRAPH_INLINE __m512i with_sides(__m512i prev, __m512i here, __m512i next) {
  const __m512i left = _mm512_shldi_epi64(here, _mm512_alignr_epi64(here, prev, 7), 1);
  const __m512i right = _mm512_shrdi_epi64(here, _mm512_alignr_epi64(next, here, 1), 1);
  return _mm512_ternarylogic_epi64(here, left, right, 0xfe);
}

inline bool usual_zmm(const Board& b) {
  return b.around != nullptr && b.pitch < 512;
}

// The five rows whose AND is the thief-turn row of t.
class Meeting {
 public:
  Meeting(const Board& b, const std::uint64_t* x, std::uint32_t t) {
    r_[0] = row(b, x, t);
    for (unsigned k = 0; k < 4; ++k) r_[k + 1] = row(b, x, b.around[4ULL * t + k]);
  }
  RETROGRAPH_INLINE __m512i operator()(std::uint32_t block) const {
    const std::uint64_t at = std::uint64_t{block_words} * block;
    const __m512i three = _mm512_ternarylogic_epi64(load(0, at), load(1, at), load(2, at), 0x80);
    return _mm512_ternarylogic_epi64(three, load(3, at), load(4, at), 0x80);
  }

 private:
  RETROGRAPH_INLINE __m512i load(unsigned k, std::uint64_t at) const { return _mm512_load_si512(r_[k] + at); }
  const std::uint64_t* r_[5];
};

// Walks blocks out.lo .. out.hi-1: source(i) is the set in blocks in.lo .. in.hi-1, empty outside;
// put(i, cells from which a step leads into it).
template <class Source, class Put>
RETROGRAPH_INLINE void walk(const RowShift& shift, Range in, Range out, Source&& source, Put&& put) {
  const auto guarded = [&](std::uint32_t i) __attribute__((always_inline)) {
    return i >= in.lo && i < in.hi ? source(i) : _mm512_setzero_si512();
  };
  const std::uint32_t first = out.lo;
  __m512i a0 = first >= 1 ? guarded(first - 1) : _mm512_setzero_si512();
  __m512i a1 = guarded(first);
  __m512i h0 = first >= 1 ? with_sides(first >= 2 ? guarded(first - 2) : _mm512_setzero_si512(), a0, a1)
                          : with_sides(_mm512_setzero_si512(), _mm512_setzero_si512(), a1);
  __m512i a2 = guarded(first + 1);
  __m512i h1 = with_sides(a0, a1, a2);
  const auto step = [&](std::uint32_t i, __m512i a3) __attribute__((always_inline)) {
    const __m512i h2 = with_sides(a1, a2, a3);
    put(i, shift.join(h0, h1, h2));
    h0 = h1;
    h1 = h2;
    a1 = a2;
    a2 = a3;
  };
  std::uint32_t i = first;
  // Blocks whose whole neighbourhood is inside go without a condition.
  for (; i < out.hi && i + 2 < in.lo; ++i) step(i, _mm512_setzero_si512());
  for (; i < out.hi && i + 2 < in.hi; ++i) step(i, source(i + 2));
  for (; i < out.hi; ++i) step(i, _mm512_setzero_si512());
}

RETROGRAPH_INLINE std::uint64_t zmm_visit_usual(const Board& b, const Fixpoint& f, const RowShift& shift,
                                                unsigned group_log, std::uint32_t t, std::uint64_t window) {
  const Range changed = blocks_of(b, window);
  const Range out = wider(b, changed);
  const Meeting meeting(b, f.x, t);
  std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
  std::uint64_t result = 0;
  if (f.grow) {
    // The neighbourhood of the own cell must be added once; later visits find it there.
    const std::uint32_t own = b.point[t] / 512;
    const __m512i point = Block::bit(b.point[t] % 512).v;
    walk(
        shift, changed, out,
        [&](std::uint32_t i) __attribute__((always_inline)) {
          const __m512i met = meeting(i);
          return i == own ? _mm512_or_si512(met, point) : met;
        },
        [&](std::uint32_t i, __m512i d) __attribute__((always_inline)) {
          const std::uint64_t at = std::uint64_t{block_words} * i;
          const __m512i old = _mm512_load_si512(x + at);
          const __m512i gained = _mm512_ternarylogic_epi64(d, _mm512_load_si512(b.free + at), old, 0x40);
          _mm512_store_si512(x + at, _mm512_or_si512(old, gained));
          result |= static_cast<std::uint64_t>(_mm512_test_epi64_mask(gained, gained) != 0)
                    << (i >> group_log);
        });
    return result;
  }
  const std::uint32_t own = b.point[t] / 512;
  const __m512i point = Block::bit(b.point[t] % 512).v;
  walk(
      shift, wider(b, out), out,
      [&](std::uint32_t i) __attribute__((always_inline)) {
        const __m512i met = meeting(i);
        return i == own ? _mm512_or_si512(met, point) : met;
      },
      [&](std::uint32_t i, __m512i d) __attribute__((always_inline)) {
        const std::uint64_t at = std::uint64_t{block_words} * i;
        const __m512i old = _mm512_load_si512(x + at);
        const __m512i lost = _mm512_ternarylogic_epi64(old, d, d, 0x30);
        _mm512_store_si512(x + at, _mm512_xor_si512(old, lost));
        result |= static_cast<std::uint64_t>(_mm512_test_epi64_mask(lost, lost) != 0) << (i >> group_log);
      });
  return result;
}

bool zmm_sweep(const Board& b, const Fixpoint& f, std::uint64_t* pending, std::uint32_t begin,
               std::uint32_t end, std::uint64_t* scratch) {
  if (!usual_zmm(b)) return sweep_with<visit>(b, f, pending, begin, end, scratch);
  const RowShift shift(b.pitch);
  const auto group_log = static_cast<unsigned>(__builtin_ctz(b.group));
  bool any = false;
  for (std::uint32_t t = begin; t < end; ++t) {
    const std::uint64_t window = pending[t];
    if (window == 0) continue;
    pending[t] = 0;
    if (b.police_fixed[t] != 0) continue;
    any = true;
    const std::uint64_t changed = zmm_visit_usual(b, f, shift, group_log, t, window);
    if (changed == 0) continue;
    pending[t] |= changed;
    for (unsigned k = 0; k < 4; ++k) pending[b.around[4ULL * t + k]] |= changed;
  }
  return any;
}

bool zmm_thief_level(const Board& b, const Fixpoint& f, const std::uint64_t* police_changed,
                     std::uint64_t* thief_changed, std::uint32_t begin, std::uint32_t end,
                     std::uint64_t* scratch) {
  if (!usual_zmm(b)) return thief_level(b, f, police_changed, thief_changed, begin, end, scratch);
  const auto group_log = static_cast<unsigned>(__builtin_ctz(b.group));
  std::uint64_t any = 0;
  for (std::uint32_t t = begin; t < end; ++t) {
    const std::uint32_t* near = b.around + 4ULL * t;
    const std::uint64_t window = police_changed[t] | police_changed[near[0]] | police_changed[near[1]] |
                                 police_changed[near[2]] | police_changed[near[3]];
    std::uint64_t changed = 0;
    if (window != 0 && b.thief_fixed[t] == 0) {
      const Range r = blocks_of(b, window);
      const Meeting meeting(b, f.x, t);
      std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
      const std::uint32_t own = b.point[t] / 512;
      const __m512i point = Block::bit(b.point[t] % 512).v;
      for (std::uint32_t i = r.lo; i < r.hi; ++i) {
        const std::uint64_t at = std::uint64_t{block_words} * i;
        const __m512i old = _mm512_load_si512(y + at);
        __m512i now = meeting(i);
        if (i == own) now = _mm512_or_si512(now, point);
        _mm512_store_si512(y + at, now);
        changed |= static_cast<std::uint64_t>(_mm512_cmpneq_epi64_mask(old, now) != 0) << (i >> group_log);
      }
    }
    any |= thief_changed[t] = changed;
  }
  return any != 0;
}

RETROGRAPH_INLINE void mark_level(const Planes& planes, std::uint64_t at, std::uint32_t level,
                                  __m512i delta) {
  for (std::uint32_t bits = level; bits != 0; bits &= bits - 1) {
    std::uint64_t* plane = planes.plane[__builtin_ctz(bits)] + at;
    _mm512_store_si512(plane, _mm512_or_si512(_mm512_load_si512(plane), delta));
  }
}

// One level of one thief cell.
template <bool Grow>
RETROGRAPH_INLINE std::uint64_t police_blocks(const Board& b, const Fixpoint& f, const RowShift& shift,
                                              unsigned group_log, std::uint32_t t, std::uint64_t window,
                                              const Planes& planes, std::uint32_t level) {
  const Range changed = blocks_of(b, window);
  const Range out = wider(b, changed);
  const std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
  const std::uint64_t* free = b.free;
  std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
  const std::uint64_t mark_at = t * planes.row_stride;
  std::uint64_t result = 0;
  walk(
      shift, Grow ? changed : wider(b, out), out,
      [&](std::uint32_t i)
          __attribute__((always_inline)) { return _mm512_load_si512(y + std::uint64_t{block_words} * i); },
      [&](std::uint32_t i, __m512i d) __attribute__((always_inline)) {
        const std::uint64_t at = std::uint64_t{block_words} * i;
        const __m512i old = _mm512_load_si512(x + at);
        const __m512i delta = Grow ? _mm512_ternarylogic_epi64(d, _mm512_load_si512(free + at), old, 0x40)
                                   : _mm512_ternarylogic_epi64(old, d, d, 0x30);
        if (_mm512_test_epi64_mask(delta, delta) == 0) return;
        _mm512_store_si512(x + at, _mm512_xor_si512(old, delta));
        mark_level(planes, mark_at + i * planes.block_stride, level, delta);
        result |= std::uint64_t{1} << (i >> group_log);
      });
  return result;
}

bool zmm_police_level(const Board& b, const Fixpoint& f, const std::uint64_t* thief_changed,
                      std::uint64_t* police_changed, std::uint32_t begin, std::uint32_t end,
                      const Planes& planes, std::uint32_t level, std::uint64_t* scratch) {
  if (!usual_zmm(b))
    return police_level(b, f, thief_changed, police_changed, begin, end, planes, level, scratch);
  const RowShift shift(b.pitch);
  const auto group_log = static_cast<unsigned>(__builtin_ctz(b.group));
  if (f.grow)
    return each_police(b, thief_changed, police_changed, begin, end,
                       [&](std::uint32_t t, std::uint64_t window) {
                         return police_blocks<true>(b, f, shift, group_log, t, window, planes, level);
                       });
  return each_police(b, thief_changed, police_changed, begin, end,
                     [&](std::uint32_t t, std::uint64_t window) {
                       return police_blocks<false>(b, f, shift, group_log, t, window, planes, level);
                     });
}

void zmm_unpack(const std::uint64_t* const* plane, unsigned planes, std::uint16_t* levels) {
  for (unsigned half = 0; half < 16; ++half) {
    __m512i level = _mm512_setzero_si512();
    for (unsigned j = 0; j < planes; ++j) {
      const auto bits = static_cast<__mmask32>(plane[j][half / 2] >> (32 * (half % 2)));
      level = _mm512_mask_add_epi16(level, bits, level, _mm512_set1_epi16(static_cast<short>(1U << j)));
    }
    _mm512_storeu_si512(levels + 32 * half, level);
  }
}

}  // namespace
}  // namespace retrograph::bits

#endif
