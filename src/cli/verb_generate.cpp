// retrograph generate KIND ... -o G.h5: a generated state space as an explicit graph.
//
// One entry a kind in the table at the end: its name, its arguments and the function that makes the arena.
#include <algorithm>
#include <charconv>

#include "retrograph/batch/convert_job.hpp"
#include "retrograph/games/cat_mouse.hpp"
#include "retrograph/games/chess_ending.hpp"
#include "retrograph/games/connect_four.hpp"
#include "retrograph/games/explore.hpp"
#include "retrograph/games/plain_graphs.hpp"
#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/games/random_graph.hpp"
#include "retrograph/games/tic_tac_toe.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/cat_mouse_text.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

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
  std::string_view options = "";  // its own options, blanks between; others of own_options are refused
};

constexpr std::string_view own_options[] = {"vertices",    "degree", "dead-ends",  "seed",    "scale",
                                            "edge-factor", "misere", "mouse-jump", "cat-jump"};

Generated police_thief(Session& session, const std::vector<std::string>& arguments) {
  const PursuitRules rules = pursuit_rules(session.options);
  const PoliceThief space(read_board(arguments[0]), rules);
  refuse_over_limit(session.context, arena_bytes_of(space), "the explicit graph of " + arguments[0]);
  Generated made{any_arena_of(space), rules_of(rules), {}, {}};
  made.rules["kind"] = "police-thief";
  if (arguments[0] != "-") made.input = identify_file(arguments[0]);
  return made;
}

// How many positions a game has shows on the way only; exploring stops where they need more than there is.
template <class Game>
Generated explored(const Session& session, const Game& game, Rules rules) {
  ExploredGame found = explore(game, session.context.memory_limit);
  const CsrGraph<std::uint32_t>& moves = found.arena.moves;
  const std::uint64_t more =
      session.options.on("reverse") ? graph_bytes(moves.vertex_count(), moves.edge_count()) : 0;
  refuse_over_limit(session.context, std::max(peak_rss_bytes(), current_rss_bytes() + more), "the game");
  return {std::move(found.arena), std::move(rules), {}, std::move(found.position)};
}

Generated tic_tac_toe(Session& session, const std::vector<std::string>&) {
  const bool misere = session.options.on("misere");
  return explored(session, TicTacToe(misere),
                  {{"kind", "tic-tac-toe"}, {"misere", misere ? "true" : "false"}});
}

Generated connect_four(Session& session, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 62;
  const auto width = static_cast<unsigned>(parse_number(arguments[0], "width", 1, most));
  const auto height = static_cast<unsigned>(parse_number(arguments[1], "height", 1, most));
  return explored(session, ConnectFour(width, height),
                  {{"kind", "connect-four"}, {"width", arguments[0]}, {"height", arguments[1]}});
}

Generated chess(Session& session, const std::vector<std::string>& arguments) {
  if (arguments[0] != "KRK" && arguments[0] != "KQK")
    fail(Category::usage, "generate chess: '{}' is not one of KRK, KQK", arguments[0]);
  const ChessPiece piece = arguments[0] == "KRK" ? ChessPiece::rook : ChessPiece::queen;
  return explored(session, ChessEnding(piece), {{"kind", "chess"}, {"pieces", arguments[0]}});
}

Generated cat_mouse(Session& session, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 1 << 16;
  const auto jump = [&](const char* name) {
    return session.options.has(name) ? static_cast<std::uint32_t>(session.options.number(name, 1, most)) : 1U;
  };
  const CatMouseJumps jumps{jump("mouse-jump"), jump("cat-jump")};
  const CatMouseField field = read_cat_mouse(arguments[0], jumps);
  Generated made = explored(session, CatMouse(field),
                            {{"kind", "cat-mouse"},
                             {"mouse-jump", fmt::format("{}", jumps.mouse)},
                             {"cat-jump", fmt::format("{}", jumps.cat)}});
  if (arguments[0] != "-") made.input = identify_file(arguments[0]);
  return made;
}

