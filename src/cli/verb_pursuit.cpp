// retrograph pursuit GRAPH --cops K: cops and robber on a graph taken as undirected, or several policemen on
// a board.
#include <algorithm>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/games/board_picture.hpp"
#include "retrograph/solve/pursuit.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "cli/checkpoint_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/pursuit_options.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_cops = 64;

struct Pursuit {
  std::unique_ptr<PursuitResult> result;
  std::unique_ptr<const PoliceThief> space;  // of a board
  std::optional<PursuitPosition> start;      // as asked for
  std::vector<PursuitPosition> line;         // from there or from the best start, if asked for
  double read_seconds = 0;
  double solve_seconds = 0;
};

// `what` names the graph or board and its rules.
template <class Solve>
std::unique_ptr<PursuitResult> with_checkpoints_of(const Session& session, PursuitOptions task,
                                                   const std::string& what, Solve&& solve) {
  Checkpointer checkpointer(session.context,
                            fmt::format("pursuit {} {}\n{}", task.cops,
                                        session.options.on("cop-number") ? "cop-number" : "", what));
  task.checkpoint = checkpointer.get();
  auto result = checkpointer.run([&] { return solve(task); });
  checkpointer.finished();
  return result;
}

std::unique_ptr<PursuitResult> solve_graph(const Session& session, const PursuitOptions& task,
                                           Pursuit& pursuit) {
  const Options& options = session.options;
  StopWatch watch;
  const GraphInput input = graph_input(options, options.arguments()[0]);
  const LoadedGraph graph = load_graph(input, session.context);
  pursuit.read_seconds = watch.lap();
  const std::string what = graph.input->hash + "\n" + rules_text(rules_of(input, graph.arena));
  return with_checkpoints_of(session, task, what, [&](const PursuitOptions& kept) {
    return std::visit(
        [&](const auto& arena) {
          return options.on("cop-number") ? solve_cop_number(arena.moves, kept)
                                          : solve_pursuit(arena.moves, kept);
        },
        graph.arena);
  });
}

// "0,3" as a dense cell.
std::uint32_t cell_of(std::string_view text, const char* option, const PoliceThief& space) {
  const Board& board = space.board();
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) fail(Category::usage, "{}: '{}' is not row,col", option, text);
  const auto row = parse_number(text.substr(0, comma), option, 0, board.rows - 1);
  const auto col = parse_number(text.substr(comma + 1), option, 0, board.cols - 1);
  const std::uint32_t dense = space.moves().dense_of(static_cast<std::uint32_t>(row * board.cols + col));
  if (dense == no_cell) fail(Category::usage, "{}: {},{} is a wall", option, row, col);
  return dense;
}

