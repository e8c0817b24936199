// GraphPart: the vertices of a graph that one rank owns, ready for a run: their values before any search, the
// number of their moves, and the moves that lead to them.
//
// Ranks own blocks of vertices, cut so that each has about as many moves (and vertices, at the weight of
// two moves). Each reads its rows alone and sends every move to the owner of its target, as the step of the
// source since the last one (a byte, mostly) and the target's local number (4 bytes); the owner keeps these
// until all have come and sorts them into rows. Moves from vertices with given values do not count and are
// not sent. Bytes: 13 a vertex (17 with those of the run) and sizeof(V) a move, 6 more a move while it is
// built.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/cluster/ranks.hpp"
#include "retrograph/graph/types.hpp"
#include "retrograph/solve/moves.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/stop.hpp"

#include "cluster/bounds.hpp"
#include "cluster/exchange.hpp"
#include "cluster/row_source.hpp"

namespace retrograph {

template <VertexId V>
struct GraphPart {
  Bounds bounds;
  Array<Value> value;             // none: to be found
  Array<std::uint32_t> moves;     // of vertices whose value is to be found
  Array<std::uint8_t> owner;      // empty without owners
  Array<EdgeIndex> offsets;       // of the rows of `sources`
  Array<V> sources;               // by target, in no order: the vertices that can move there
  std::uint64_t cross_edges = 0;  // of these, owned by other ranks

  /// f(rank, local number) for every move into the vertex of that local number.
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    for (EdgeIndex e = offsets[v]; e < offsets[v + 1]; ++e) {
      const unsigned rank = bounds.owner(sources[e]);
      f(rank, static_cast<std::uint32_t>(sources[e] - bounds.begin(rank)));
    }
  }
};

/// The blocks for that many ranks; collective.
template <VertexId V>
[[nodiscard]] Bounds balanced_bounds(const Ranks& ranks, const RowSource<V>& rows);

/// Bytes of a rank with `vertices` vertices, `out` moves from them and `in` moves into them, at the peak of a
/// run of the engine over its part, the answer included.
template <VertexId V>
[[nodiscard]] std::uint64_t graph_part_bytes(const Ranks& ranks, std::uint64_t vertices, std::uint64_t in);

/// Reads and exchanges; collective. `limit`: Error(resource) where the part of a rank outgrows these bytes.
template <VertexId V>
[[nodiscard]] GraphPart<V> make_graph_part(const Ranks& ranks, Exchange& exchange, const RowSource<V>& rows,
                                           Bounds bounds, std::uint64_t limit, const StopSource* stop);

}  // namespace retrograph
