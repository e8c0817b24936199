// The retrograde engine, as the Smith levels use it.
#pragma once

#include "retrograph/graph/arena.hpp"
#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/solve/engine.hpp"

namespace retrograph {

/// Win, lose or draw of every vertex under normal play. With checkpoints, which are written between the Smith
/// levels, a stop waits for the end of the level.
template <VertexId V>
[[nodiscard]] Array<Value> level_outcomes(const CsrGraph<V>& moves, const ValuesOptions& options) {
  Arena<V> arena;
  arena.moves = CsrGraph<V>(Array<EdgeIndex>::view_of(moves.offsets()), Array<V>::view_of(moves.targets()));
  SolveOptions request;
  request.distances = false;
  if (options.checkpoint == nullptr) request.stop = options.stop;
  return solve(choose_engine(arena, false), arena, request).value;
}

}  // namespace retrograph
