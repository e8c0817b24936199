// Arena<V>: a graph with everything needed to play on it.
//
// moves     row v lists the vertices that v can move to
// terminal  empty, or one Value a vertex; none = not given. A vertex with a given value ignores its outgoing
// edges. owner     empty: the players alternate, and values are for the player to move. Otherwise 0 or 1 a
// vertex, the player who
//           moves there, and values are for player 0.
// dead_end  what the player to move gets where no move is left (the owner of the vertex, where there are
// owners)
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "retrograph/graph/csr_graph.hpp"

namespace retrograph {

template <VertexId V>
struct Arena {
  CsrGraph<V> moves;
  Array<Value> terminal;
  Array<std::uint8_t> owner;
  DeadEnd dead_end = DeadEnd::lose;

  [[nodiscard]] std::uint64_t vertex_count() const noexcept { return moves.vertex_count(); }
  [[nodiscard]] bool has_owners() const noexcept { return !owner.empty(); }
  [[nodiscard]] Value given(std::uint64_t v) const noexcept {
    return terminal.empty() ? Value::none : terminal[v];
  }
  /// The value v has before any search: given, or that of a dead end; none where it must be found.
  [[nodiscard]] Value initial(std::uint64_t v) const noexcept {
    const Value value = given(v);
    if (value != Value::none || moves.out_degree(v) != 0) return value;
    const Value mover = value_of(dead_end);
    return has_owners() && owner[v] == 1 ? opposite(mover) : mover;
  }
  /// Moves that count: none from a vertex with a given value.
  [[nodiscard]] std::span<const V> moves_from(std::uint64_t v) const noexcept {
    return given(v) == Value::none ? moves.successors(v) : std::span<const V>{};
  }
};

using AnyArena = std::variant<Arena<std::uint32_t>, Arena<std::uint64_t>>;

/// Throws Error(malformed) naming `origin` unless terminal and owner are empty or one legal entry a vertex.
template <VertexId V>
void check_arena(const Arena<V>& arena, std::string_view origin);

}  // namespace retrograph
