// The explicit graph of a board: every state of PoliceThief as a vertex, every move as an edge.
#pragma once

#include <cstdint>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/graph/arena.hpp"

namespace retrograph {

/// Arena of the board with the vertex numbers of PoliceThief, ids of V. States where the game is over carry a
/// given value and no edges. Built in parallel, rows ascending, the same for every number of threads.
/// V must hold every vertex (checked, Error(resource)).
template <VertexId V>
[[nodiscard]] Arena<V> arena_of(const PoliceThief& space);

/// 32-bit ids below narrow_vertex_limit vertices, else 64-bit ones.
[[nodiscard]] AnyArena any_arena_of(const PoliceThief& space);

/// Edges of the arena, without building it.
[[nodiscard]] std::uint64_t edge_count_of(const PoliceThief& space);

/// Bytes of the arena: offsets, targets and given values.
[[nodiscard]] std::uint64_t arena_bytes_of(const PoliceThief& space);

}  // namespace retrograph
