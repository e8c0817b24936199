// retrograph generate KIND ... -o G.h5: a generated state space as an explicit graph.
//
// One entry a kind in the table at the end: its name, its arguments and the function that makes the arena.
#include "retrograph/batch/convert_job.hpp"
#include "retrograph/games/cat_mouse.hpp"
#include "retrograph/games/chess_ending.hpp"
#include "retrograph/games/connect_four.hpp"
#include "retrograph/games/explore.hpp"
#include "retrograph/games/plain_graphs.hpp"
#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/games/tic_tac_toe.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/cat_mouse_text.hpp"
#include "retrograph/support/error.hpp"

#include "cli/json.hpp"
#include "cli/pursuit_options.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

struct Generated {
  AnyArena arena;
  Rules rules;
  InputId input;                  // of generators that read a file
  Array<std::uint64_t> position;  // the game's own code of every vertex; empty where the number says it
};

struct Kind {
  std::string_view name;
  std::string_view arguments;
  std::size_t argument_count;
  Generated (*make)(Session&, const std::vector<std::string>& arguments);
};

Generated police_thief(Session& session, const std::vector<std::string>& arguments) {
  const PursuitRules rules = pursuit_rules(session.options);
  const PoliceThief space(read_board(arguments[0]), rules);
  refuse_over_limit(session.context, arena_bytes_of(space), "the explicit graph of " + arguments[0]);
  Generated made{any_arena_of(space), rules_of(rules), {}, {}};
  made.rules["kind"] = "police-thief";
  if (arguments[0] != "-") made.input = identify_file(arguments[0]);
  return made;
}

template <class Game>
Generated explored(const Game& game, Rules rules) {
  ExploredGame found = explore(game);
  return {std::move(found.arena), std::move(rules), {}, std::move(found.position)};
}

Generated tic_tac_toe(Session& session, const std::vector<std::string>&) {
  const bool misere = session.options.on("misere");
  return explored(TicTacToe(misere), {{"kind", "tic-tac-toe"}, {"misere", misere ? "true" : "false"}});
}

Generated connect_four(Session&, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 62;
  const auto width = static_cast<unsigned>(parse_number(arguments[0], "width", 1, most));
  const auto height = static_cast<unsigned>(parse_number(arguments[1], "height", 1, most));
  return explored(ConnectFour(width, height),
                  {{"kind", "connect-four"}, {"width", arguments[0]}, {"height", arguments[1]}});
}

Generated chess(Session&, const std::vector<std::string>& arguments) {
  if (arguments[0] != "KRK" && arguments[0] != "KQK")
    fail(Category::usage, "generate chess: '{}' is not one of KRK, KQK", arguments[0]);
  const ChessPiece piece = arguments[0] == "KRK" ? ChessPiece::rook : ChessPiece::queen;
  return explored(ChessEnding(piece), {{"kind", "chess"}, {"pieces", arguments[0]}});
}

Generated cat_mouse(Session& session, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 1 << 16;
  const CatMouseJumps jumps{static_cast<std::uint32_t>(session.options.number("mouse-jump", 1, most)),
                            static_cast<std::uint32_t>(session.options.number("cat-jump", 1, most))};
  const CatMouseField field = read_cat_mouse(arguments[0], jumps);
  Generated made = explored(CatMouse(field), {{"kind", "cat-mouse"},
                                              {"mouse-jump", fmt::format("{}", jumps.mouse)},
                                              {"cat-jump", fmt::format("{}", jumps.cat)}});
  if (arguments[0] != "-") made.input = identify_file(arguments[0]);
  return made;
}

// A path 0 -> 1 -> ... -> N-1, and a grid whose moves go one step right or down: graphs with as many levels
// as can be.
Generated path(Session&, const std::vector<std::string>& arguments) {
  const std::uint64_t n = parse_number(arguments[0], "vertices", 1, narrow_vertex_limit - 1);
  return {path_arena(n), {{"kind", "path"}, {"vertices", arguments[0]}}, {}, {}};
}

Generated grid(Session&, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 1 << 20;
  const std::uint64_t rows = parse_number(arguments[0], "rows", 1, most);
  const std::uint64_t cols = parse_number(arguments[1], "columns", 1, most);
  if (rows * cols >= narrow_vertex_limit)
    fail(Category::resource, "a grid of {} x {} has {} vertices, the limit is {}", rows, cols, rows * cols,
         narrow_vertex_limit - 1);
  return {
      grid_arena(rows, cols), {{"kind", "grid"}, {"rows", arguments[0]}, {"columns", arguments[1]}}, {}, {}};
}

constexpr Kind kinds[] = {
    {"police-thief", "BOARD", 1, police_thief},
    {"tic-tac-toe", "", 0, tic_tac_toe},
    {"connect-four", "WIDTH HEIGHT", 2, connect_four},
    {"chess", "KRK|KQK", 1, chess},
    {"cat-mouse", "FILE", 1, cat_mouse},
    {"path", "N", 1, path},
    {"grid", "ROWS COLUMNS", 2, grid},
};

const Kind& kind_named(const std::string& name) {
  std::string known;
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
  }
  fail(Category::usage, "generate: unknown kind '{}': known are {}", name, known);
}

int run_generate_verb(Session& session) {
  const Options& options = session.options;
  const Kind& kind = kind_named(options.arguments()[0]);
  const std::vector<std::string> arguments(options.arguments().begin() + 1, options.arguments().end());
  if (arguments.size() != kind.argument_count)
    fail(Category::usage, "generate {}: {} arguments, expected: {}", kind.name, arguments.size(),
         kind.arguments);
  if (session.context.output.empty()) fail(Category::usage, "generate: --output is required");
  StopWatch watch;
  Generated made = kind.make(session, arguments);
  const double build_seconds = watch.lap();
  const ConvertReport report = write_generated(
      made.arena, made.rules, made.input, {options.on("compress"), made.position.span()}, session.context);
  if (session.json)
    session.say_json({{"schema", "retrograph/generate/1"},
                      {"kind", kind.name},
                      {"vertices", report.vertices},
                      {"edges", report.edges},
                      {"seconds", {{"build", build_seconds}, {"write", report.write_seconds}}},
                      {"output", session.output_json()}});
  session.say(fmt::format("{} vertices, {} edges", report.vertices, report.edges));
  session.say_output();
  return 0;
}

std::vector<OptionSpec> generate_option_specs() {
  std::vector<OptionSpec> specs = pursuit_option_specs();
  specs.push_back({"misere", "", "", "of tic-tac-toe: who makes a line loses", 0});
  specs.push_back({"mouse-jump", "K", "1", "of cat-mouse on a grid: the mouse's longest jump", 0});
  specs.push_back({"cat-jump", "K", "1", "of cat-mouse on a grid: the cat's longest jump", 0});
  specs.push_back({"compress", "", "", "chunked and compressed arrays", 0});
  return specs;
}

}  // namespace

const Verb generate_verb{"generate",
                         "KIND ... -o G.h5",
                         "a generated state space as an explicit graph",
                         1,
                         8,
                         true,
                         generate_option_specs(),
                         run_generate_verb};

}  // namespace retrograph::cli
