#include "retrograph/solve/police_thief_engines.hpp"

#include <string>
#include <vector>

#include "retrograph/games/random_board.hpp"
#include "retrograph/solve/police_thief_line.hpp"
#include "retrograph/support/error.hpp"

#include "board_helper.hpp"
#include "catch.hpp"
#include "memory_checkpoint.hpp"

using namespace retrograph;
using test::board_of;

namespace {

// Whether two results say the same of every state, by state and by row.
bool same_board_answers(const BoardResult& a, const BoardResult& b) {
  const std::size_t cells = a.space().board().cells.size();
  std::vector<Value> value(cells);
  std::vector<Value> value_too(cells);
  std::vector<std::uint32_t> plies(cells);
  std::vector<std::uint32_t> plies_too(cells);
  bool same = a.counts() == b.counts() && a.start() == b.start();
  for (const Side turn : {Side::police, Side::thief}) {
    for (std::uint32_t thief = 0; thief < cells; ++thief) {
      a.values_row(turn, thief, value);
      b.values_row(turn, thief, value_too);
      a.remoteness_row<std::uint32_t>(turn, thief, plies);
      b.remoteness_row<std::uint32_t>(turn, thief, plies_too);
      same = same && value == value_too && plies == plies_too;
    }
  }
  for (std::uint64_t v = 0; v < a.space().vertex_count(); v += 7) {
    const auto s = a.space().decode(v);
    same = same && a.value(s) == b.value(s) && a.remoteness(s) == b.remoteness(s);
  }
  return same;
}

void compare_engines(const Board& board, const PursuitRules& rules) {
  const auto expected = solve_board(board, rules, "reference");
  for (const BoardEngine& engine : board_engines()) {
    if (engine.name == "reference" || !engine.refusal(expected->space()).empty()) continue;
    INFO(engine.name);
    REQUIRE(same_board_answers(*expected, *solve_board(board, rules, engine.name)));
  }
}

}  // namespace

TEST_CASE("boards with known answers have them in every engine") {
  struct Known {
    const char* rows;
    Value for_police;
    std::uint32_t plies;
    std::uint64_t win, draw, lose;
  };
  constexpr std::uint32_t none = RemotenessArray::none;
  const Known known[] = {{"P../.../..T", Value::win, 3, 81, 0, 81},
                         {"P...E/....T/...../...../.....", Value::lose, 2, 717, 0, 533},
                         {"P*T", Value::draw, none, 2, 4, 2},
                         {"E..P/.**./.**./T...", Value::draw, none, 143, 52, 93},
                         {"E.P.T", Value::win, 3, 28, 0, 22},
                         {"P.*/**T", Value::win, 3, 9, 0, 9}};
  for (const BoardEngine& engine : board_engines()) {
    for (const Known& k : known) {
      INFO(engine.name << " " << k.rows);
      const auto result = solve_board(board_of(k.rows), {}, engine.name);
      REQUIRE(result->start());
      REQUIRE(result->start()->for_police == k.for_police);
      REQUIRE(result->start()->plies == k.plies);
      REQUIRE(result->counts().win == k.win);
      REQUIRE(result->counts().draw == k.draw);
      REQUIRE(result->counts().lose == k.lose);
      REQUIRE(result->counts().tie == 0);
    }
  }
}

TEST_CASE("the thief may begin, and the verdict is told for the police") {
  PursuitRules rules;
  rules.first = Side::thief;
  const auto result = solve_board(board_of("P.TE"), rules);
  REQUIRE(result->start()->value == Value::win);
  REQUIRE(result->start()->for_police == Value::lose);
  REQUIRE(result->start()->plies == 1);
}

TEST_CASE("a piece without a move gets what the rule says") {
  PursuitRules rules;
  rules.first = Side::thief;
  rules.thief_stay = false;
  const Board board = board_of("T*P");
  rules.dead_end = DeadEnd::lose;
  REQUIRE(solve_board(board, rules)->start()->for_police == Value::win);
  rules.dead_end = DeadEnd::win;
  REQUIRE(solve_board(board, rules)->start()->for_police == Value::lose);
  rules.dead_end = DeadEnd::tie;
  const auto tied = solve_board(board, rules);
  REQUIRE(tied->start()->for_police == Value::tie);
  REQUIRE(tied->start()->plies == 0);
  rules.first = Side::police;
  REQUIRE(solve_board(board, rules)->start()->plies == 1);
}

TEST_CASE("all engines agree on every state of random boards at 1, 2 and 4 threads") {
  std::mt19937_64 random(1);
  for (std::size_t round = 0; round < test::scaled(2500); ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 9);
    const auto cols = static_cast<std::uint32_t>(1 + random() % (round % 50 == 0 ? 9 : 5));
    const par::ThreadScope scope(1U << (round % 3));
    compare_engines(test::any_board(random, rows, cols), {});
  }
}

