#include "retrograph/games/police_thief_arena.hpp"

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

namespace {

constexpr std::size_t state_grain = std::size_t{1} << 14;

}  // namespace

template <VertexId V>
Arena<V> arena_of(const PoliceThief& space) {
  const std::uint64_t n = space.vertex_count();
  if (n > no_vertex<V>)
    fail(Category::resource, "{} states need wider vertex ids than {} bits", n, 8 * sizeof(V));
  Array<EdgeIndex> offsets(n + 1);
  Array<Value> terminal(n);
  par::for_each(n, state_grain, [&](std::size_t v) {
    offsets[v] = space.out_degree(v);
    terminal[v] = space.given(v);
  });
  offsets[n] = 0;
  Array<V> targets(par::exclusive_scan(offsets.span()));
  par::for_each(n, state_grain, [&](std::size_t v) {
    EdgeIndex at = offsets[v];
    space.for_each_successor(v, [&](std::uint64_t u) { targets[at++] = static_cast<V>(u); });
  });
  return {
      CsrGraph<V>(std::move(offsets), std::move(targets)), std::move(terminal), {}, space.rules().dead_end};
}

template Arena<std::uint32_t> arena_of(const PoliceThief&);
template Arena<std::uint64_t> arena_of(const PoliceThief&);

AnyArena any_arena_of(const PoliceThief& space) {
  if (space.vertex_count() < narrow_vertex_limit) return arena_of<std::uint32_t>(space);
  return arena_of<std::uint64_t>(space);
}

std::uint64_t edge_count_of(const PoliceThief& space) {
  // Every (cell, step) of one side meets every cell of the other, except where the game is over.
  const BoardMoves& moves = space.moves();
  std::uint64_t exits = 0;
  std::uint64_t police = 0;
  std::uint64_t thief = 0;
  for (std::uint32_t c = 0; c < moves.count(); ++c) exits += moves.is_exit(c);
  const std::uint64_t open = moves.count() - exits;
  for (std::uint32_t c = 0; c < moves.count(); ++c) {
    const std::uint64_t thieves = open - (moves.is_exit(c) ? 0 : 1);
    police += moves.steps(Side::police, c).size() * thieves;
    if (!moves.is_exit(c)) thief += moves.steps(Side::thief, c).size() * (moves.count() - 1ULL);
  }
  return police + thief;
}

std::uint64_t arena_bytes_of(const PoliceThief& space) {
  const std::uint64_t n = space.vertex_count();
  return 9 * n + 8 + edge_count_of(space) * (n < narrow_vertex_limit ? 4 : 8);
}

}  // namespace retrograph
