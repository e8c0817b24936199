// MoveSource: what a retrograde engine must know of a game, stored as a graph or never.
//
// Positions are 0 .. vertex_count() - 1. All members are const and are called from several threads at once.
// The predecessors must agree with the degrees: every u with initial(u) = none is named out_degree(u) times
// over all v together.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "retrograph/graph/arena.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

/// Vertex             uint32_t or uint64_t, wide enough for every position
/// owned              false: the players alternate and values are for the player to move; true: owner(v), 0
///                    or 1, moves at v, and values are for player 0
/// initial(v)         the value v has before any search (given, or a dead end's); none = to be found. A
///                    number that is no position gets draw here and is nobody's successor
/// out_degree(v)      number of moves at v, at least 1; asked once, only where initial(v) is none
/// max_out_degree()   a bound on all of them: it chooses the width of the counters
/// for_each_predecessor(v, f)   f(p) for every move p -> v, as often as p can make it; may also name
///                    positions whose initial value is known, which the engine skips
/// for_each_successor(v, f)     f(u) for each of the out_degree(v) moves v -> u; asked only where a run goes
///                    on from a checkpoint
template <class M>
concept MoveSource = VertexId<typename M::Vertex> && std::same_as<decltype(M::owned), const bool> &&
                     requires(const M& moves, std::uint64_t v, void (*f)(typename M::Vertex)) {
                       { moves.vertex_count() } -> std::convertible_to<std::uint64_t>;
                       { moves.initial(v) } -> std::same_as<Value>;
                       { moves.out_degree(v) } -> std::convertible_to<std::uint64_t>;
                       { moves.max_out_degree() } -> std::convertible_to<std::uint64_t>;
                       moves.for_each_predecessor(v, f);
                       moves.for_each_successor(v, f);
                     };

/// The value x of some child as the player who moves at p sees it.
template <MoveSource M>
[[nodiscard]] Value seen_at(const M& moves, [[maybe_unused]] std::uint64_t p, Value x) {
  if constexpr (M::owned) {
    return moves.owner(p) == 0 ? x : opposite(x);
  } else {
    return opposite(x);
  }
}

/// The value stored at p when its mover gets `mover`.
template <MoveSource M>
[[nodiscard]] Value stored_at(const M& moves, [[maybe_unused]] std::uint64_t p, Value mover) {
  if constexpr (M::owned) {
    return moves.owner(p) == 0 ? mover : opposite(mover);
  } else {
    return mover;
  }
}

/// An arena and its reverse side as a MoveSource; both must outlive it.
template <VertexId V, bool Owned>
class ArenaMoves {
 public:
  using Vertex = V;
  static constexpr bool owned = Owned;

  ArenaMoves(const Arena<V>& arena, const CsrGraph<V>& reverse) : arena_(arena), reverse_(reverse) {}

  [[nodiscard]] std::uint64_t vertex_count() const { return arena_.vertex_count(); }
  [[nodiscard]] Value initial(std::uint64_t v) const { return arena_.initial(v); }
  [[nodiscard]] std::uint64_t out_degree(std::uint64_t v) const { return arena_.moves.out_degree(v); }
  [[nodiscard]] std::uint64_t max_out_degree() const {
    return par::reduce(
        vertex_count(), std::size_t{1} << 16, std::uint64_t{0},
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t most = 0;
          for (std::size_t v = begin; v < end; ++v) most = std::max(most, out_degree(v));
          return most;
        },
        [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    for (const V p : reverse_.successors(v)) f(p);
  }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    for (const V u : arena_.moves.successors(v)) f(u);
  }
  [[nodiscard]] unsigned owner(std::uint64_t v) const
    requires Owned
  {
    return arena_.owner[v];
  }

 private:
  const Arena<V>& arena_;
  const CsrGraph<V>& reverse_;
};

}  // namespace retrograph
