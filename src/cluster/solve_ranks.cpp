#include <algorithm>
#include <optional>
#include <string_view>

#include "retrograph/batch/solve_job.hpp"
#include "retrograph/cluster/rank_jobs.hpp"
#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "cluster/graph_part.hpp"
#include "cluster/rank_answer.hpp"
#include "cluster/rank_line.hpp"
#include "cluster/rank_output.hpp"
#include "cluster/rank_run.hpp"
#include "cluster/traffic.hpp"

namespace retrograph {
namespace {

constexpr std::string_view engine_name = "ranks";

void check_job(const SolveJob& job, const RunContext& context) {
  if (!context.checkpoint.empty())
    fail(Category::usage, "--checkpoint: over ranks a graph is solved in one go");
  const GraphInput& graph = job.graph;
  if (job.engine != "auto" && job.engine != engine_name)
    fail(Category::usage, "engine '{}' is of one process; over ranks there is '{}'", job.engine, engine_name);
  if (job.best_move)
    fail(Category::usage, "--best-move needs all positions in one process; over ranks, query finds them");
  if (!graph.terminals.empty() || !graph.owners.empty() || graph.vertices || graph.relabel)
    fail(Category::usage,
         "{}: over ranks the graph file holds terminals, owners and ids itself: write one with convert or "
         "generate",
         graph.path);
  if (graph.path == "-" || (graph.format != "auto" && graph.format != "hdf5") || !is_hdf5(graph.path))
    fail(Category::usage,
         "{}: each rank reads its own part of the graph, which takes a graph file in HDF5: write one with "
         "'retrograph convert'",
         graph.path);
}

std::uint64_t number_of(const GraphRows& rows, std::uint64_t id) {
  Array<std::uint64_t> ids(rows.has_original_ids() ? rows.vertex_count() : 0);
  if (rows.has_original_ids()) rows.original_ids(0, ids.span());
  if (const auto number = VertexIds(ids.span(), rows.vertex_count()).number_of(id)) return *number;
  fail(Category::usage, "--start: there is no vertex {}, there are {}", id, rows.vertex_count());
}

// A job over ranks from its rows to its answer.
template <VertexId V>
class SolveOverRanks {
 public:
  SolveOverRanks(const Ranks& ranks, const SolveJob& job, const RunContext& context, const GraphRows& file,
                 RankOutput& output, SolveReport& report)
      : ranks_(ranks),
        job_(job),
        context_(context),
        file_(file),
        rows_(file),
        output_(output),
        report_(report) {
    rows_.dead_end = job.graph.dead_end.value_or(rows_.dead_end);
  }

  void run(StopWatch& watch) {
    std::optional<std::uint64_t> start;
    ranks_.agree([&] {
      if (job_.start) start = number_of(file_, *job_.start);
    });
    Bounds bounds = balanced_bounds(ranks_, rows_);
    refuse(bounds);
    report_.read_seconds = watch.lap();

    Exchange exchange(ranks_);
    const std::uint64_t own = output_.bytes(rows_.vertices) + current_rss_bytes();
    const std::uint64_t left = context_.memory_limit > own ? context_.memory_limit - own : 1;
    auto part = make_graph_part(ranks_, exchange, rows_, std::move(bounds), left, context_.stop);
    report_.ranks->cross_edges = ranks_.sum(part.cross_edges);
    report_.ranks->build = take_traffic(ranks_, exchange);
    report_.build_seconds = watch.lap();

    SolveOptions options;
    options.stop = context_.stop;
    options.progress = context_.progress;
    const auto outcomes = RankRun(ranks_, exchange, part, options).solve();
    report_.ranks->solve = take_traffic(ranks_, exchange);
    report_.solve_seconds = watch.lap();
    report_.counts = count_all(ranks_, outcomes.value.span(), outcomes.remoteness);
    if (start) play(*start, part.bounds, outcomes);
    watch.lap();
    Arena<V> rules;
    rules.dead_end = rows_.dead_end;
    output_.template write<V>(part.bounds, outcomes, file_, rules_of(job_.graph, AnyArena(std::move(rules))),
                              engine_name);
    report_.write_seconds = watch.lap();
  }

 private:
  void refuse(const Bounds& bounds) const {
    // Moves into a block are about as many as there are for each rank; once they are here they are counted.
    const std::uint64_t in = rows_.edges / ranks_.size() + 1;
    const std::uint64_t count = bounds.count(ranks_.rank());
    const std::uint64_t bytes =
        current_rss_bytes() + graph_part_bytes<V>(ranks_, count, in) + output_.bytes(rows_.vertices);
    ranks_.agree([&] {
      refuse_over_limit(context_, bytes, fmt::format("rank {} of {}", ranks_.rank(), job_.graph.path));
      refuse_without_space(context_, 2 * count);
    });
  }

  void play(std::uint64_t start, const Bounds& bounds, const Outcomes<std::uint32_t>& outcomes) {
    RankLine<V> line(ranks_, bounds, rows_, outcomes.value.span(), outcomes.remoteness);
    report_.start = line.play(static_cast<V>(start));
    report_.start->vertex = *job_.start;
    if (!file_.has_original_ids()) return;
    for (std::uint64_t& v : report_.start->line) file_.original_ids(v, std::span(&v, 1));
  }

  const Ranks& ranks_;
  const SolveJob& job_;
  const RunContext& context_;
  const GraphRows& file_;
  FileRows<V> rows_;
  RankOutput& output_;
  SolveReport& report_;
};

}  // namespace

SolveReport RankJobs::solve(const SolveJob& job, const RunContext& context) {
  StopWatch watch;
  ranks_.agree([&] { check_job(job, context); });
  RankOutput output(ranks_, context, job.graph.path);
  std::optional<GraphRows> file;
  ranks_.agree([&] { file.emplace(job.graph.path); });
  SolveReport report;
  report.vertices = file->vertex_count();
  report.edges = file->edge_count();
  report.engine = engine_name;
  report.ranks = RankReport{ranks_.size(), 0, {}, {}};
  if (file->vertex_count() < narrow_vertex_limit)
    SolveOverRanks<std::uint32_t>(ranks_, job, context, *file, output, report).run(watch);
  else
    SolveOverRanks<std::uint64_t>(ranks_, job, context, *file, output, report).run(watch);
  return report;
}

}  // namespace retrograph
