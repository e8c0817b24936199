// LevelGame: the game whose lost positions are the vertices of Smith value m.
//
// Vertices 0 .. active-1 have no value and may still get one; the others are infinite and may pass: each has
// a self-loop beside its moves to active vertices (its other moves can neither lose nor be lost to). Infinite
// vertices that no active vertex can move to are left out; those that cannot move to an active vertex share
// one vertex, the wall, whose only move is the pass. Both orders are ascending in the original ids.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/graph/types.hpp"
#include "retrograph/support/array.hpp"

namespace retrograph {

template <VertexId V>
struct LevelGame {
  CsrGraph<V> moves;
  std::uint64_t active = 0;
  Array<V> original;  // of the active vertices: their ids in the graph
};

/// The game of the next level, from the game of this one and its outcomes. `moves` and `active` are those of
/// a LevelGame; an empty `original` stands for the identity, so that the whole graph is the game of level 0.
template <VertexId V>
[[nodiscard]] LevelGame<V> next_level_game(const CsrGraph<V>& moves, std::uint64_t active,
                                           std::span<const V> original, std::span<const Value> outcome);

}  // namespace retrograph
