#include "retrograph/batch/convert_job.hpp"

#include "retrograph/store/text_graph.hpp"
#include "retrograph/support/error.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
namespace {

bool to_native(const std::string& to, const std::string& path) {
  if (to == "hdf5") return true;
  if (to == "el") return false;
  if (to != "auto") fail(Category::usage, "unknown graph format '{}': known are auto, el and hdf5", to);
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix == ".h5" || suffix == ".hdf5") return true;
  if (suffix == ".el" || suffix == ".txt") return false;
  fail(Category::usage, "{}: no format is known by the suffix '{}', name one with --to", path, suffix);
}

}  // namespace

ConvertReport convert_graph(const GraphInput& input, const std::string& to, bool compress,
                            const RunContext& context) {
  const bool native = to_native(to, context.output);
  PartialFile out(context.output, context.force);
  Provenance provenance = provenance_of(context);
  StopWatch watch;
  const LoadedGraph graph = load_graph(input, context);
  ConvertReport report{vertex_count(graph.arena), edge_count(graph.arena), watch.lap(), 0};
  provenance.input = *graph.input;
  provenance.rules = rules_of(input, graph.arena);
  if (native)
    write_graph(out, graph.arena, provenance, {compress, graph.original_id.span()});
  else
    write_edge_list(out, graph.arena);
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
