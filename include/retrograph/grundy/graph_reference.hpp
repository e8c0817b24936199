// Mex values of an acyclic graph the way a textbook does it: depth first, one vertex after another.
//
// Kept simple on purpose: it is what the engines are compared with, in tests and in benchmarks. The search
// keeps its own stack, so depth is limited by memory alone. Rows may hold parallel edges; a self-loop is a
// cycle. One thread, 8 bytes a vertex and 16 a vertex of the deepest path; about 50 ns an edge on graphs
// beyond the caches.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"

namespace retrograph {

/// Row v lists the vertices that v can move to.
template <VertexId V>
using AdjacencyLists = std::vector<std::vector<V>>;

template <VertexId V>
[[nodiscard]] AdjacencyLists<V> adjacency_lists(const CsrGraph<V>& graph) {
  AdjacencyLists<V> rows(graph.vertex_count());
  for (std::uint64_t v = 0; v < rows.size(); ++v)
    rows[v].assign(graph.successors(v).begin(), graph.successors(v).end());
  return rows;
}

/// The values of all vertices, or, if the graph has a cycle, no values and one cycle: each vertex moves to
/// the next, the last to the first.
struct ReferenceMex {
  std::vector<std::uint32_t> value;
  std::vector<std::uint64_t> cycle;
};

template <VertexId V>
[[nodiscard]] ReferenceMex reference_mex(const AdjacencyLists<V>& rows);

}  // namespace retrograph
