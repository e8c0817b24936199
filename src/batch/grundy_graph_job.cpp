#include "retrograph/batch/grundy_graph_job.hpp"

#include <optional>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/batch/sum_sources.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
namespace {

template <VertexId V>
GraphLabels labels_of(const Arena<V>& arena, const std::string& path, const RunContext& context,
                      Checkpointer& checkpointer) {
  const std::uint64_t vertices = arena.vertex_count();
  const EdgeIndex edges = arena.moves.edge_count();
  const std::uint64_t graph = current_rss_bytes();  // and all that this process holds beside it
  const ValuesMemory needed = values_memory(vertices, edges, sizeof(V));
  refuse_over_limit(context, graph + needed.mex, path);
  refuse_without_space(context, vertices);
  const ValuesOptions options{context.stop, context.progress, checkpointer.get()};
  // Only then is it known whether there is a cycle, and the levels follow.
  const auto cycle_found = [&] {
    refuse_over_limit(context, graph + needed.smith, path + " with its cycles");
  };
  return checkpointer.run([&] { return graph_labels<V>(arena.moves, options, cycle_found); });
}

}  // namespace

GrundyGraphReport run_grundy_graph(const GraphInput& input, const RunContext& context) {
  Provenance provenance = provenance_of(context);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  StopWatch watch;
  const LoadedGraph graph = load_graph(input, context);
  require_plain_game(graph.arena, input.path);
  GrundyGraphReport report;
  report.vertices = vertex_count(graph.arena);
  report.edges = edge_count(graph.arena);
  provenance.input = *graph.input;
  provenance.rules = rules_of(input, graph.arena);
  Checkpointer checkpointer(context, checkpoint_text("grundy-graph", provenance));
  report.read_seconds = watch.lap();
  const GraphLabels labels = std::visit(
      [&](const auto& arena) { return labels_of(arena, input.path, context, checkpointer); }, graph.arena);
  const GraphValues& values = labels.values;
  report.solve_seconds = watch.lap();
  report.max_value = values.max_value();
  report.infinite = values.infinite;
  report.sets = values.set_count();
  report.cyclic = values.cyclic;
  report.depth = labels.depth;
  report.levels = labels.levels;
  report.engine = values.cyclic ? "smith" : "mex";
  if (out) {
    provenance.engine = report.engine;
    write_graph_values(*out, values, report.edges, provenance, graph.original_id.span());
  }
  checkpointer.finished();
  report.write_seconds = watch.lap();
  return report;
}

}  // namespace retrograph
