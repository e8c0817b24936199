// The kernels of board_kernels.hpp in plain 64-bit words, for every shape and every rule. Included by one
// file for each instruction set, whose compiler options turn the loops into vectors.
//
// A visit makes three passes over a window through scratch memory in the first-level cache: the AND of the
// thief's rows, the row joined with its own left and right, and that joined with the rows above and below.
// (Held in registers instead it is 1.2 to 1.9 times faster; that needs shuffles that only AVX-512 has:
// board_zmm_*.cpp.)
#pragma once

#include "board_kernels.hpp"

namespace retrograph::bits {
namespace {

struct Range {
  std::uint32_t lo, hi;  // blocks lo .. hi-1
};

inline Range blocks_of(const Board& b, std::uint64_t window) {
  const auto first = static_cast<std::uint32_t>(__builtin_ctzll(window)) * b.group;
  const auto last = static_cast<std::uint32_t>(64 - __builtin_clzll(window)) * b.group;
  return {first, last < b.blocks ? last : b.blocks};
}

inline Range wider(const Board& b, Range r) {
  return {r.lo > b.reach ? r.lo - b.reach : 0, r.hi + b.reach < b.blocks ? r.hi + b.reach : b.blocks};
}

// Words before and behind every scratch row: a police step reaches that far outside a window.
inline std::uint64_t margin(const Board& b) {
  return std::uint64_t{block_words} * (b.reach + 2);
}

std::uint64_t scratch_words(const Board& b) {
  return 3 * (b.words + 2 * margin(b));
}

inline void clear(std::uint64_t* from, std::uint64_t* to) {
  for (; from < to; ++from) *from = 0;
}

inline const std::uint64_t* row(const Board& b, const std::uint64_t* x, std::uint32_t t) {
  return x + std::uint64_t{t} * b.words;
}

// a = AND of the rows that the thief on t can step to, blocks of r.
inline void meet(const Board& b, const std::uint64_t* x, std::uint32_t t, Range r,
                 std::uint64_t* __restrict a) {
  const std::uint64_t begin = std::uint64_t{block_words} * r.lo;
  const std::uint64_t end = std::uint64_t{block_words} * r.hi;
  if (b.thief_full[t] != 0) {
    for (std::uint64_t w = begin; w < end; ++w) a[w] = b.free[w];
    return;
  }
  const std::uint32_t* step = b.steps + b.step_begin[t];
  const std::uint32_t* last = b.steps + b.step_begin[t + 1];
  if (last - step == 5) {
    const std::uint64_t* r0 = row(b, x, step[0]);
    const std::uint64_t* r1 = row(b, x, step[1]);
    const std::uint64_t* r2 = row(b, x, step[2]);
    const std::uint64_t* r3 = row(b, x, step[3]);
    const std::uint64_t* r4 = row(b, x, step[4]);
    for (std::uint64_t w = begin; w < end; ++w) a[w] = r0[w] & r1[w] & r2[w] & r3[w] & r4[w];
    return;
  }
  if (step == last) return clear(a + begin, a + end);
  const std::uint64_t* first = row(b, x, *step);
  for (std::uint64_t w = begin; w < end; ++w) a[w] = first[w];
  while (++step != last) {
    const std::uint64_t* next = row(b, x, *step);
    for (std::uint64_t w = begin; w < end; ++w) a[w] &= next[w];
  }
}

struct Scratch {
  std::uint64_t *a, *v, *c;
  Scratch(const Board& b, std::uint64_t* memory) {
    const std::uint64_t stride = b.words + 2 * margin(b);
    a = memory + margin(b);
    v = a + stride;
    c = v + stride;
  }
};

// From the set a in blocks `in` (zero elsewhere): c = what stays in or enters sideways, v = what enters from
// the board rows above and below, both valid wherever the blocks of `out` look.
inline void sideways(const Board& b, const Scratch& s, Range in, Range out) {
  const std::int64_t begin = std::int64_t{block_words} * in.lo;
  const std::int64_t end = std::int64_t{block_words} * in.hi;
  const std::int64_t q = b.pitch / 64 + 1;
  std::uint64_t* __restrict a = s.a;
  std::uint64_t* __restrict c = s.c;
  std::uint64_t* __restrict v = s.v;
  if (b.closed) {
    // Staying is not entering: the centre keeps the closed cells, everything else is moved without them.
    for (std::int64_t w = begin; w < end; ++w) c[w] = b.stay ? a[w] : 0;
    for (std::int64_t w = begin; w < end; ++w) a[w] &= b.open[w];
  }
  clear(a + begin - 2, a + begin);
  clear(a + end, a + end + 2);
  clear(v + std::int64_t{block_words} * out.lo - q, v + begin - 1);
  clear(v + end + 1, v + std::int64_t{block_words} * out.hi + q);
  const auto sides = [&](std::int64_t w) {
    return (a[w] << 1 | a[w - 1] >> 63) | (a[w] >> 1 | a[w + 1] << 63);
  };
  if (b.diagonal)
    for (std::int64_t w = begin - 1; w < end + 1; ++w) v[w] = a[w] | sides(w);
  else
    for (std::int64_t w = begin - 1; w < end + 1; ++w) v[w] = a[w];
  const std::uint64_t centre = b.stay && !b.closed ? ~std::uint64_t{0} : 0;
  const std::uint64_t kept = b.closed ? ~std::uint64_t{0} : 0;
  c[begin - 1] = c[end] = 0;
  for (std::int64_t w = begin - 1; w < end + 1; ++w) c[w] = (c[w] & kept) | (a[w] & centre) | sides(w);
  if (out.lo < in.lo) clear(c + std::int64_t{block_words} * out.lo, c + begin - 1);
  if (out.hi > in.hi) clear(c + end + 1, c + std::int64_t{block_words} * out.hi);
}

// Calls put(block, word index, new set) for the blocks of `out`, from what sideways() left.
template <class Put>
inline std::uint64_t join(const Board& b, const Scratch& s, Range out, Put&& put) {
  const std::int64_t q = b.pitch / 64;
  const unsigned r = b.pitch % 64;
  const std::uint64_t* __restrict c = s.c;
  const std::uint64_t* __restrict v = s.v;
  std::uint64_t window = 0;
  for (std::uint32_t block = out.lo; block < out.hi; ++block) {
    alignas(64) std::uint64_t d[block_words];
    const std::int64_t base = std::int64_t{block_words} * block;
    for (unsigned i = 0; i < block_words; ++i) {
      const std::int64_t w = base + i;
      const std::uint64_t up = v[w - q] << r | v[w - q - 1] >> 1 >> (63 - r);
      const std::uint64_t down = v[w + q] >> r | v[w + q + 1] << 1 << (63 - r);
      d[i] = ((c[w] | up | down) & b.free[w]) | b.extra[w];
    }
    if (put(base, d)) window |= std::uint64_t{1} << (block / b.group);
  }
  return window;
}

inline void add_point(const Board& b, std::uint32_t t, Range r, std::uint64_t* a) {
  const std::uint32_t word = b.point[t] / 64;
  if (word >= block_words * r.lo && word < block_words * r.hi)
    a[word] |= std::uint64_t{1} << (b.point[t] % 64);
}

// Joins d into x: gains where rows grow, losses where they shrink. Returns whether anything changed; note(i,
// delta) sees every word.
template <class Note>
inline bool update(const Board& b, bool grow, std::uint32_t t, std::int64_t base, std::uint64_t* x,
                   std::uint64_t* d, Note&& note) {
  const std::int64_t own = std::int64_t{b.point[t] / 64} - base;
  if (own >= 0 && own < std::int64_t{block_words}) d[own] |= std::uint64_t{1} << (b.point[t] % 64);
  std::uint64_t any = 0;
  for (unsigned i = 0; i < block_words; ++i) {
    const std::uint64_t delta = grow ? d[i] & ~x[base + i] : x[base + i] & ~d[i];
    x[base + i] ^= delta;
    any |= delta;
    note(i, delta);
  }
  return any != 0;
}

std::uint64_t visit(const Board& b, const Fixpoint& f, std::uint32_t t, std::uint64_t window,
                    std::uint64_t* scratch) {
  const Scratch s(b, scratch);
  const Range changed = blocks_of(b, window);
  const Range out = wider(b, changed);
  const Range in = f.grow ? changed : wider(b, out);
  meet(b, f.x, t, in, s.a);
  add_point(b, t, in, s.a);
  sideways(b, s, in, out);
  std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
  return join(b, s, out, [&](std::int64_t base, std::uint64_t* d) {
    return update(b, f.grow, t, base, x, d, [](unsigned, std::uint64_t) {});
  });
}

template <auto Visit>
bool sweep_with(const Board& b, const Fixpoint& f, std::uint64_t* pending, std::uint32_t begin,
                std::uint32_t end, std::uint64_t* scratch) {
  bool any = false;
  for (std::uint32_t t = begin; t < end; ++t) {
    const std::uint64_t window = pending[t];
    if (window == 0) continue;
    pending[t] = 0;
    if (b.police_fixed[t] != 0) continue;
    any = true;
    const std::uint64_t changed = Visit(b, f, t, window, scratch);
    if (changed == 0) continue;
    for (std::uint32_t i = b.wake_begin[t]; i < b.wake_begin[t + 1]; ++i) pending[b.wakes[i]] |= changed;
  }
  return any;
}

std::uint64_t thief_level_of(const Board& b, const Fixpoint& f, std::uint32_t t, std::uint64_t window,
                             std::uint64_t* scratch) {
  const Scratch s(b, scratch);
  const Range r = blocks_of(b, window);
  meet(b, f.x, t, r, s.a);
  std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
  std::uint64_t changed = 0;
  for (std::uint32_t block = r.lo; block < r.hi; ++block) {
    const std::int64_t base = std::int64_t{block_words} * block;
    if (update(b, f.grow, t, base, y, s.a + base, [](unsigned, std::uint64_t) {}))
      changed |= std::uint64_t{1} << (block / b.group);
  }
  return changed;
}

std::uint64_t police_level_of(const Board& b, const Fixpoint& f, std::uint32_t t, std::uint64_t window,
                              const Planes& planes, std::uint32_t level, std::uint64_t* scratch) {
  const Scratch s(b, scratch);
  const Range changed = blocks_of(b, window);
  const Range out = wider(b, changed);
  const Range in = f.grow ? changed : wider(b, out);
  const std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
  for (std::uint64_t w = std::uint64_t{block_words} * in.lo; w < std::uint64_t{block_words} * in.hi; ++w)
    s.a[w] = y[w];
  sideways(b, s, in, out);
  std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
  return join(b, s, out, [&](std::int64_t base, std::uint64_t* d) {
    alignas(64) std::uint64_t delta[block_words];
    if (!update(b, f.grow, t, base, x, d, [&](unsigned i, std::uint64_t gained) { delta[i] = gained; }))
      return false;
    const std::uint64_t at =
        t * planes.row_stride + static_cast<std::uint64_t>(base) / block_words * planes.block_stride;
    for (std::uint32_t bits = level; bits != 0; bits &= bits - 1) {
      std::uint64_t* __restrict plane = planes.plane[__builtin_ctz(bits)] + at;
      for (unsigned i = 0; i < block_words; ++i) plane[i] |= delta[i];
    }
    return true;
  });
}

// level_of(t, window) for the cells that may change and have a window.
template <class LevelOf>
bool each_thief(const Board& b, const std::uint64_t* police_changed, std::uint64_t* thief_changed,
                std::uint32_t begin, std::uint32_t end, LevelOf&& level_of) {
  std::uint64_t any = 0;
  for (std::uint32_t t = begin; t < end; ++t) {
    std::uint64_t window = 0;
    if (b.thief_fixed[t] == 0)
      for (std::uint32_t i = b.step_begin[t]; i < b.step_begin[t + 1]; ++i)
        window |= police_changed[b.steps[i]];
    any |= thief_changed[t] = window == 0 ? 0 : level_of(t, window);
  }
  return any != 0;
}

template <class LevelOf>
bool each_police(const Board& b, const std::uint64_t* thief_changed, std::uint64_t* police_changed,
                 std::uint32_t begin, std::uint32_t end, LevelOf&& level_of) {
  std::uint64_t any = 0;
  for (std::uint32_t t = begin; t < end; ++t) {
    const std::uint64_t window = b.police_fixed[t] != 0 ? 0 : thief_changed[t];
    any |= police_changed[t] = window == 0 ? 0 : level_of(t, window);
  }
  return any != 0;
}

bool thief_level(const Board& b, const Fixpoint& f, const std::uint64_t* police_changed,
                 std::uint64_t* thief_changed, std::uint32_t begin, std::uint32_t end,
                 std::uint64_t* scratch) {
  return each_thief(b, police_changed, thief_changed, begin, end, [&](std::uint32_t t, std::uint64_t window) {
    return thief_level_of(b, f, t, window, scratch);
  });
}

bool police_level(const Board& b, const Fixpoint& f, const std::uint64_t* thief_changed,
                  std::uint64_t* police_changed, std::uint32_t begin, std::uint32_t end, const Planes& planes,
                  std::uint32_t level, std::uint64_t* scratch) {
  return each_police(b, thief_changed, police_changed, begin, end,
                     [&](std::uint32_t t, std::uint64_t window) {
                       return police_level_of(b, f, t, window, planes, level, scratch);
                     });
}

void thief_row(const Board& b, const std::uint64_t* x, std::uint32_t t, std::uint64_t* out) {
  if (b.police_fixed[t] != 0) {
    for (std::uint32_t w = 0; w < b.words; ++w) out[w] = row(b, x, t)[w];
    return;
  }
  const Range all{0, b.blocks};
  meet(b, x, t, all, out);
  add_point(b, t, all, out);
}

std::uint64_t count(const std::uint64_t* words, std::uint64_t n) {
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < n; ++i) total += static_cast<std::uint64_t>(__builtin_popcountll(words[i]));
  return total;
}

[[maybe_unused]] void unpack(const std::uint64_t* const* plane, unsigned planes, std::uint16_t* levels) {
  for (unsigned w = 0; w < block_words; ++w) {
    for (unsigned i = 0; i < 64; ++i) levels[64 * w + i] = 0;
    for (unsigned j = 0; j < planes; ++j) {
      const std::uint64_t bits = plane[j][w];
      for (unsigned i = 0; i < 64; ++i)
        levels[64 * w + i] = static_cast<std::uint16_t>(levels[64 * w + i] | (bits >> i & 1) << j);
    }
  }
}

}  // namespace
}  // namespace retrograph::bits
