#include "retrograph/batch/convert_job.hpp"

#include <algorithm>

#include "retrograph/store/formats.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
ConvertReport convert_graph(const GraphInput& input, const ConvertOptions& options,
                            const RunContext& context) {
  const GraphFormat& format =
      options.to == "auto" ? graph_format_of_name(context.output) : graph_format_named(options.to);
  if (options.reverse && format.name != "hdf5")
    fail(Category::usage, "{}: the reverse side is stored in HDF5 only, the format is {}", context.output,
         format.name);
  PartialFile out(context.output, context.force);
  Provenance provenance = provenance_of(context);
  StopWatch watch;
  const LoadedGraph graph = load_graph(input, context);
  ConvertReport report{vertex_count(graph.arena), edge_count(graph.arena), watch.lap(), 0};
  provenance.input = *graph.input;
  provenance.rules = rules_of(input, graph.arena);
  // The graph is in memory; what is still to come is its reverse side.
  const std::uint64_t more = options.reverse ? graph_bytes(report.vertices, report.edges) : 0;
  refuse_over_limit(context, std::max(peak_rss_bytes(), current_rss_bytes() + more), input.path);
  format.write(out, graph.arena, provenance, {options.compress, graph.original_id.span(), options.reverse});
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
