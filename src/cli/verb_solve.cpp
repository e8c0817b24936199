// retrograph solve GRAPH: the outcome of every vertex of an explicit graph.
#include "retrograph/batch/jobs.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

#include "cli/checkpoint_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/rank_text.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

Json remoteness_json(std::uint32_t remoteness) {
  return remoteness == RemotenessArray::none ? Json(nullptr) : Json(remoteness);
}

void say_json(const Session& session, const SolveReport& report) {
  const OutcomeCounts& counts = report.counts;
  Json out{{"schema", "retrograph/solve/1"},
           {"vertices", report.vertices},
           {"edges", report.edges},
           {"win", counts.win},
           {"lose", counts.lose},
           {"tie", counts.tie},
           {"draw", counts.draw},
           {"max_remoteness", counts.max_remoteness},
           {"engine", report.engine},
           {"threads", par::threads()},
           {"seconds",
            {{"read", report.read_seconds},
             {"build", report.build_seconds},
             {"solve", report.solve_seconds},
             {"write", report.write_seconds}}},
           {"peak_rss_bytes", peak_rss_bytes()},
           {"output", session.output_json()}};
  if (report.ranks) out["ranks"] = rank_json(*report.ranks);
  if (report.start)
    out["start"] = {{"vertex", report.start->vertex},
                    {"value", name_of(report.start->value)},
                    {"remoteness", remoteness_json(report.start->remoteness)},
                    {"line", report.start->line}};
  session.say_json(out);
}

void say_text(const Session& session, const SolveReport& report) {
  const OutcomeCounts& counts = report.counts;
  session.say(fmt::format("{} vertices, {} edges", report.vertices, report.edges));
  session.say(fmt::format("win {}, lose {}, tie {}, draw {}, longest {} plies", counts.win, counts.lose,
                          counts.tie, counts.draw, counts.max_remoteness));
  if (report.ranks) session.say(rank_text(*report.ranks));
  if (report.start) {
    const StartReport& start = *report.start;
    const std::string plies =
        start.remoteness == RemotenessArray::none ? "" : fmt::format(" in {} plies", start.remoteness);
    session.say(fmt::format("vertex {}: {}{}", start.vertex, name_of(start.value), plies));
    session.say(fmt::format("line: {}{}", fmt::join(start.line, " "), start.repeats ? " and so on" : ""));
  }
  session.say_output();
}

int run_solve_verb(Session& session) {
  const Options& options = session.options;
  SolveJob job;
  job.graph = graph_input(options, options.arguments()[0]);
  job.engine = options.text("engine");
  job.best_move = options.on("best-move");
  if (options.has("start")) job.start = options.number("start", 0, no_vertex<std::uint64_t> - 1);
  const SolveReport report = jobs().solve(job, session.context);
  if (session.json)
    say_json(session, report);
  else
    say_text(session, report);
  return 0;
}

std::vector<OptionSpec> solve_option_specs() {
  std::vector<OptionSpec> specs = graph_option_specs();
  const std::vector<OptionSpec> own{
      {"dead-end", "RULE", "",
       "what a player without a move gets: lose, win or tie (default: what the file says, else lose)", 0},
      {"misere", "", "", "short for --dead-end win", 0},
      {"terminals", "FILE", "", "terminal values, lines 'vertex value'", 0},
      {"owners", "FILE", "", "owners, lines 'vertex 0|1': values are then for player 0", 0},
      {"best-move", "", "", "store a best move for every vertex", 0},
      {"engine", "NAME", "auto", "engine to use, or auto", 0},
      {"start", "V", "", "print value, plies and a best line from vertex V", 0},
  };
  specs.insert(specs.end(), own.begin(), own.end());
  return specs;
}

}  // namespace

const Verb solve_verb{"solve",
                      "GRAPH",
                      "outcomes of an explicit graph: who wins, and in how many plies",
                      1,
                      1,
                      true,
                      with_checkpoints(solve_option_specs()),
                      run_solve_verb};

}  // namespace retrograph::cli
