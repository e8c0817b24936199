// Best moves: for every vertex the lowest child among the optimal ones, from values and remoteness.
//
// Optimal is a child with the value its parent lives by and a remoteness one less; for a drawn vertex any
// drawn child. no_vertex where no move counts: dead ends and given values. With owners values are for player
// 0, so a child that keeps the parent's value is sought; without, one of the opposite value.
#pragma once

#include <span>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

/// The best move at v. Needs value and remoteness; looks at the successors of v alone.
template <VertexId V>
[[nodiscard]] V best_move_at(const Arena<V>& arena, std::span<const Value> value,
                             const RemotenessArray& remoteness, std::uint64_t v);

/// The best moves of all vertices, in one parallel pass over the forward edges.
template <VertexId V>
[[nodiscard]] Array<V> best_moves(const Arena<V>& arena, std::span<const Value> value,
                                  const RemotenessArray& remoteness);

}  // namespace retrograph
