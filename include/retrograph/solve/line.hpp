// A line of play: from a vertex along best moves to the end, or to the first vertex met again.
//
//   vertices     start first; every vertex once
//   repeats      index in `vertices` of the vertex that the last move comes back to; absent where play ends
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

template <VertexId V>
struct Line {
  std::vector<V> vertices;
  std::optional<std::size_t> repeats;
};

/// Follows next(v), which gives the best move at v or no_vertex.
template <VertexId V, class Next>
[[nodiscard]] Line<V> follow_line(V start, Next&& next) {
  Line<V> line;
  std::unordered_map<V, std::size_t> seen;
  for (V v = start; v != no_vertex<V>; v = next(v)) {
    const auto [place, fresh] = seen.emplace(v, line.vertices.size());
    if (!fresh) {
      line.repeats = place->second;
      break;
    }
    line.vertices.push_back(v);
  }
  return line;
}

/// The line from `start`: by the stored best moves, or, where they are absent, found on the way from values
/// and remoteness. Error(usage) if start is no vertex, or if both best moves and remoteness are absent.
template <VertexId V>
[[nodiscard]] Line<V> line_of_play(const Arena<V>& arena, const Outcomes<V>& outcomes, std::uint64_t start);

}  // namespace retrograph
