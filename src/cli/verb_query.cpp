// retrograph query FILE: value, distance, best move and line of one position of a stored result; or a sum.
#include <array>
#include <filesystem>

#include "retrograph/batch/file_board_result.hpp"
#include "retrograph/batch/query.hpp"
#include "retrograph/games/heap_game.hpp"
#include "retrograph/solve/police_thief_line.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/table_file.hpp"
#include "retrograph/support/error.hpp"

#include "cli/board_line.hpp"
#include "cli/json.hpp"
#include "cli/query_graph_values.hpp"
#include "cli/sum_answer.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

void refuse_options(const Options& options, std::initializer_list<const char*> names, const char* kind) {
  for (const char* name : names)
    if (options.on(name) || (options.has(name) && options.text(name) != "false"))
      fail(Category::usage, "--{} has no meaning for a {}", name, kind);
}

int query_graph(Session& session, const ResultFile& file) {
  const Options& options = session.options;
  refuse_options(options, {"police", "thief", "turn", "heap"}, "graph result");
  if (!options.has("vertex")) fail(Category::usage, "query: --vertex names the position of a graph result");
  if (file.size() == 0) fail(Category::usage, "the result keeps a summary only");
  const std::uint64_t vertex = options.number("vertex", 0, ~std::uint64_t{0});
  const bool line = options.on("line");
  const VertexAnswer answer =
      query_vertex(file, vertex, line, options.has("game") ? options.text("game") : "", session.context);
  if (session.json) {
    Json out{{"schema", "retrograph/query/1"},
             {"vertex", vertex},
             {"value", name_of(answer.value)},
             {"remoteness", or_null(answer.remoteness)},
             {"best_move", or_null(answer.best_move)}};
    if (line) out["line"] = answer.line, out["repeats"] = answer.repeats;
    session.say_json(out);
  }
  session.say(fmt::format("{}{}", name_of(answer.value),
                          answer.remoteness ? fmt::format(" in {} plies", *answer.remoteness) : ""));
  if (answer.best_move) session.say(fmt::format("best move: {}", *answer.best_move));
  if (line)
    session.say(fmt::format("line: {}{}", fmt::join(answer.line, " "), answer.repeats ? " and so on" : ""));
  return 0;
}

std::uint32_t cell_option(const Options& options, const std::string& name, const PoliceThief& space) {
  const std::string& text = options.text(name);
  const Board& board = space.board();
  const auto comma = text.find(',');
  if (comma == std::string::npos) fail(Category::usage, "--{}: '{}' is not row,col", name, text);
  const auto row = parse_number(std::string_view(text).substr(0, comma), "--" + name, 0, board.rows - 1);
  const auto col = parse_number(std::string_view(text).substr(comma + 1), "--" + name, 0, board.cols - 1);
  const auto cell = static_cast<std::uint32_t>(row * board.cols + col);
  if (board.cells[cell] == Cell::wall) fail(Category::usage, "--{}: {},{} is a wall", name, row, col);
  return space.moves().dense_of(cell);
}

int query_board(Session& session, ResultFile file) {
  static constexpr std::array<std::string_view, 2> sides{"police", "thief"};
  const Options& options = session.options;
  refuse_options(options, {"vertex", "heap"}, "board result");
  const FileBoardResult result(std::move(file));
  if (result.store() == StoreLevel::summary) fail(Category::usage, "the result keeps a summary only");
  PoliceThiefState s = result.space().start();
  if (options.has("police")) s.police = cell_option(options, "police", result.space());
  if (options.has("thief")) s.thief = cell_option(options, "thief", result.space());
  if (options.has("turn")) s.turn = options.choice("turn", sides) == sides[0] ? Side::police : Side::thief;
  const bool distances = result.store() == StoreLevel::full;
  const bool line = options.on("line");
  if (line && !distances) fail(Category::usage, "the result keeps no distances, so there is no line of play");
  const Value value = result.value(s);
  std::optional<std::uint32_t> remoteness;
  if (distances && value != Value::draw) remoteness = result.remoteness(s);
  const auto best = distances ? best_move(result, s) : std::nullopt;
  if (session.json) {
    Json out{{"schema", "retrograph/query/1"}};
    out.update(position_json(result.space(), s));
    out["value"] = name_of(value);
    out["remoteness"] = or_null(remoteness);
    out["best_move"] = best ? position_json(result.space(), *best) : Json(nullptr);
    if (line) out["line"] = line_json(result.space(), line_of_play(result, s));
    session.say_json(out);
  }
  session.say(
      fmt::format("{}{}", name_of(value), remoteness ? fmt::format(" in {} plies", *remoteness) : ""));
  if (best) session.say("best move: " + move_text(result.space(), s, *best));
  if (line) say_line(session, result.space(), line_of_play(result, s));
  return 0;
}