// Refuses a graph of this size before it is made, where the memory for it or for what follows is too little.
// `making`: bytes beside the graph while it is made.
void refuse_graph(const Session& session, std::uint64_t vertices, std::uint64_t edges, std::uint64_t making,
                  const std::string& what) {
  const std::uint64_t side = graph_bytes(vertices, edges);
  const std::uint64_t reverse = session.options.on("reverse") ? side : 0;
  refuse_over_limit(session.context, current_rss_bytes() + side + std::max(making, reverse), what);
}

// A path 0 -> 1 -> ... -> N-1, and a grid whose moves go one step right or down: graphs with as many levels
// as can be.
Generated path(Session& session, const std::vector<std::string>& arguments) {
  const std::uint64_t n = parse_number(arguments[0], "vertices", 1, narrow_vertex_limit - 1);
  refuse_graph(session, n, n - 1, 0, "a path");
  return {path_arena(n), {{"kind", "path"}, {"vertices", arguments[0]}}, {}, {}};
}

Generated grid(Session& session, const std::vector<std::string>& arguments) {
  constexpr std::uint64_t most = 1 << 20;
  const std::uint64_t rows = parse_number(arguments[0], "rows", 1, most);
  const std::uint64_t cols = parse_number(arguments[1], "columns", 1, most);
  if (rows * cols >= narrow_vertex_limit)
    fail(Category::resource, "a grid of {} x {} has {} vertices, the limit is {}", rows, cols, rows * cols,
         narrow_vertex_limit - 1);
  refuse_graph(session, rows * cols, 2 * rows * cols - rows - cols, 0, "a grid");
  return {
      grid_arena(rows, cols), {{"kind", "grid"}, {"rows", arguments[0]}, {"columns", arguments[1]}}, {}, {}};
}

// A graph without given values or owners, with ids as narrow as they can be.
template <class Make>
AnyArena plain_arena(std::uint64_t vertices, const Make& make) {
  if (vertices < narrow_vertex_limit)
    return Arena<std::uint32_t>{make(std::uint32_t{0}), {}, {}, DeadEnd::lose};
  return Arena<std::uint64_t>{make(std::uint64_t{0}), {}, {}, DeadEnd::lose};
}

// The text of an option as it goes into the rules of the file.
std::string text_or(const Options& options, const char* name, const char* otherwise) {
  return options.has(name) ? options.text(name) : otherwise;
}

// A decimal number in [least, most].
double real_option(const Options& options, const char* name, double least, double most) {
  const std::string& text = options.text(name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Written so that "nan" fails.
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= least && value <= most))
    fail(Category::usage, "--{}: '{}' is not a number from {} to {}", name, text, least, most);
  return value;
}

std::uint64_t seed_of(const Options& options) {
  return options.has("seed") ? options.number("seed", 0, ~std::uint64_t{0}) : 1;
}

Generated random(Session& session, const std::vector<std::string>&) {
  const Options& options = session.options;
  RandomGraphOptions wanted;
  wanted.vertices = options.number("vertices", 1, std::uint64_t{1} << 40);
  wanted.degree = real_option(options, "degree", 0, 64);
  wanted.dead_ends = options.has("dead-ends") ? real_option(options, "dead-ends", 0, 1) : 0;
  wanted.seed = seed_of(options);
  const double edges = static_cast<double>(wanted.vertices) * wanted.degree;
  refuse_graph(session, wanted.vertices, static_cast<std::uint64_t>(edges), 0, "a random graph");
  return {plain_arena(wanted.vertices, [&]<VertexId V>(V) { return random_graph<V>(wanted); }),
          {{"kind", "random"},
           {"vertices", options.text("vertices")},
           {"degree", options.text("degree")},
           {"dead-ends", text_or(options, "dead-ends", "0")},
           {"seed", text_or(options, "seed", "1")}},
          {},
          {}};
}

