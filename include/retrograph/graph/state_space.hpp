// StateSpace: the least that a program of its own must say about a game to have it solved.
//
//   vertex_count()               positions are 0 .. vertex_count() - 1
//   for_each_successor(v, f)     f(u) for every move v -> u; a move named twice counts twice
//   given(v)                     optional: the value of a position where the game has ended in its own way,
//                                for the player to move; Value::none elsewhere. Its moves are ignored
// Members are const, called from several threads at once, and say the same at every call. What follows:
//   Arena arena = arena_of(MyGame{});                              // normal play; DeadEnd::win is misere
//   Outcomes outcomes = solve(choose_engine(arena, false), arena); // values and remoteness: solve/engine.hpp
//   GraphValues values = graph_values(arena.moves);                // nim-values: grundy/smith_values.hpp
//   GenusLabels genera = genus_labels(arena.moves);                // misere play: grundy/misere_graph.hpp
// Every move is visited twice, to count and to store; memory is that of the graph.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "retrograph/graph/arena.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

template <class S>
concept StateSpace = requires(const S& space, std::uint64_t v, void (*f)(std::uint64_t)) {
  { space.vertex_count() } -> std::convertible_to<std::uint64_t>;
  space.for_each_successor(v, f);
};

/// A state space that names values of ended games.
template <class S>
concept StateSpaceWithEnds = StateSpace<S> && requires(const S& space, std::uint64_t v) {
  { space.given(v) } -> std::same_as<Value>;
};

/// The space as a graph, rows ascending. Error(malformed) names a move to a position that does not exist;
/// Error(usage) if V is too narrow.
template <VertexId V = std::uint32_t, StateSpace S>
[[nodiscard]] CsrGraph<V> graph_of(const S& space) {
  constexpr std::size_t grain = 1024;
  const std::uint64_t n = space.vertex_count();
  if (n > no_vertex<V>)
    fail(Category::usage, "{} positions, but ids of {} bits reach {} at most", n, 8 * sizeof(V),
         no_vertex<V>);
  Array<EdgeIndex> offsets(n + 1, EdgeIndex{0});
  par::for_each(n, grain, [&](std::size_t v) {
    space.for_each_successor(v, [&](std::uint64_t u) {
      if (u >= n) fail(Category::malformed, "position {} moves to {}, but there are only {}", v, u, n);
      ++offsets[v];
    });
  });
  par::exclusive_scan(offsets.span());
  Array<V> targets(offsets[n]);
  par::for_each(n, grain, [&](std::size_t v) {
    V* to = targets.data() + offsets[v];
    space.for_each_successor(v, [&](std::uint64_t u) { *to++ = static_cast<V>(u); });
    std::sort(targets.data() + offsets[v], to);
  });
  return {std::move(offsets), std::move(targets)};
}

/// The space as a game: graph_of(), and the given values where the space has any.
template <VertexId V = std::uint32_t, StateSpace S>
[[nodiscard]] Arena<V> arena_of(const S& space, DeadEnd dead_end = DeadEnd::lose) {
  Arena<V> arena{graph_of<V>(space), {}, {}, dead_end};
  if constexpr (StateSpaceWithEnds<S>) {
    constexpr std::size_t grain = std::size_t{1} << 14;
    arena.terminal = Array<Value>(arena.vertex_count());
    par::for_each(arena.vertex_count(), grain, [&](std::size_t v) { arena.terminal[v] = space.given(v); });
  }
  return arena;
}

}  // namespace retrograph