TEST_CASE("all engines agree under all combinations of rules") {
  std::mt19937_64 random(2);
  // Every combination at least once, however few rounds there are.
  for (std::size_t round = 0; round < std::max<std::size_t>(test::scaled(2500), test::rule_combinations);
       ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 6);
    const auto cols = static_cast<std::uint32_t>(1 + random() % 6);
    const par::ThreadScope scope(1U << (round % 3));
    compare_engines(test::any_board(random, rows, cols), test::rules_at(round % test::rule_combinations));
  }
}

TEST_CASE("an engine that needs more memory than allowed is refused before it starts") {
  BoardSolveOptions options;
  options.memory_limit = 1 << 20;
  for (const BoardEngine& engine : board_engines()) {
    INFO(engine.name);
    const Board board = random_board({.rows = 300, .cols = 300, .walls = 0.0, .exits = 1, .seed = 1});
    REQUIRE_THROWS_WITH(solve_board(board, {}, engine.name, options),
                        Catch::Matchers::Contains("the limit is"));
  }
}

TEST_CASE("an unknown engine names those there are") {
  REQUIRE_THROWS_WITH(solve_board(board_of("P.T"), {}, "magic"),
                      Catch::Matchers::Contains("auto, reference"));
}

TEST_CASE("what a store level does not keep cannot be asked for") {
  BoardSolveOptions options;
  for (const BoardEngine& engine : board_engines()) {
    INFO(engine.name);
    options.store = StoreLevel::values;
    const auto values = solve_board(board_of("E.P.T"), {}, engine.name, options);
    REQUIRE(values->value({Side::police, 4, 2}) == Value::win);
    REQUIRE_THROWS_AS(values->remoteness({Side::police, 4, 2}), Error);
    options.store = StoreLevel::summary;
    const auto summary = solve_board(board_of("E.P.T"), {}, engine.name, options);
    REQUIRE(summary->counts().win == 28);
    REQUIRE(summary->start()->value == Value::win);
    REQUIRE_THROWS_AS(summary->value({Side::police, 4, 2}), Error);
  }
}

TEST_CASE("best play on the second board: the thief steps on to the exit in two plies") {
  const auto result = solve_board(board_of("P...E/....T/...../...../....."), {});
  const BoardLine line = line_of_play(*result, result->space().start());
  REQUIRE(line.states.size() == 3);
  REQUIRE_FALSE(line.repeats);
  REQUIRE(line.states.back() == PoliceThiefState{Side::police, 4, 0});
}

TEST_CASE("a line of play has as many plies as the remoteness says, and a drawn one repeats a position") {
  std::mt19937_64 random(3);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const Board board = test::any_board(random, static_cast<std::uint32_t>(1 + random() % 5), 4);
    const auto result = solve_board(board, test::any_rules(random));
    const PoliceThief& space = result->space();
    if (space.vertex_count() == 0) continue;
    const auto s = space.decode(random() % space.vertex_count());
    const BoardLine line = line_of_play(*result, s);
    if (result->value(s) == Value::draw) {
      REQUIRE(line.repeats);
      for (const auto& t : line.states) REQUIRE(result->value(t) == Value::draw);
    } else {
      REQUIRE_FALSE(line.repeats);
      REQUIRE(line.states.size() == result->remoteness(s) + 1);
    }
  }
}

TEST_CASE("a board that is stopped between levels goes on to the same answer on other threads") {
  std::mt19937_64 random(81);
  std::size_t most = 0;
  for (std::size_t round = 0; round < test::scaled(15); ++round) {
    const Board board = test::any_board(random, 8 + random() % 8, 8 + random() % 8);
    const PursuitRules rules = test::rules_at(random() % test::rule_combinations);
    const auto space = std::make_shared<const PoliceThief>(board, rules);
    for (const BoardEngine& engine : board_engines()) {
      if (!engine.refusal(*space).empty()) continue;
      for (const StoreLevel store : {StoreLevel::summary, StoreLevel::values, StoreLevel::full}) {
        BoardSolveOptions options;
        options.store = store;
        const auto expected = engine.solve(space, options);
        std::size_t pieces = 0;
        const auto found = testing::in_pieces(
            [&](testing::MemoryCheckpoint& checkpoint) {
              const par::ThreadScope scope(1 + static_cast<unsigned>(random() % 3));
              options.checkpoint = &checkpoint;
              return engine.solve(space, options);
            },
            [&] { return std::size_t{2} + random() % 2; }, pieces);
        INFO(engine.name << ", " << name_of(store) << ", round " << round);
        REQUIRE(found->counts() == expected->counts());
        REQUIRE(found->start() == expected->start());
        REQUIRE(found->max_remoteness() == expected->max_remoteness());
        if (store == StoreLevel::full) REQUIRE(same_board_answers(*expected, *found));
        if (engine.name == "bit-rows") most = std::max(most, pieces);
      }
    }
  }
  REQUIRE(most >= 3);
}
