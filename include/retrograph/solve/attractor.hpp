// Attractors: the vertices from which a player can force play into a set of targets, on a graph with owners.
//
//   member    1 in the attractor, 0 outside
//   rank      moves to the targets under best play: 0 on a target, 1 + min where the player moves, 1 + max
//   where
//             his opponent does; none outside
//   strategy  the lowest successor of rank one less where the player moves outside the targets; else
//   no_vertex
// Found by the frontier engine, levels as there. Every vertex must have a successor (Error(malformed) naming
// the first without): a game that stops has no meaning here.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/verify.hpp"

namespace retrograph {

/// Whose attractor to what. owner and target hold 0 or 1 a vertex.
template <VertexId V>
struct AttractorGame {
  const CsrGraph<V>& moves;
  std::span<const std::uint8_t> owner;
  std::span<const std::uint8_t> target;
  unsigned player = 0;
};

template <VertexId V>
struct Attractor {
  Array<std::uint8_t> member;
  RemotenessArray rank;
  Array<V> strategy;
  std::uint64_t size = 0;
  std::uint32_t depth = 0;  // the largest rank
};

/// `reverse`, where not null, must be transpose(game.moves). distances and best_moves of the options are
/// ignored.
template <VertexId V>
[[nodiscard]] Attractor<V> attract(const AttractorGame<V>& game, const SolveOptions& options = {},
                                   const CsrGraph<V>* reverse = nullptr);

/// Checks membership, and strategy where not empty, without any engine:
///   1. every target is a member;
///   2. trap: no non-member can be forced in: the player has no move into the set, his opponent has one that
///   stays
///      outside;
///   3. progress: every member is forced in: ranks that follow the membership (and the strategy) reach it
///   from
///      the targets. A member without a rank lets the opponent escape, and the failure names how.
template <VertexId V>
[[nodiscard]] VerifyReport verify_attractor(const AttractorGame<V>& game,
                                            std::span<const std::uint8_t> member,
                                            std::span<const V> strategy = {});

}  // namespace retrograph
