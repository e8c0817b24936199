// Whether values of a graph are its Grundy or Smith values, by conditions that hold for no other labelling.
//
//   1  a finite value is the least number that no finite option has
//   2  a finite vertex of value a has a rank, so that each of its options that is infinite or above a has an
//      option of value a and of smaller rank (so the move up is answered, and answers come to an end)
//   3  an infinite vertex carries the values of its finite options, and has an infinite option without the
//      least number that is missing from them (so it cannot be finite)
//   4  the count of infinite vertices, and whether there is a cycle, are as claimed
// (Fraenkel and Yesha 1986: exactly one labelling satisfies 1 to 3.) No engine is called. 1 and 3 run on all
// threads; 2 and 4 need the reverse side and one pass on one thread, about 13 bytes a vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/solve/verify.hpp"

namespace retrograph {

struct ValuesCheck {
  std::uint64_t checked = 0;            // vertices
  std::uint64_t failed = 0;             // broken conditions
  std::vector<VerifyFailure> failures;  // the first few, by vertex
};

/// The values must be well formed (check_graph_values) and as many as there are vertices.
template <VertexId V>
[[nodiscard]] ValuesCheck verify_graph_values(const CsrGraph<V>& graph, const GraphValues& values,
                                              const ValuesOptions& options = {});

}  // namespace retrograph