int query_table(Session& session, const std::string& path) {
  const Options& options = session.options;
  refuse_options(options, {"vertex", "police", "thief", "turn", "line", "game"}, "table");
  const TableFile file(path);
  if (!options.has("heap")) fail(Category::usage, "query: --heap names the position of a table");
  const std::uint64_t heap = options.number("heap", 0, file.run().count - 1);
  const std::uint32_t value = file.values(heap, heap + 1)[0];
  if (session.json)
    session.say_json({{"schema", "retrograph/query/1"},
                      {"game", file.game()},
                      {"heap", heap},
                      {"value", value},
                      {"outcome", value == 0 ? "lose" : "win"}});
  session.say(fmt::format("{} ({} for the player to move)", value, value == 0 ? "lose" : "win"));
  return 0;
}

// A file of that name goes first; of the rest, what has two terms, or ends in a heap, or is a number.
bool reads_as_sum(const std::string& text) {
  if (std::filesystem::exists(text)) return false;
  const std::size_t colon = text.rfind(':');
  const bool heap = colon != std::string::npos && colon + 1 < text.size() &&
                    text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return heap || text.starts_with('*') || text.find(" + ") != std::string::npos;
}

int run_query_verb(Session& session) {
  const std::string& path = session.options.arguments()[0];
  if (reads_as_sum(path)) {
    refuse_options(session.options, {"vertex", "police", "thief", "turn", "heap", "line", "game", "sum"},
                   "sum");
    answer_sum(session, parse_sum(path), "retrograph/query/1");
    return 0;
  }
  switch (kind_of_file(path)) {
    case FileKind::table:
      refuse_options(session.options, {"sum", "misere"}, "table");
      return query_table(session, path);
    case FileKind::graph_values:
      refuse_options(session.options, {"police", "thief", "turn", "heap", "line"}, "file of graph values");
      return query_graph_values(session, path);
    case FileKind::result: {
      refuse_options(session.options, {"sum", "misere"}, "result");
      ResultFile file(path);
      return file.kind() == ResultFile::Kind::board ? query_board(session, std::move(file))
                                                    : query_graph(session, file);
    }
    default:
      fail(Category::malformed, "{}: neither a result nor a table nor values of a graph", path);
  }
}

}  // namespace

const Verb query_verb{
    "query",
    "FILE | SUM",
    "value, distance, best move and line of one position of a stored result",
    1,
    1,
    false,
    {
        {"vertex", "V", "",
         "of a graph result or the values of a graph: the vertex, as solve --start names it", 0},
        {"police", "R,C", "", "of a board result: the policeman's cell (default: as on the board)", 0},
        {"thief", "R,C", "", "of a board result: the thief's cell (default: as on the board)", 0},
        {"turn", "SIDE", "", "of a board result: who is to move, police or thief", 0},
        {"heap", "N", "", "of a table: the heap", 0},
        {"line", "", "", "the whole play from the position", 0},
        {"game", "FILE", "", "the graph of a result or of values, if not where its name says", 0},
        {"sum", "SUM", "", "of the values of a graph: terms beside the vertex, '0.137:17 + *5'", 0},
        {"misere", "", "", "of a sum or the values of a graph: genus and moves under misere play", 0},
    },
    run_query_verb};

}  // namespace retrograph::cli
