#include "retrograph/solve/board_sweeper.hpp"

#include "retrograph/games/random_board.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/simd.hpp"

#include "board_helper.hpp"
#include "catch.hpp"

using namespace retrograph;

namespace {

// The figures of a board, counted state by state from the answer of the frontier engine.
BoardFigures figures_by_state(const Board& board, const PursuitRules& rules) {
  const auto result = solve_board(board, rules, "on-the-fly");
  const PoliceThief& space = result->space();
  BoardFigures figures;
  figures.start = *result->start();
  figures.counts = result->counts();
  figures.longest_capture = 0;
  for (std::uint64_t v = 0; v < space.vertex_count(); ++v) {
    const auto s = space.decode(v);
    const Value police = s.turn == Side::police ? result->value(s) : opposite(result->value(s));
    if (police == Value::win)
      figures.longest_capture = std::max(figures.longest_capture, result->remoteness(s));
    if (s.turn != rules.first || s.thief == s.police) continue;
    if (space.moves().is_exit(s.thief) || space.moves().is_exit(s.police)) continue;
    ++figures.starts;
    if (police == Value::win) ++figures.starts_police;
    if (police == Value::lose) ++figures.starts_thief;
  }
  return figures;
}

void require_same(const BoardFigures& expected, const BoardFigures& found, bool distances) {
  REQUIRE(found.start.value == expected.start.value);
  REQUIRE(found.start.for_police == expected.start.for_police);
  REQUIRE(found.counts.win == expected.counts.win);
  REQUIRE(found.counts.lose == expected.counts.lose);
  REQUIRE(found.counts.draw == expected.counts.draw);
  REQUIRE(found.counts.tie == expected.counts.tie);
  REQUIRE(found.starts == expected.starts);
  REQUIRE(found.starts_police == expected.starts_police);
  REQUIRE(found.starts_thief == expected.starts_thief);
  if (!distances) return;
  REQUIRE(found.start.plies == expected.start.plies);
  REQUIRE(found.counts.max_remoteness == expected.counts.max_remoteness);
  REQUIRE(found.longest_capture == expected.longest_capture);
}

}  // namespace

TEST_CASE("a sweeper gives the figures of every board, one after the other") {
  std::mt19937_64 random(41);
  for (const Side first : {Side::police, Side::thief}) {
    PursuitRules rules;
    rules.first = first;
    BoardSweeper plain(rules, false);
    BoardSweeper exact(rules, true);
    for (std::size_t round = 0; round < test::scaled(150); ++round) {
      const SimdScope simd(static_cast<SimdLevel>(round % 3));
      RandomBoard p;
      p.rows = static_cast<std::uint32_t>(1 + random() % 20);
      p.cols = static_cast<std::uint32_t>(7 + random() % 14);
      p.walls = 0.01 * static_cast<double>(random() % 70);
      p.exits = static_cast<std::uint32_t>(random() % 4);
      p.seed = random();
      const Board board = random_board(p);
      INFO(p.rows << " x " << p.cols << " seed " << p.seed);
      const BoardFigures expected = figures_by_state(board, rules);
      require_same(expected, plain.solve(board), false);
      require_same(expected, exact.solve(board), true);
    }
  }
}

TEST_CASE("a sweeper takes unusual rules and boards that are not small as well") {
  std::mt19937_64 random(42);
  for (std::size_t round = 0; round < test::scaled(60); ++round) {
    const PursuitRules rules = test::any_rules(random);
    BoardSweeper sweeper(rules, true);
    const Board board = random_board({.rows = 5, .cols = 6, .walls = 0.3, .exits = 1, .seed = random()});
    require_same(figures_by_state(board, rules), sweeper.solve(board), true);
  }
  BoardSweeper sweeper({}, true);
  const Board board = random_board({.rows = 3, .cols = 1500, .walls = 0.8, .exits = 2, .seed = 7});
  require_same(figures_by_state(board, {}), sweeper.solve(board), true);
}

TEST_CASE("a sweeper refuses pieces on walls") {
  BoardSweeper sweeper({}, false);
  REQUIRE_THROWS_AS(sweeper.solve(test::board_of("*.T")), Error);
  REQUIRE(sweeper.solve(test::board_of("P.T")).start.for_police == Value::win);
}
