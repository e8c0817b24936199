// The kernels of large boards under the usual rules, in blocks of 512 bits, for instruction sets without the
// shuffles by which board_zmm_kernels.hpp keeps everything in registers. Other rules fall back on the kernels
// of plain words.
//
// A visit makes two passes over its window. The first joins the AND of the thief's five rows with its own
// left and right, in registers; it goes to scratch memory, from where the second reads it a board row up and
// down by unaligned loads. They come a window's length after the stores, which have left the store queue by
// then: a load that straddles two stores in the queue waits for both.
#pragma once

#include "board_kernels.hpp"
#include "board_vectors.hpp"
#include "board_word_kernels.hpp"

namespace retrograph::bits {
namespace {

RETROGRAPH_INLINE std::uint64_t block_at(std::uint32_t block) {
  return std::uint64_t{block_words} * block;
}

// The five rows whose AND is the thief-turn row of t.
struct FiveRows {
  const std::uint64_t* r[5];
  FiveRows(const Board& b, const std::uint64_t* x, std::uint32_t t) {
    r[0] = row(b, x, t);
    for (unsigned k = 0; k < 4; ++k) r[k + 1] = row(b, x, b.around[4ULL * t + k]);
  }
  RETROGRAPH_INLINE Block operator()(std::uint32_t block) const {
    const std::uint64_t at = block_at(block);
    return Block::load(r[0] + at) & Block::load(r[1] + at) & Block::load(r[2] + at) & Block::load(r[3] + at) &
           Block::load(r[4] + at);
  }
};

// h = source(i) joined with its left and right for the blocks of `in`, and clear as far around them as the
// blocks of `out` look.
template <class Source>
RETROGRAPH_INLINE void widen(const Board& b, Range in, Range out, std::uint64_t* h, Source&& source) {
  const std::int64_t q = b.pitch / 64 + 1;
  const std::int64_t begin = std::int64_t{block_words} * in.lo;
  const std::int64_t end = std::int64_t{block_words} * in.hi;
  clear(h + std::int64_t{block_words} * out.lo - q, h + begin);
  Block prev = Block::zero();
  Block here = source(in.lo);
  const std::uint64_t first = here.low_word();
  for (std::uint32_t i = in.lo; i < in.hi; ++i) {
    const Block next = i + 1 < in.hi ? source(i + 1) : Block::zero();
    const Block joined =
        here | Block::shl1(here, Block::before(prev, here)) | Block::shr1(here, Block::after(here, next));
    joined.store(h + block_at(i));
    prev = here;
    here = next;
  }
  clear(h + end, h + std::int64_t{block_words} * out.hi + q);
  // What leaves the window sideways.
  h[begin - 1] = first << 63;
  h[end] = prev.high_word() >> 63;
}

// put(block, cells from which a step leads into the set of which widen() left h), for the blocks of `out`.
template <class Put>
RETROGRAPH_INLINE std::uint64_t step_into(const Board& b, Range out, const std::uint64_t* h, Put&& put) {
  const std::int64_t q = b.pitch / 64;
  const Block r = Block::times(b.pitch % 64);
  const auto group_log = static_cast<unsigned>(__builtin_ctz(b.group));
  std::uint64_t window = 0;
  for (std::uint32_t i = out.lo; i < out.hi; ++i) {
    const std::uint64_t* at = h + block_at(i);
    const Block up = Block::shl(Block::load_any(at - q), Block::load_any(at - q - 1), r);
    const Block down = Block::shr(Block::load_any(at + q), Block::load_any(at + q + 1), r);
    if (put(i, (Block::load(at) | up | down) & Block::load(b.free + block_at(i))))
      window |= std::uint64_t{1} << (i >> group_log);
  }
  return window;
}

inline std::uint64_t* row_scratch(const Board& b, std::uint64_t* scratch) {
  return scratch + margin(b);
}

std::uint64_t row_visit(const Board& b, const Fixpoint& f, std::uint32_t t, std::uint64_t window,
                        std::uint64_t* scratch) {
  const Range changed = blocks_of(b, window);
  const Range out = wider(b, changed);
  std::uint64_t* h = row_scratch(b, scratch);
  const FiveRows five(b, f.x, t);
  const std::uint32_t own = b.point[t] / 512;
  const Block point = Block::bit(b.point[t] % 512);
  const auto source = [&](std::uint32_t i) __attribute__((always_inline)) {
    const Block met = five(i);
    return i == own ? met | point : met;
  };
  widen(b, f.grow ? changed : wider(b, out), out, h, source);
  std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
  return step_into(b, out, h, [&](std::uint32_t i, Block d) __attribute__((always_inline)) {
    std::uint64_t* at = x + block_at(i);
    const Block old = Block::load(at);
    const Block delta = f.grow ? Block::and_not(d, old) : Block::and_not(old, d);
    (old ^ delta).store(at);
    return delta.any();
  });
}

bool row_sweep(const Board& b, const Fixpoint& f, std::uint64_t* pending, std::uint32_t begin,
               std::uint32_t end, std::uint64_t* scratch) {
  if (b.around == nullptr) return sweep_with<visit>(b, f, pending, begin, end, scratch);
  return sweep_with<row_visit>(b, f, pending, begin, end, scratch);
}

bool row_thief_level(const Board& b, const Fixpoint& f, const std::uint64_t* police_changed,
                     std::uint64_t* thief_changed, std::uint32_t begin, std::uint32_t end,
                     std::uint64_t* scratch) {
  if (b.around == nullptr) return thief_level(b, f, police_changed, thief_changed, begin, end, scratch);
  const auto group_log = static_cast<unsigned>(__builtin_ctz(b.group));
  return each_thief(b, police_changed, thief_changed, begin, end, [&](std::uint32_t t, std::uint64_t window) {
    const Range r = blocks_of(b, window);
    const FiveRows five(b, f.x, t);
    std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
    const std::uint32_t own = b.point[t] / 512;
    std::uint64_t result = 0;
    for (std::uint32_t i = r.lo; i < r.hi; ++i) {
      Block now = five(i);
      if (i == own) now = now | Block::bit(b.point[t] % 512);
      const Block old = Block::load(y + block_at(i));
      now.store(y + block_at(i));
      if ((old ^ now).any()) result |= std::uint64_t{1} << (i >> group_log);
    }
    return result;
  });
}

bool row_police_level(const Board& b, const Fixpoint& f, const std::uint64_t* thief_changed,
                      std::uint64_t* police_changed, std::uint32_t begin, std::uint32_t end,
                      const Planes& planes, std::uint32_t level, std::uint64_t* scratch) {
  if (b.around == nullptr)
    return police_level(b, f, thief_changed, police_changed, begin, end, planes, level, scratch);
  std::uint64_t* h = row_scratch(b, scratch);
  return each_police(
      b, thief_changed, police_changed, begin, end, [&](std::uint32_t t, std::uint64_t window) {
        const Range changed = blocks_of(b, window);
        const Range out = wider(b, changed);
        const std::uint64_t* y = f.y + std::uint64_t{t} * b.words;
        widen(b, f.grow ? changed : wider(b, out), out, h,
              [&](std::uint32_t i) __attribute__((always_inline)) { return Block::load(y + block_at(i)); });
        std::uint64_t* x = f.x + std::uint64_t{t} * b.words;
        const std::uint64_t mark_at = t * planes.row_stride;
        return step_into(b, out, h, [&](std::uint32_t i, Block d) __attribute__((always_inline)) {
          std::uint64_t* at = x + block_at(i);
          const Block old = Block::load(at);
          const Block delta = f.grow ? Block::and_not(d, old) : Block::and_not(old, d);
          if (!delta.any()) return false;
          (old ^ delta).store(at);
          for (std::uint32_t bits = level; bits != 0; bits &= bits - 1) {
            std::uint64_t* plane = planes.plane[__builtin_ctz(bits)] + mark_at + i * planes.block_stride;
            (Block::load(plane) | delta).store(plane);
          }
          return true;
        });
      });
}

#if defined(__AVX2__)
// Sixteen levels at a time: a plane's bits spread over lanes by a mask of one bit each.
void row_unpack(const std::uint64_t* const* plane, unsigned planes, std::uint16_t* levels) {
  const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                                        static_cast<short>(0x8000));
  for (unsigned g = 0; g < 32; ++g) {
    __m256i level = _mm256_setzero_si256();
    for (unsigned j = 0; j < planes; ++j) {
      const auto bits = static_cast<short>(plane[j][g / 4] >> (16 * (g % 4)));
      const __m256i set = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(bits), bit), bit);
      level = _mm256_or_si256(level, _mm256_and_si256(set, _mm256_set1_epi16(static_cast<short>(1U << j))));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(levels + 16 * g), level);
  }
}
#endif

}  // namespace
}  // namespace retrograph::bits
