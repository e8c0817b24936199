// Kernels for boards whose row is at most eight blocks, under the usual rules: the whole row in registers,
// every thief cell in every sweep, no flag and no branch inside a sweep. Included once for each instruction
// set.
//
// Thief cells are numbered so that the first `movable` are not exits and come colour by colour of the
// chessboard: a visit never reads what the visit before it wrote. (Natural order is 2.3 times slower on
// 30x30, flags cost more than they save.) 20x20: 25 sweeps of 327 cells, 14 operations and 5 loads a visit.
#pragma once

#include "board_kernels.hpp"
#include "board_vectors.hpp"

namespace retrograph::bits {
namespace {

inline void need(PlaneSource& source, std::uint32_t level) {
  while (source.used < max_planes && level >> source.used != 0) source.more(source);
}

template <unsigned S>
class Small {
 public:
  explicit Small(const Board& b) : b_(b), n_(Block::times(b.pitch)) {}

  void wins(std::uint64_t* x) const {
    start_single(x);
    if (sweep<true>(x))
      while (sweep<false>(x)) {
      }
  }

  // A queue of cells to look at again, those around the exits first: what they lose spreads away from there.
  void holds(std::uint64_t* x, std::uint32_t* list, std::uint8_t* due) const {
    start_free(x);
    for (std::uint32_t t = 0; t < b_.thieves; ++t) due[t] = 0;
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
    for (std::uint32_t t = b_.movable; t < b_.thieves; ++t) tail = enlist(t, list, tail, due);
    while (head != tail) {
      const std::uint32_t t = list[head];
      head = head + 1 == b_.thieves + 8 ? 0 : head + 1;
      due[t] = 0;
      if (shrink(x, t, x + row(t))) tail = enlist(t, list, tail, due);
    }
  }

  // The last level that found anything: every gained cell of level k is marked k in the planes.
  std::uint32_t win_levels(std::uint64_t* x, std::uint64_t* other, PlaneSource& planes) const {
    start_single(x);
    start_single(other);
    std::uint32_t level = 1;
    std::uint64_t* from = x;
    std::uint64_t* to = other;
    for (;; ++level) {
      need(planes, level);
      const bool any = level == 1 ? level_sweep<true>(from, to, planes.planes, level)
                                  : level_sweep<false>(from, to, planes.planes, level);
      if (!any) break;
      std::uint64_t* const swap = from;
      from = to;
      to = swap;
    }
    // The sweep that found nothing left both arrays equal.
    return level - 1;
  }

  // Likewise for losses. `spare` holds the new rows of a level until all are known.
  std::uint32_t hold_levels(std::uint64_t* x, std::uint64_t* spare, std::uint32_t* list, std::uint8_t* due,
                            PlaneSource& planes) const {
    start_free(x);
    for (std::uint32_t t = 0; t < b_.thieves; ++t) due[t] = 0;
    std::uint32_t count = 0;
    for (std::uint32_t t = b_.movable; t < b_.thieves; ++t) count = enlist(t, list, count, due);
    for (std::uint32_t level = 1;; ++level) {
      if (count == 0) return level - 1;
      need(planes, level);
      std::uint32_t changed = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t t = list[i];
        due[t] = 0;
        if (shrink(x, t, spare + row(changed))) list[changed++] = t;
      }
      // The changed cells are at the front of the list now; the next list grows behind them.
      std::uint32_t* next = list + b_.thieves + 8;
      count = 0;
      for (std::uint32_t i = 0; i < changed; ++i) {
        const std::uint32_t t = list[i];
        for (unsigned s = 0; s < S; ++s) {
          const Block now = Block::load(spare + row(i) + 8 * s);
          mark(planes.planes, level, row(t) + 8 * s, Block::and_not(Block::load(x + row(t) + 8 * s), now));
          now.store(x + row(t) + 8 * s);
        }
      }
      for (std::uint32_t i = 0; i < changed; ++i) count = enlist(list[i], next, count, due);
      for (std::uint32_t i = 0; i < count; ++i) list[i] = next[i];
      if (changed == 0) return level - 1;
    }
  }

