// Sweeps of explicit graphs: outcomes of each under each rule.
#include "retrograph/batch/solve_job.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {
namespace {

SolveJob job_of(const JobValues& values) {
  SolveJob job;
  job.graph.path = value_of_key(graph_sweep, values, "graph");
  job.engine = value_of_key(graph_sweep, values, "engine");
  if (const auto rule = values.find("dead-end"); rule != values.end()) {
    job.graph.dead_end = dead_end_named(rule->second);
    if (!job.graph.dead_end)
      fail(Category::malformed, "dead-end = {}: not one of lose, win, tie", rule->second);
  }
  return job;
}

void check_graphs(const JobValues& values, const RunContext& /*context*/) {
  (void)job_of(values);
}

std::vector<SweepCell> run_graphs(const JobValues& values, const RunContext& context) {
  RunContext inner = context;
  inner.output.clear();
  const SolveReport report = run_solve(job_of(values), inner);
  return {report.vertices,
          report.edges,
          report.counts.win,
          report.counts.lose,
          report.counts.tie,
          report.counts.draw,
          std::uint64_t{report.counts.max_remoteness},
          report.solve_seconds};
}

std::unique_ptr<SweepRunner> start_graphs(const SweepConfig& /*config*/, const RunContext& context) {
  return std::make_unique<PlainSweepRunner<run_graphs>>(context);
}

}  // namespace

const SweepKind graph_sweep{"graph",
                            {{"graph", ""}, {"dead-end", "lose"}, {"engine", "auto"}},
                            {"vertices", "edges", "win", "lose", "tie", "draw", "max_remoteness", "seconds"},
                            check_graphs,
                            start_graphs};

}  // namespace retrograph
