// retrograph pursuit GRAPH --cops K: cops and robber on a graph taken as undirected.

#include "retrograph/solve/pursuit.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_cops = 64;

struct Pursuit {
  std::unique_ptr<PursuitResult> result;
  std::vector<PursuitPosition> line;  // from the best start, if asked for
  double read_seconds = 0;
  double solve_seconds = 0;
};

Pursuit solve(const Session& session) {
  const Options& options = session.options;
  if (options.on("cop-number") == options.has("cops"))
    fail(Category::usage, "pursuit: give either --cops or --cop-number");
  PursuitOptions task;
  if (options.has("cops")) task.cops = static_cast<unsigned>(options.number("cops", 1, most_cops));
  task.memory_limit = session.context.memory_limit;
  task.stop = session.context.stop;
  task.progress = session.context.progress;
  Pursuit pursuit;
  StopWatch watch;
  const LoadedGraph graph = load_graph(graph_input(options, options.arguments()[0]), session.context);
  pursuit.read_seconds = watch.lap();
  pursuit.result = std::visit(
      [&](const auto& arena) {
        return options.on("cop-number") ? solve_cop_number(arena.moves, task)
                                        : solve_pursuit(arena.moves, task);
      },
      graph.arena);
  if (options.on("line")) pursuit.line = pursuit.result->line_from(pursuit.result->best_start());
  pursuit.solve_seconds = watch.lap();
  return pursuit;
}

Json play_json(const std::vector<PursuitPosition>& line) {
  Json out = Json::array();
  for (const PursuitPosition& p : line)
    out.push_back({{"turn", p.cops_to_move ? "cops" : "robber"}, {"cops", p.cops}, {"robber", p.robber}});
  return out;
}

void say_json(const Session& session, const Pursuit& pursuit) {
  const PursuitResult& result = *pursuit.result;
  Json out{{"schema", "retrograph/pursuit/1"},
           {"vertices", result.vertices},
           {"edges", result.edges},
           {"cops", result.cops},
           {"outcome", result.cops_win ? "cops" : "robber"},
           {"cop_moves", or_null(result.cop_moves)},
           {"plies", or_null(result.plies)},
           {"placements", result.placements},
           {"placements_won", result.placements_won},
           {"positions", result.positions},
           {"positions_won", result.positions_won},
           {"seconds", {{"read", pursuit.read_seconds}, {"solve", pursuit.solve_seconds}, {"write", 0.0}}},
           {"peak_rss_bytes", peak_rss_bytes()}};
  if (!pursuit.line.empty()) out["line"] = play_json(pursuit.line);
  session.say_json(out);
}

void say_text(const Session& session, const Pursuit& pursuit) {
  const PursuitResult& result = *pursuit.result;
  session.say(result.cops_win ? fmt::format("{} cops catch the robber in {} moves of theirs ({} plies)",
                                            result.cops, *result.cop_moves, *result.plies)
                              : fmt::format("The robber escapes {} cops", result.cops));
  session.say(fmt::format("{} of {} placements win, {} of {} positions", result.placements_won,
                          result.placements, result.positions_won, result.positions));
  for (const PursuitPosition& p : pursuit.line)
    session.say(fmt::format("{} to move: cops {}, robber {}", p.cops_to_move ? "cops" : "robber",
                            fmt::join(p.cops, " "), p.robber));
}

int run(Session& session) {
  const Pursuit pursuit = solve(session);
  if (session.json)
    say_json(session, pursuit);
  else
    say_text(session, pursuit);
  return 0;
}

std::vector<OptionSpec> specs() {
  std::vector<OptionSpec> specs = graph_option_specs();
  specs.push_back({"cops", "K", "", "number of cops", 0});
  specs.push_back({"cop-number", "", "", "find the smallest number of cops that wins", 0});
  specs.push_back({"line", "", "", "play from the best start", 0});
  return specs;
}

}  // namespace

const Verb pursuit_verb{"pursuit", "GRAPH", "cops and robber on a graph taken as undirected", 1, 1, false,
                        specs(),   run};

}  // namespace retrograph::cli
