// Tiny levels of the push phase: plain loops, and a chain of single predecessors in registers.
#include <utility>

#include "solve/adaptive/push.hpp"

namespace retrograph::adaptive {
namespace {

// Steps between two looks at the stop request.
constexpr std::uint64_t report_every = std::uint64_t{1} << 16;

}  // namespace

// The predecessors of v: they win if v is lost, and are counted down if it is won. Returns how many were
// decided.
template <bool Won>
std::size_t PushPhase::queue_step(Id v, Id* out) {
  Id* const first = out;
  std::uint8_t* counter = counters_.bytes();
  const EdgeIndex end = reverse_.offsets[v + std::size_t{1}];
  for (EdgeIndex e = reverse_.offsets[v]; e < end; ++e) {
    const Id p = reverse_.targets[e];
    if (has(closed_, p)) continue;
    if constexpr (Won) {
      if (--counter[p] != 0 || !counters_.exhausted(p)) continue;
    }
    insert(closed_, p);
    *out++ = p;
  }
  return static_cast<std::size_t>(out - first);
}

// A lone vertex with one predecessor: on along the chain while that holds. A countdown that does not reach
// zero ends the chain and is not to be made again.
void PushPhase::follow(Chain& chain) {
  // In registers: the stores of labels could be to anything, for all that the compiler knows.
  const Side side = reverse_;
  Word* const closed = closed_.data();
  std::uint8_t* const counter = counters_.bytes();
  const Id* const names = names_;
  const std::uint64_t first = chain.level;
  for (Chain at = chain; at.level - first < report_every; chain = at) {
    const EdgeIndex begin = side.offsets[at.vertex];
    if (side.offsets[at.vertex + std::size_t{1}] != begin + 1) break;
    const Id p = side.targets[begin];
    Word& word = closed[p >> 6];
    const Word bit = Word{1} << (p & 63);
    if ((word & bit) != 0 || (at.won && (--counter[p] != 0 || !counters_.exhausted(p)))) {
      chain.ended = true;
      break;
    }
    word |= bit;
    at = {p, at.level + 1, !at.won, false};
    if (!answer_.fits(at.level)) answer_.begin_level(at.level);
    const Id v = names == nullptr ? p : names[p];
    if (names != nullptr) insert(answer_.closed(), v);
    answer_.decide_one(v, at.level, at.won);
  }
  decided_ += chain.level - first;
}

Level PushPhase::tiny_steps(Level level) {
  std::uint64_t decided = 0;
  while (level.size() != 0 && level.size() <= setting_.tuning.tiny_level) {
    if (level.size() == 1) {
      const bool won = level.lost.empty();
      Chain chain{won ? level.won[0] : level.lost[0], level.number, won, false};
      follow(chain);
      decided += chain.level - level.number;
      if (chain.ended) {
        level = {};
        break;
      }
      *room() = chain.vertex;
      if (chain.level != level.number)
        level = chain.won ? Level{chain.level, append(1), {}} : Level{chain.level, {}, append(1)};
    }
    Level next{level.number + 1, {}, {}};
    std::size_t count = 0;
    for (const Id v : level.lost) count += queue_step<false>(v, room() + count);
    next.won = append(count);
    decide(next.won, next.number, true);
    count = 0;
    for (const Id v : level.won) count += queue_step<true>(v, room() + count);
    next.lost = append(count);
    decide(next.lost, next.number, false);
    decided += next.size();
    level = next;
    if (decided >= report_every) {
      answer_.level_done(level.number);
      setting_.options.decided(std::exchange(decided, 0));
    }
  }
  setting_.options.decided(decided);
  return level;
}

}  // namespace retrograph::adaptive
