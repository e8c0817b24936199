// Nim-values of the vertices of a graph: read, labelled, written.
#pragma once

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/run_context.hpp"

namespace retrograph {

struct GrundyGraphReport {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  std::uint32_t max_value = 0;
  std::uint64_t infinite = 0;
  bool cyclic = false;
  double read_seconds = 0;
  double solve_seconds = 0;
  double write_seconds = 0;
};

[[nodiscard]] GrundyGraphReport run_grundy_graph(const GraphInput& input, const RunContext& context);

}  // namespace retrograph
