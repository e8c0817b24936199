// Collects the sets of infinite vertices, and gives equal sets one number.
#pragma once

#include <cstdint>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_values.hpp"

namespace retrograph {

/// Values from the labels of all levels: label[v] < limit is the value of v, anything else marks an infinite
/// vertex. Two passes over the vertices, one over the moves of infinite ones; the numbering follows the first
/// vertex of each set, so it does not depend on the number of threads.
template <VertexId V>
[[nodiscard]] GraphValues with_infinite_sets(const CsrGraph<V>& graph, const CodeArray& label,
                                             std::uint32_t limit);

}  // namespace retrograph
