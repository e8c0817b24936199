// Smith values of any graph straight from their definition, sweep after sweep.
//
// For m = 0, 1, 2, ...: a vertex without a label gets m if no option has label m and every option has a label
// below m or itself has an option labelled m; sweeps repeat until nothing changes. Then every vertex without
// a label and without an option labelled m is infinite for good. An infinite vertex carries the labels of its
// options. (Smith 1966; Fraenkel and Perl 1975.)
// Kept simple on purpose: it is what the engine is compared with. Quadratic and worse; for small graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/grundy/graph_reference.hpp"

namespace retrograph {

struct ReferenceSmith {
  static constexpr std::uint32_t infinite = 0xffffffff;
  std::vector<std::uint32_t> value;             // the nim-value, or `infinite`
  std::vector<std::vector<std::uint32_t>> set;  // of infinite vertices: ascending; of others empty
};

template <VertexId V>
[[nodiscard]] ReferenceSmith reference_smith(const AdjacencyLists<V>& rows);

}  // namespace retrograph
