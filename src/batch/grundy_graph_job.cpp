#include "retrograph/batch/grundy_graph_job.hpp"

#include <optional>

#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/provenance.hpp"

namespace retrograph {

GrundyGraphReport run_grundy_graph(const GraphInput& input, const RunContext& context) {
  Provenance provenance = provenance_of(context);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  StopWatch watch;
  const LoadedGraph graph = load_graph(input, context);
  GrundyGraphReport report;
  report.vertices = vertex_count(graph.arena);
  report.edges = edge_count(graph.arena);
  report.read_seconds = watch.lap();
  const ValuesOptions options{context.stop, context.progress};
  const GraphValues values =
      std::visit([&](const auto& arena) { return graph_values(arena.moves, options); }, graph.arena);
  report.solve_seconds = watch.lap();
  report.max_value = values.max_value();
  report.infinite = values.infinite;
  report.cyclic = values.cyclic;
  if (out) {
    provenance.input = *graph.input;
    provenance.rules = rules_of(input, graph.arena);
    provenance.engine = values.cyclic ? "smith" : "topological frontier";
    write_graph_values(*out, values, report.edges, provenance);
  }
  report.write_seconds = watch.lap();
  return report;
}

}  // namespace retrograph
