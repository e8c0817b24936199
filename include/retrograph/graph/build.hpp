// Building CSR graphs from edges, and the reverse of a graph, by parallel counting sort.
//
// Rows come out sorted by target, so the result does not depend on the number of threads or the order of the
// edges. Parallel edges and self-loops are kept.
#pragma once

#include <span>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

template <VertexId V>
struct Edge {
  V from;
  V to;
  friend bool operator==(const Edge&, const Edge&) = default;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// The graph of `edges` on `vertex_count` vertices; every id must be below it (checked, Error(malformed)).
/// Memory: the result and 8 bytes a vertex.
template <VertexId V>
[[nodiscard]] CsrGraph<V> build_csr(std::uint64_t vertex_count, std::span<const Edge<V>> edges);

/// The same from edges in pieces; `placed` is called once for each piece that will not be read again, from
/// any worker, so that its memory can go while the graph comes.
template <VertexId V>
[[nodiscard]] CsrGraph<V> build_csr(std::uint64_t vertex_count,
                                    std::span<const std::span<const Edge<V>>> pieces,
                                    FunctionRef<void(std::size_t)> placed);

/// The reverse side: row v lists the vertices that can move to v, ascending, each as often as it can.
template <VertexId V>
[[nodiscard]] CsrGraph<V> transpose(const CsrGraph<V>& graph);

}  // namespace retrograph