Generated rmat(Session& session, const std::vector<std::string>&) {
  const Options& options = session.options;
  RmatOptions wanted;
  wanted.scale = static_cast<unsigned>(options.number("scale", 1, 40));
  wanted.edge_factor = real_option(options, "edge-factor", 0, 1024);
  if (options.has("dead-ends")) wanted.dead_ends = real_option(options, "dead-ends", 0, 1);
  wanted.seed = seed_of(options);
  const std::uint64_t vertices = std::uint64_t{1} << wanted.scale;
  const auto edges = static_cast<std::uint64_t>(static_cast<double>(vertices) * wanted.edge_factor);
  // The list of edges beside the rows made of it, whose sources take two bytes more while they are sorted.
  const std::uint64_t making = edges * (vertices < narrow_vertex_limit ? 8 + 2 : 16);
  refuse_graph(session, vertices, edges, making, "an R-MAT graph");
  return {plain_arena(vertices, [&]<VertexId V>(V) { return rmat_graph<V>(wanted); }),
          {{"kind", "rmat"},
           {"scale", options.text("scale")},
           {"edge-factor", options.text("edge-factor")},
           {"dead-ends", text_or(options, "dead-ends", "none set")},
           {"seed", text_or(options, "seed", "1")}},
          {},
          {}};
}

constexpr Kind kinds[] = {
    {"police-thief", "BOARD", 1, police_thief},
    {"tic-tac-toe", "", 0, tic_tac_toe, "misere"},
    {"connect-four", "WIDTH HEIGHT", 2, connect_four},
    {"chess", "KRK|KQK", 1, chess},
    {"cat-mouse", "FILE", 1, cat_mouse, "mouse-jump cat-jump"},
    {"random", "", 0, random, "vertices degree dead-ends seed"},
    {"rmat", "", 0, rmat, "scale edge-factor dead-ends seed"},
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

bool takes(const Kind& kind, std::string_view option) {
  for (std::string_view rest = kind.options; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == option) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

void refuse_foreign_options(const Options& options, const Kind& kind) {
  for (const std::string_view name : own_options) {
    const std::string key(name);
    const bool given = options.on(key) || (options.has(key) && options.text(key) != "false");
    if (given && !takes(kind, name))
      fail(Category::usage, "generate: --{} has no meaning for {}", name, kind.name);
  }
}

int run_generate_verb(Session& session) {
  const Options& options = session.options;
  const Kind& kind = kind_named(options.arguments()[0]);
  const std::vector<std::string> arguments(options.arguments().begin() + 1, options.arguments().end());
  if (arguments.size() != kind.argument_count)
    fail(Category::usage, "generate {}: {} arguments, expected: {}", kind.name, arguments.size(),
         kind.arguments);
  refuse_foreign_options(options, kind);
  if (session.context.output.empty()) fail(Category::usage, "generate: --output is required");
  StopWatch watch;
  Generated made = kind.make(session, arguments);
  const double build_seconds = watch.lap();
  const GraphWriteOptions how{options.on("compress"), made.position.span(), options.on("reverse")};
  const ConvertReport report = write_generated(made.arena, made.rules, made.input, how, session.context);
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
  specs.push_back({"mouse-jump", "K", "", "of cat-mouse on a grid: the mouse's longest jump (default 1)", 0});
  specs.push_back({"cat-jump", "K", "", "of cat-mouse on a grid: the cat's longest jump (default 1)", 0});
  specs.push_back({"vertices", "N", "", "of random: vertices", 0});
  specs.push_back({"degree", "D", "", "of random: mean number of moves over all vertices", 0});
  specs.push_back({"dead-ends", "P", "",
                   "of random and rmat: share of vertices without a move (of rmat by default as it comes)",
                   0});
  specs.push_back({"seed", "S", "", "of random and rmat: the same seed gives the same graph (default 1)", 0});
  specs.push_back({"scale", "S", "", "of rmat: 2^S vertices", 0});
  specs.push_back({"edge-factor", "F", "", "of rmat: moves a vertex", 0});
  specs.push_back({"compress", "", "", "chunked and compressed arrays", 0});
  specs.push_back({"reverse", "", "", "store the reverse side too, for engines that use one", 0});
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
