#include "retrograph/solve/police_thief_line.hpp"

#include <unordered_set>

namespace retrograph {

std::optional<PoliceThiefState> best_move(const BoardResult& result, const PoliceThiefState& s) {
  const PoliceThief& space = result.space();
  const Value value = result.value(s);
  // What the best child is for the player who moves from it.
  const Value wanted = opposite(value);
  std::optional<PoliceThiefState> best;
  std::uint32_t best_plies = 0;
  space.for_each_successor(space.encode(s), [&](std::uint64_t u) {
    const PoliceThiefState child = space.decode(u);
    if (result.value(child) != wanted) return;
    const std::uint32_t plies = value == Value::draw ? 0 : result.remoteness(child);
    const bool better = value == Value::lose ? plies > best_plies : plies < best_plies;
    if (best && !better) return;
    best = child;
    best_plies = plies;
  });
  return best;
}

BoardLine line_of_play(const BoardResult& result, const PoliceThiefState& from) {
  BoardLine line{{from}, false};
  std::unordered_set<std::uint64_t> seen{result.space().encode(from)};
  while (const auto next = best_move(result, line.states.back())) {
    line.states.push_back(*next);
    line.repeats = !seen.insert(result.space().encode(*next)).second;
    if (line.repeats) break;
  }
  return line;
}

}  // namespace retrograph
