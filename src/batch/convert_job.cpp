#include "retrograph/batch/convert_job.hpp"

#include "retrograph/store/formats.hpp"
#include "retrograph/support/error.hpp"

#include "batch/provenance.hpp"

namespace retrograph {

ConvertReport convert_graph(const GraphInput& input, const std::string& to, bool compress,
                            const RunContext& context) {
  const GraphFormat& format = to == "auto" ? graph_format_of_name(context.output) : graph_format_named(to);
  PartialFile out(context.output, context.force);
  Provenance provenance = provenance_of(context);
  StopWatch watch;
  const LoadedGraph graph = load_graph(input, context);
  ConvertReport report{vertex_count(graph.arena), edge_count(graph.arena), watch.lap(), 0};
  provenance.input = *graph.input;
  provenance.rules = rules_of(input, graph.arena);
  format.write(out, graph.arena, provenance, {compress, graph.original_id.span()});
  report.write_seconds = watch.lap();
  return report;
}

ConvertReport write_generated(const AnyArena& arena, const Rules& rules, const InputId& input,
                              const GraphWriteOptions& options, const RunContext& context) {
  PartialFile out(context.output, context.force);
  Provenance provenance = provenance_of(context);
  provenance.input = input;
  provenance.rules = rules;
  StopWatch watch;
  write_graph(out, arena, provenance, options);
  return {vertex_count(arena), edge_count(arena), 0, watch.lap()};
}

}  // namespace retrograph