  Counts count(const std::uint64_t* x) const {
    Block police = Block::zero();
    Block thief = Block::zero();
    Block police_exits = Block::zero();
    Block thief_exits = Block::zero();
    const std::uint64_t exits = b_.thieves - b_.movable;
    std::uint64_t own = 0;  // thief-turn rows that lack their own cell
    for (std::uint32_t t = 0; t < b_.movable; ++t) {
      Block a[S];
      meet(b_.around, x, t, a);
      for (unsigned s = 0; s < S; ++s) {
        const Block row_police = Block::load(x + row(t) + 8 * s);
        const Block plain = Block::load(b_.plain + 8 * s);
        police = police + row_police.popcounts();
        thief = thief + a[s].popcounts();
        police_exits = police_exits + Block::and_not(row_police, plain).popcounts();
        thief_exits = thief_exits + Block::and_not(a[s], plain).popcounts();
      }
      own += (and_word(x, t, b_.point[t] / 64) >> (b_.point[t] % 64) & 1) ^ 1;
    }
    const std::uint64_t by_police = police.sum();
    const std::uint64_t by_thief = thief.sum() + own;
    return {by_police + exits, by_thief + exits, by_police - police_exits.sum() - b_.movable,
            by_thief - thief_exits.sum() - b_.movable};
  }

  // Whether a thief-turn state is decided one ply after the last level: some state that all (wins) or none
  // but a neighbour of level `last` (losses) decides.
  bool thief_follows(const std::uint64_t* x, bool win, const Planes& planes, unsigned used,
                     std::uint32_t last, std::uint64_t* spare) const {
    // spare = the cells of every row that were decided at level `last`.
    for (std::uint32_t t = 0; t < b_.thieves; ++t) {
      for (unsigned s = 0; s < S; ++s) {
        const Block in = Block::load(x + row(t) + 8 * s);
        Block m = win ? in : Block::and_not(Block::load(b_.free + 8 * s), in);
        for (unsigned j = 0; j < used; ++j) {
          const Block plane = Block::load(planes.plane[j] + row(t) + 8 * s);
          m = (last >> j & 1) != 0 ? m & plane : Block::and_not(m, plane);
        }
        m.store(spare + row(t) + 8 * s);
      }
    }
    Block found = Block::zero();
    for (std::uint32_t t = 0; t < b_.movable; ++t) {
      const std::uint32_t near[5] = {t, b_.around[4 * t], b_.around[4 * t + 1], b_.around[4 * t + 2],
                                     b_.around[4 * t + 3]};
      for (unsigned s = 0; s < S; ++s) {
        Block now = Block::zero();
        Block earlier = Block::zero();
        Block all = Block::load(b_.free + 8 * s);
        for (const std::uint32_t u : near) {
          const Block at = Block::load(spare + row(u) + 8 * s);
          const Block in = Block::load(x + row(u) + 8 * s);
          now = now | at;
          all = all & in;
          earlier = earlier | Block::and_not(Block::and_not(Block::load(b_.free + 8 * s), in), at);
        }
        Block fresh = win ? now & all : Block::and_not(now, earlier);
        if (b_.point[t] / 512 == s) fresh = Block::and_not(fresh, Block::bit(b_.point[t] % 512));
        found = found | fresh;
      }
    }
    return found.any();
  }

 private:
  static constexpr std::uint64_t row(std::uint32_t t) { return std::uint64_t{t} * S * 8; }

