// Sweeps of police and thief: random boards by size, density and seed, or boards from files.
#include <charconv>

#include "retrograph/games/random_board.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_side = 4096;

RandomBoard random_parameters(const JobValues& values) {
  const SweepKind& kind = police_thief_sweep;
  const bool square = values.contains("size");
  if (square && (values.contains("rows") || values.contains("cols")))
    fail(Category::malformed, "size stands for rows and cols: give one or the other");
  RandomBoard board;
  board.rows =
      static_cast<std::uint32_t>(number_of_key(kind, values, square ? "size" : "rows", 1, most_side));
  board.cols =
      static_cast<std::uint32_t>(number_of_key(kind, values, square ? "size" : "cols", 1, most_side));
  board.exits = static_cast<std::uint32_t>(number_of_key(kind, values, "exits", 0, most_side));
  board.seed = number_of_key(kind, values, "seed", 0, no_number - 1);
  const std::string walls = value_of_key(kind, values, "walls");
  const auto [end, error] = std::from_chars(walls.data(), walls.data() + walls.size(), board.walls);
  if (error != std::errc{} || end != walls.data() + walls.size() || !(board.walls >= 0 && board.walls <= 1))
    fail(Category::malformed, "walls = {}: not a share from 0 to 1", walls);
  return board;
}

Board board_of(const JobValues& values) {
  if (values.contains("board")) return read_board(values.at("board"));
  return random_board(random_parameters(values));
}

bool on_off(const JobValues& values, std::string_view key) {
  const std::string text = value_of_key(police_thief_sweep, values, key);
  if (text != "on" && text != "off") fail(Category::malformed, "{} = {}: neither on nor off", key, text);
  return text == "on";
}

PursuitRules rules_of_job(const JobValues& values) {
  Rules rules;
  for (const char* key :
       {"first", "police-diagonal", "thief-diagonal", "police-stay", "thief-stay", "exit-closed", "dead-end"})
    if (const auto found = values.find(key); found != values.end()) rules[key] = found->second;
  return pursuit_rules_of(rules, "the sweep's configuration");
}

void check_boards(const JobValues& values) {
  (void)rules_of_job(values);
  (void)on_off(values, "distances");
  if (!values.contains("board")) (void)random_parameters(values);
}

// All starting positions with the side to move that moves first.
double share(const BoardResult& result, Value for_first) {
  const PoliceThief& space = result.space();
  const Side first = space.rules().first;
  std::vector<Value> row(space.board().cell_count());
  std::uint64_t hits = 0;
  for (std::uint32_t thief = 0; thief < space.free_count(); ++thief) {
    result.values_row(first, space.moves().cell_of(thief), row);
    for (const Value value : row) hits += value == for_first;
  }
  const auto starts = static_cast<double>(space.free_count()) * static_cast<double>(space.free_count());
  return starts > 0 ? static_cast<double>(hits) / starts : 0;
}

std::vector<SweepCell> run_boards(const JobValues& values, const RunContext& context) {
  BoardSolveOptions options;
  options.store = on_off(values, "distances") ? StoreLevel::full : StoreLevel::values;
  options.memory_limit = context.memory_limit;
  options.stop = context.stop;
  StopWatch watch;
  const auto result = solve_board(board_of(values), rules_of_job(values),
                                  value_of_key(police_thief_sweep, values, "engine"), options);
  const double seconds = watch.lap();
  const OutcomeCounts& counts = result->counts();
  const BoardVerdict verdict = result->start().value_or(BoardVerdict{});
  const bool police_first = result->space().rules().first == Side::police;
  const auto number = [](std::uint32_t r) {
    return r == RemotenessArray::none ? no_number : std::uint64_t{r};
  };
  return {verdict.for_police,
          number(verdict.plies),
          counts.win,
          counts.lose,
          counts.tie,
          counts.draw,
          result->max_remoteness() ? std::uint64_t{*result->max_remoteness()} : no_number,
          std::uint64_t{result->space().free_count()},
          share(*result, police_first ? Value::win : Value::lose),
          share(*result, police_first ? Value::lose : Value::win),
          board_text(result->space().board()),
          seconds};
}

}  // namespace

const SweepKind police_thief_sweep{"police-thief",
                                   {{"board", ""},
                                    {"rows", ""},
                                    {"cols", ""},
                                    {"size", ""},
                                    {"walls", "0.2"},
                                    {"exits", "1"},
                                    {"seed", "0"},
                                    {"first", "police"},
                                    {"police-diagonal", "on"},
                                    {"thief-diagonal", "off"},
                                    {"police-stay", "on"},
                                    {"thief-stay", "on"},
                                    {"exit-closed", "off"},
                                    {"dead-end", "lose"},
                                    {"engine", "auto"},
                                    {"distances", "on"}},
                                   {"outcome", "plies", "win", "lose", "tie", "draw", "max_remoteness",
                                    "free_cells", "police_share", "thief_share", "board_text", "seconds"},
                                   check_boards,
                                   run_boards};

}  // namespace retrograph
