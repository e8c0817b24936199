// Tiny levels of the push phase: plain loops, and a chain of single predecessors in registers.
#include <algorithm>
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

// A lone vertex with one predecessor: on along the chain while that holds, up to level `stop`. A countdown
// that does not reach zero ends the chain and is not to be made again.
template <bool Named, class T>
void PushPhase::follow_to(std::uint64_t stop, Word* win, T* plies, Chain& chain) {
  // In registers: the stores of labels could be to anything, for all that the compiler knows.
  const Side side = reverse_;
  Word* const closed = closed_.data();
  Word* const closed_by_name = answer_.closed().data();
  std::uint8_t* const counter = counters_.bytes();
  const Id* const names = names_;
  Chain at = chain;
  while (at.level < stop) {
    const EdgeIndex begin = side.offsets[at.vertex];
    if (side.offsets[at.vertex + std::size_t{1}] != begin + 1) break;
    const Id p = side.targets[begin];
    const Word bit = Word{1} << (p & 63);
    if ((closed[p >> 6] & bit) != 0 || (at.won && (--counter[p] != 0 || !counters_.exhausted(p)))) {
      at.ended = true;
      break;
    }
    closed[p >> 6] |= bit;
    at = {p, at.level + 1, !at.won, false};
    const Id v = Named ? names[p] : p;
    if constexpr (Named) closed_by_name[v >> 6] |= Word{1} << (v & 63);
    win[v >> 6] |= Word{at.won} << (v & 63);
    if (plies != nullptr) plies[v] = static_cast<T>(at.level);
  }
  chain = at;
}

void PushPhase::follow(Chain& chain) {
  const std::uint64_t first = chain.level;
  const std::uint64_t stop = std::min(first + report_every, answer_.limit() - 1);
  answer_.visit([&](Word* win, auto* plies) {
    if (names_ == nullptr) {
      follow_to<false>(stop, win, plies, chain);
    } else {
      follow_to<true>(stop, win, plies, chain);
    }
  });
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