  void start_single(std::uint64_t* x) const {
    const Block zero = Block::zero();
    for (std::uint64_t i = 0; i < row(b_.thieves); i += 8) zero.store(x + i);
    for (std::uint32_t t = 0; t < b_.thieves; ++t)
      x[row(t) + b_.point[t] / 64] = std::uint64_t{1} << (b_.point[t] % 64);
  }
  void start_free(std::uint64_t* x) const {
    for (std::uint32_t t = 0; t < b_.thieves; ++t)
      for (unsigned s = 0; s < S; ++s)
        (t < b_.movable ? Block::load(b_.free + 8 * s) : Block::zero()).store(x + row(t) + 8 * s);
    for (std::uint32_t t = b_.movable; t < b_.thieves; ++t)
      x[row(t) + b_.point[t] / 64] = std::uint64_t{1} << (b_.point[t] % 64);
  }
  // Appends what a change of t concerns and is not listed yet. The list is a ring of thieves + 8 entries.
  std::uint32_t enlist(std::uint32_t t, std::uint32_t* list, std::uint32_t tail, std::uint8_t* due) const {
    const std::uint32_t near[5] = {t, b_.around[4 * t], b_.around[4 * t + 1], b_.around[4 * t + 2],
                                   b_.around[4 * t + 3]};
    for (const std::uint32_t u : near) {
      if (u >= b_.movable || due[u] != 0) continue;
      due[u] = 1;
      list[tail] = u;
      tail = tail + 1 == b_.thieves + 8 ? 0 : tail + 1;
    }
    return tail;
  }
  std::uint64_t and_word(const std::uint64_t* x, std::uint32_t t, std::uint32_t word) const {
    const std::uint32_t* near = b_.around + 4 * t;
    return x[row(t) + word] & x[row(near[0]) + word] & x[row(near[1]) + word] & x[row(near[2]) + word] &
           x[row(near[3]) + word];
  }

  RETROGRAPH_INLINE static void meet(const std::uint32_t* around, const std::uint64_t* x, std::uint32_t t,
                                     Block (&a)[S]) {
    const std::uint32_t* near = around + 4ULL * t;
    for (unsigned s = 0; s < S; ++s)
      a[s] = Block::load(x + row(t) + 8 * s) & Block::load(x + row(near[0]) + 8 * s) &
             Block::load(x + row(near[1]) + 8 * s) & Block::load(x + row(near[2]) + 8 * s) &
             Block::load(x + row(near[3]) + 8 * s);
  }

  // a becomes the police cells from which a step, or none, leads into a.
  RETROGRAPH_INLINE static void dilate(const std::uint64_t* free, Block n, Block (&a)[S]) {
    Block h[S];
    for (unsigned s = 0; s < S; ++s) {
      const Block prev = s == 0 ? Block::zero() : a[s - 1];
      const Block next = s + 1 == S ? Block::zero() : a[s + 1];
      h[s] =
          a[s] | Block::shl1(a[s], Block::before(prev, a[s])) | Block::shr1(a[s], Block::after(a[s], next));
    }
    for (unsigned s = 0; s < S; ++s) {
      const Block prev = s == 0 ? Block::zero() : h[s - 1];
      const Block next = s + 1 == S ? Block::zero() : h[s + 1];
      a[s] = (h[s] | Block::shl(h[s], Block::before(prev, h[s]), n) |
              Block::shr(h[s], Block::after(h[s], next), n)) &
             Block::load(free + 8 * s);
    }
  }

  // The own cell is in the row when the first sweep comes to it, and its neighbourhood stays in the row ever
  // after.
  template <bool First>
  bool sweep(std::uint64_t* x) const {
    // Copies in registers: what the loop stores could be anything, for all the compiler knows.
    const std::uint32_t* const around = b_.around;
    const std::uint64_t* const free = b_.free;
    const std::uint32_t movable = b_.movable;
    const Block n = n_;
    Block changed = Block::zero();
    for (std::uint32_t t = 0; t < movable; ++t) {
      Block a[S];
      meet(around, x, t, a);
      if constexpr (First)
        for (unsigned s = 0; s < S; ++s) a[s] = a[s] | Block::load(x + row(t) + 8 * s);
      dilate(free, n, a);
      for (unsigned s = 0; s < S; ++s) {
        const Block old = Block::load(x + row(t) + 8 * s);
        const Block now = old | a[s];
        now.store(x + row(t) + 8 * s);
        changed = changed | (old ^ now);
      }
    }
    return changed.any();
  }

