// Nim-values of the vertices of a graph: read, labelled, written.
//
// A graph without cycles gets mex values; else Smith values, level by level. Graphs that give values or
// owners to vertices, or whose dead ends are no losses, are refused with Error(usage): see sum_sources.hpp.
#pragma once

#include <vector>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/run_context.hpp"
#include "retrograph/grundy/smith_values.hpp"

namespace retrograph {

struct GrundyGraphReport {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  std::uint32_t max_value = 0;
  std::uint64_t infinite = 0;
  std::uint64_t sets = 0;  // different sets of infinite vertices
  bool cyclic = false;
  std::uint32_t depth = 0;         // vertices of the longest path; 0 where there is a cycle
  std::vector<SmithLevel> levels;  // empty where there is no cycle
  std::string_view engine;         // "mex" or "smith"
  double read_seconds = 0;
  double solve_seconds = 0;
  double write_seconds = 0;
};

[[nodiscard]] GrundyGraphReport run_grundy_graph(const GraphInput& input, const RunContext& context);

}  // namespace retrograph
