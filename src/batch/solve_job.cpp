#include "retrograph/batch/solve_job.hpp"

#include <algorithm>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/solve/line.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
namespace {

VertexIds ids_of(const LoadedGraph& graph) {
  return {graph.original_id.span(), vertex_count(graph.arena)};
}

// The number of a vertex that the user names by its id in the input.
std::uint64_t number_of(const LoadedGraph& graph, std::uint64_t id) {
  if (const auto number = ids_of(graph).number_of(id)) return *number;
  if (!graph.original_id.empty()) fail(Category::usage, "--start: the input names no vertex {}", id);
  fail(Category::usage, "--start: there is no vertex {}, there are {}", id, vertex_count(graph.arena));
}

template <VertexId V>
StartReport play_from(const LoadedGraph& graph, const Arena<V>& arena, const Outcomes<V>& outcomes,
                      std::uint64_t id) {
  const std::uint64_t v = number_of(graph, id);
  StartReport report{id, outcomes.value[v], outcomes.remoteness[v], {}, false};
  const Line<V> line = line_of_play(arena, outcomes, v);
  for (const V u : line.vertices) report.line.push_back(ids_of(graph).id_of(u));
  report.repeats = line.repeats.has_value();
  return report;
}

template <VertexId V>
void solve_arena(const SolveJob& job, const LoadedGraph& graph, const Arena<V>& arena,
                 std::optional<PartialFile>& out, Provenance& provenance, const RunContext& context,
                 SolveReport& report) {
  SolveOptions options;
  options.best_moves = job.best_move;
  options.stop = context.stop;
  options.progress = context.progress;
  Checkpointer checkpointer(context, checkpoint_text("solve", provenance));
  options.checkpoint = checkpointer.get();
  const CsrGraph<V>* const stored = graph.reverse ? &std::get<CsrGraph<V>>(*graph.reverse) : nullptr;
  const Engine& engine = engine_for(arena, job.engine, stored != nullptr);
  const GameSize size = size_of(arena, stored != nullptr);
  // The graph is there, mapped or not, and has been looked at; what reading it took is the least of the peak.
  refuse_over_limit(context,
                    std::max(peak_rss_bytes(), current_rss_bytes() + estimate_memory(engine, size, options)),
                    job.graph.path);
  refuse_without_space(context, arena.vertex_count() * (2 + (job.best_move ? sizeof(V) : 0)));
  StopWatch watch;
  std::optional<CsrGraph<V>> built;
  if (engine.uses_reverse && stored == nullptr) built = transpose(arena.moves);
  report.build_seconds = watch.lap();
  const Outcomes<V> outcomes =
      checkpointer.run([&] { return solve(engine, arena, options, built ? &*built : stored); });
  report.solve_seconds = watch.lap();
  report.engine = engine.name;
  report.counts = count_outcomes(outcomes.value.span(), outcomes.remoteness);
  if (job.start) report.start = play_from(graph, arena, outcomes, *job.start);
  watch.lap();
  if (out) {
    provenance.engine = report.engine;
    write_result(*out, outcomes, provenance, StoreLevel::full, graph.original_id.span());
    report.write_seconds = watch.lap();
  }
  checkpointer.finished();
}

}  // namespace

SolveReport run_solve(const SolveJob& job, const RunContext& context) {
  Provenance provenance = provenance_of(context);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  StopWatch watch;
  const bool reverse = job.engine == "auto" || engine_named(job.engine).uses_reverse;
  const LoadedGraph graph = load_graph(job.graph, context, reverse);
  if (graph.format == "pg" && job.graph.terminals.empty())
    fail(Category::usage,
         "{}: a parity game needs --terminals, the vertices where play ends: who wins by parity is not "
         "computed",
         job.graph.path);
  SolveReport report;
  report.vertices = vertex_count(graph.arena);
  report.edges = edge_count(graph.arena);
  report.read_seconds = watch.lap();
  if (job.start) (void)number_of(graph, *job.start);
  provenance.input = *graph.input;
  provenance.rules = rules_of(job.graph, graph.arena);
  std::visit([&](const auto& arena) { solve_arena(job, graph, arena, out, provenance, context, report); },
             graph.arena);
  return report;
}

}  // namespace retrograph
