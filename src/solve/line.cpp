#include "retrograph/solve/line.hpp"

#include "retrograph/solve/best_move.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

template <VertexId V>
Line<V> line_of_play(const Arena<V>& arena, const Outcomes<V>& outcomes, std::uint64_t start) {
  if (start >= outcomes.value.size())
    fail(Category::usage, "vertex {} does not exist, there are {}", start, outcomes.value.size());
  const auto first = static_cast<V>(start);
  if (!outcomes.best_move.empty()) return follow_line(first, [&](V v) { return outcomes.best_move[v]; });
  if (outcomes.remoteness.empty())
    fail(Category::usage, "a line of play needs best moves or distances, and the result has neither");
  return follow_line(first,
                     [&](V v) { return best_move_at(arena, outcomes.value.span(), outcomes.remoteness, v); });
}

template Line<std::uint32_t> line_of_play(const Arena<std::uint32_t>&, const Outcomes<std::uint32_t>&,
                                          std::uint64_t);
template Line<std::uint64_t> line_of_play(const Arena<std::uint64_t>&, const Outcomes<std::uint64_t>&,
                                          std::uint64_t);

}  // namespace retrograph