  template <bool First>
  bool level_sweep(const std::uint64_t* from, std::uint64_t* to, const Planes& planes,
                   std::uint32_t level) const {
    const std::uint32_t* const around = b_.around;
    const std::uint64_t* const free = b_.free;
    const std::uint32_t movable = b_.movable;
    const Block n = n_;
    Block changed = Block::zero();
    for (std::uint32_t t = 0; t < movable; ++t) {
      Block a[S];
      meet(around, from, t, a);
      if constexpr (First)
        for (unsigned s = 0; s < S; ++s) a[s] = a[s] | Block::load(from + row(t) + 8 * s);
      dilate(free, n, a);
      for (unsigned s = 0; s < S; ++s) {
        const Block old = Block::load(from + row(t) + 8 * s);
        const Block now = old | a[s];
        const Block gained = old ^ now;
        now.store(to + row(t) + 8 * s);
        changed = changed | gained;
        mark(planes, level, row(t) + 8 * s, gained);
      }
    }
    return changed.any();
  }

  RETROGRAPH_INLINE static void mark(const Planes& planes, std::uint32_t level, std::uint64_t at,
                                     Block gained) {
    for (std::uint32_t bits = level; bits != 0; bits &= bits - 1) {
      std::uint64_t* plane = planes.plane[__builtin_ctz(bits)] + at;
      (Block::load(plane) | gained).store(plane);
    }
  }

  // The new row of t goes to `out`; whether it lost anything.
  RETROGRAPH_INLINE bool shrink(const std::uint64_t* x, std::uint32_t t, std::uint64_t* out) const {
    Block a[S];
    meet(b_.around, x, t, a);
    for (unsigned s = 0; s < S; ++s)
      if (b_.point[t] / 512 == s) a[s] = a[s] | Block::bit(b_.point[t] % 512);
    dilate(b_.free, n_, a);
    Block lost = Block::zero();
    for (unsigned s = 0; s < S; ++s) {
      const Block old = Block::load(x + row(t) + 8 * s);
      const Block now = old & a[s];
      lost = lost | (old ^ now);
      now.store(out + 8 * s);
    }
    return lost.any();
  }

  const Board& b_;
  Block n_;
};

// Calls f(Small<S>) for the number of blocks of the board.
template <class F>
auto with_small(const Board& b, F&& f) {
  switch (b.blocks) {
    case 1:
      return f(Small<1>(b));
    case 2:
      return f(Small<2>(b));
    case 3:
      return f(Small<3>(b));
    case 4:
      return f(Small<4>(b));
    case 5:
      return f(Small<5>(b));
    case 6:
      return f(Small<6>(b));
    case 7:
      return f(Small<7>(b));
    default:
      return f(Small<8>(b));
  }
}

void small_wins(const Board& b, std::uint64_t* x) {
  with_small(b, [&](const auto& small) { small.wins(x); });
}
void small_holds(const Board& b, std::uint64_t* x, std::uint32_t* list, std::uint8_t* due) {
  with_small(b, [&](const auto& small) { small.holds(x, list, due); });
}
std::uint32_t small_win_levels(const Board& b, std::uint64_t* x, std::uint64_t* spare, PlaneSource& planes) {
  return with_small(b, [&](const auto& small) { return small.win_levels(x, spare, planes); });
}
std::uint32_t small_hold_levels(const Board& b, std::uint64_t* x, std::uint64_t* spare, std::uint32_t* list,
                                std::uint8_t* due, PlaneSource& planes) {
  return with_small(b, [&](const auto& small) { return small.hold_levels(x, spare, list, due, planes); });
}
Counts small_count(const Board& b, const std::uint64_t* x) {
  return with_small(b, [&](const auto& small) { return small.count(x); });
}
bool small_thief_follows(const Board& b, const std::uint64_t* x, bool win, const Planes& planes,
                         unsigned used, std::uint32_t last, std::uint64_t* spare) {
  return with_small(
      b, [&](const auto& small) { return small.thief_follows(x, win, planes, used, last, spare); });
}

constexpr SmallKernels small_kernels{small_wins,        small_holds, small_win_levels,
                                     small_hold_levels, small_count, small_thief_follows};

}  // namespace
}  // namespace retrograph::bits