// The policemen of --police, or all on the board's P; the thief of --thief, or the board's T.
PursuitPosition start_of(const Options& options, unsigned cops, const PoliceThief& space) {
  PursuitPosition start;
  start.cops_to_move = space.rules().first == Side::police;
  start.robber =
      options.has("thief") ? cell_of(options.text("thief"), "--thief", space) : space.start().thief;
  if (!options.has("police")) {
    start.cops.assign(cops, space.start().police);
    return start;
  }
  for (std::string_view rest = options.text("police"); !rest.empty();) {
    const auto end = std::min(rest.find(';'), rest.size());
    start.cops.push_back(cell_of(rest.substr(0, end), "--police", space));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (start.cops.size() != cops)
    fail(Category::usage, "--police: names {} cells, there are {} policemen", start.cops.size(), cops);
  std::sort(start.cops.begin(), start.cops.end());
  return start;
}

std::unique_ptr<PursuitResult> solve_policemen(const Session& session, const PursuitOptions& task,
                                               Pursuit& pursuit) {
  const Options& options = session.options;
  if (!options.has("cops")) fail(Category::usage, "pursuit: --board needs --cops");
  StopWatch watch;
  pursuit.space =
      std::make_unique<const PoliceThief>(read_board(options.arguments()[0]), pursuit_rules(options));
  pursuit.start = start_of(options, task.cops, *pursuit.space);
  pursuit.read_seconds = watch.lap();
  return with_checkpoints_of(
      session, task, board_text(pursuit.space->board()) + rules_text(rules_of(pursuit.space->rules())),
      [&](const PursuitOptions& kept) { return solve_pursuit(pursuit_arena(*pursuit.space), kept); });
}

Pursuit solve(const Session& session) {
  const Options& options = session.options;
  const bool board = options.on("board");
  if (options.on("cop-number") == options.has("cops"))
    fail(Category::usage, "pursuit: give either --cops or --cop-number");
  for (const char* name : {"police", "thief"})
    if (!board && options.has(name)) fail(Category::usage, "pursuit: --{} needs --board", name);
  PursuitOptions task;
  if (options.has("cops")) task.cops = static_cast<unsigned>(options.number("cops", 1, most_cops));
  task.memory_limit = session.context.memory_limit;
  task.stop = session.context.stop;
  task.progress = session.context.progress;
  Pursuit pursuit;
  StopWatch watch;
  pursuit.result = board ? solve_policemen(session, task, pursuit) : solve_graph(session, task, pursuit);
  if (options.on("line"))
    pursuit.line = pursuit.result->line_from(pursuit.start ? *pursuit.start : pursuit.result->best_start());
  pursuit.solve_seconds = watch.lap() - pursuit.read_seconds;
  return pursuit;
}

std::string where(const Pursuit& pursuit, std::uint32_t v) {
  if (!pursuit.space) return std::to_string(v);
  const std::uint32_t cell = pursuit.space->moves().cell_of(v);
  const std::uint32_t cols = pursuit.space->board().cols;
  return fmt::format("{},{}", cell / cols, cell % cols);
}

Json place_json(const Pursuit& pursuit, std::uint32_t v) {
  return pursuit.space ? Json(where(pursuit, v)) : Json(v);
}

Json position_json(const Pursuit& pursuit, const PursuitPosition& p) {
  Json cops = Json::array();
  for (const std::uint32_t v : p.cops) cops.push_back(place_json(pursuit, v));
  return {{"turn", p.cops_to_move ? "cops" : "robber"},
          {"cops", std::move(cops)},
          {"robber", place_json(pursuit, p.robber)}};
}

std::string_view sentence(Value value) {
  return value == Value::win    ? "Police catches the thief"
         : value == Value::lose ? "The thief escapes"
                                : "Draw";
}

// The board with all policemen: the last of them that stands on a cell is the one that is drawn.
std::string picture(const PoliceThief& space, const PursuitPosition& p) {
  const std::uint32_t thief = space.moves().cell_of(p.robber);
  std::string text = board_picture(space.board(), space.moves().cell_of(p.cops.front()), thief);
  for (const std::uint32_t cop : p.cops) {
    const std::uint32_t cell = space.moves().cell_of(cop);
    text[cell + cell / space.board().cols] = cell == thief ? 'X' : 'P';
  }
  text.pop_back();
  return text;
}

Json play_json(const Pursuit& pursuit) {
  Json out = Json::array();
  for (const PursuitPosition& p : pursuit.line) out.push_back(position_json(pursuit, p));
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
  if (pursuit.space) out["positions_lost"] = result.positions_lost;
  if (pursuit.start) {
    out["start"] = position_json(pursuit, *pursuit.start);
    const Value value = result.value_from(*pursuit.start);
    out["start"]["outcome"] = value == Value::win ? "police" : value == Value::lose ? "thief" : "draw";
    out["start"]["plies"] = or_null(result.plies_from(*pursuit.start));
  }
  if (!pursuit.line.empty()) out["line"] = play_json(pursuit);
  session.say_json(out);
}

void say_text(const Session& session, const Pursuit& pursuit) {
  const PursuitResult& result = *pursuit.result;
  if (pursuit.start) {
    session.say(sentence(result.value_from(*pursuit.start)));
    if (const auto plies = result.plies_from(*pursuit.start)) session.say(fmt::format("in {} plies", *plies));
  }
  session.say(result.cops_win ? fmt::format("{} cops catch the robber in {} moves of theirs ({} plies)",
                                            result.cops, *result.cop_moves, *result.plies)
                              : fmt::format("The robber escapes {} cops", result.cops));
  session.say(fmt::format("{} of {} placements win, {} of {} positions", result.placements_won,
                          result.placements, result.positions_won, result.positions));
  for (const PursuitPosition& p : pursuit.line) {
    std::vector<std::string> cops;
    for (const std::uint32_t v : p.cops) cops.push_back(where(pursuit, v));
    session.say(fmt::format("{} to move: cops {}, robber {}", p.cops_to_move ? "cops" : "robber",
                            fmt::join(cops, " "), where(pursuit, p.robber)));
    if (pursuit.space) session.say(picture(*pursuit.space, p));
  }
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
  specs.push_back({"line", "", "", "play from the start: of a board the one asked for, else the best", 0});
  specs.push_back({"board", "", "", "the file is a board of police and thief: K policemen on it", 0});
  specs.push_back(
      {"police", "CELLS", "", "where the K policemen start, as r,c;r,c;... (default: all on P)", 0});
  specs.push_back({"thief", "CELL", "", "where the thief starts (default: on T)", 0});
  for (OptionSpec& rule : pursuit_option_specs()) specs.push_back(std::move(rule));
  return with_checkpoints(std::move(specs));
}

}  // namespace

const Verb pursuit_verb{"pursuit", "GRAPH", "cops and robber on a graph taken as undirected", 1, 1, false,
                        specs(),   run};

}  // namespace retrograph::cli
