#include "batch/verify_graph_values.hpp"

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/grundy/smith_verify.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/failure_texts.hpp"

namespace retrograph {

VerifyJobReport verify_graph_values_file(const VerifyJob& job, const RunContext& context) {
  constexpr const char* kind = "graph values";
  const GraphValuesFile file = read_graph_values(job.file);
  const std::string path = job.game.empty() ? file.provenance.input.name : job.game;
  if (path.empty() || path == "-")
    fail(Category::usage, "{}: the values were made from standard input, name their graph with --game",
         job.file);
  if (job.sample) fail(Category::usage, "--sample: the values of a graph are checked together or not at all");
  const LoadedGraph graph = load_graph(graph_input_of(file.provenance, path), context);
  if (graph.input->hash != file.provenance.input.hash)
    return {kind,
            false,
            0,
            1,
            {fmt::format("{}: its hash is {}, the values were made from {}", path, graph.input->hash,
                         file.provenance.input.hash)}};
  if (vertex_count(graph.arena) != file.values.vertex_count())
    return {
        kind,
        false,
        0,
        1,
        {fmt::format("{} values for {} vertices", file.values.vertex_count(), vertex_count(graph.arena))}};
  const ValuesOptions options{context.stop, context.progress};
  const ValuesCheck check = std::visit(
      [&](const auto& arena) { return verify_graph_values(arena.moves, file.values, options); }, graph.arena);
  const VertexIds ids(graph.original_id.span(), file.values.vertex_count());
  return {kind, false, check.checked, check.failed, failure_texts(check.failures, ids)};
}

}  // namespace retrograph
