// One cycle of a graph, to show to a person.
//
// The walk starts at the lowest vertex without a value and always takes the first option without one, so the
// cycle depends on the graph alone. At most one visit and one bit a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

/// A cycle among the vertices for which open(v) holds: each vertex moves to the next, the last to the first;
/// the lowest vertex comes first. Empty if no vertex is open. Every open vertex must have an open option, as
/// those have that a topological frontier never reaches.
template <VertexId V>
[[nodiscard]] std::vector<std::uint64_t> cycle_among(const CsrGraph<V>& graph,
                                                     FunctionRef<bool(std::uint64_t)> open);

/// Throws Error(malformed) with the cycle in its message (the first vertices of it, where it is long).
[[noreturn]] void fail_with_cycle(std::span<const std::uint64_t> cycle);

}  // namespace retrograph
