// Mex values of an acyclic graph by a topological frontier, on all threads of the seam.
//
// Every vertex counts its unlabelled options. The vertices without one form a level; a level takes the mex of
// its options' values and then counts down at its predecessors, and those that reach zero are the next level.
// Values do not depend on the number of threads. Parallel edges count as often as they stand, in both
// directions; a self-loop is a cycle.
// Memory beside the graph: its reverse side (which may be passed in), one id, one counter byte and one value
// of 1, 2 or 4 bytes a vertex. Nothing is allocated per vertex or per level.
// May be called from any thread; the graph is only read.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_values.hpp"

namespace retrograph {

/// Values, or where the graph has a cycle none, and one cycle (see graph_cycle.hpp).
struct MexLabels {
  std::optional<GraphValues> values;
  std::vector<std::uint64_t> cycle;
  std::uint32_t levels = 0;  // vertices of the longest path, where there are values
};

/// `reverse` must be transpose(graph).
template <VertexId V>
[[nodiscard]] MexLabels mex_labels(const CsrGraph<V>& graph, const CsrGraph<V>& reverse,
                                   const ValuesOptions& options = {});

/// The values; throws Error(malformed) naming one cycle if there is one.
template <VertexId V>
[[nodiscard]] GraphValues mex_values(const CsrGraph<V>& graph, const ValuesOptions& options = {});

}  // namespace retrograph
