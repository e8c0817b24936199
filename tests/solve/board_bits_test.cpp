// The bit-row engine against the frontier engine, on every state, for every instruction set.
#include <vector>

#include "retrograph/games/random_board.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/simd.hpp"

#include "board_helper.hpp"
#include "catch.hpp"

using namespace retrograph;

namespace {

bool same_row(const BoardResult& a, const BoardResult& b, Side turn, std::uint32_t thief) {
  const std::size_t cells = a.space().board().cells.size();
  std::vector<Value> value(cells);
  std::vector<Value> value_too(cells);
  a.values_row(turn, thief, value);
  b.values_row(turn, thief, value_too);
  if (value != value_too) return false;
  if (b.store() != StoreLevel::full) return true;
  std::vector<std::uint32_t> plies(cells);
  std::vector<std::uint32_t> plies_too(cells);
  a.remoteness_row<std::uint32_t>(turn, thief, plies);
  b.remoteness_row<std::uint32_t>(turn, thief, plies_too);
  return plies == plies_too;
}

// `a` holds everything, `b` what its store level says.
bool same_answers(const BoardResult& a, const BoardResult& b) {
  OutcomeCounts counts = a.counts();
  if (b.store() != StoreLevel::full) counts.max_remoteness = 0;
  if (counts != b.counts()) return false;
  if (a.start().has_value() != b.start().has_value()) return false;
  if (a.start() && a.start()->value != b.start()->value) return false;
  if (b.store() == StoreLevel::full && a.start() != b.start()) return false;
  if (b.store() == StoreLevel::summary) return true;
  bool same = true;
  for (const Side turn : {Side::police, Side::thief})
    for (std::uint32_t t = 0; t < a.space().board().cells.size(); ++t) same = same && same_row(a, b, turn, t);
  for (std::uint64_t v = 0; v < a.space().vertex_count(); v += 97) {
    const auto s = a.space().decode(v);
    same = same && a.value(s) == b.value(s);
    if (b.store() == StoreLevel::full) same = same && a.remoteness(s) == b.remoteness(s);
  }
  return same;
}

void compare(const Board& board, const PursuitRules& rules, SimdLevel level, unsigned threads) {
  const par::ThreadScope workers(threads);
  const SimdScope simd(level);
  const auto expected = solve_board(board, rules, "on-the-fly");
  for (const StoreLevel store : {StoreLevel::summary, StoreLevel::values, StoreLevel::full}) {
    INFO(board.rows << " x " << board.cols << ", " << name_of(simd_level()) << ", " << name_of(store));
    BoardSolveOptions options;
    options.store = store;
    REQUIRE(same_answers(*expected, *solve_board(board, rules, "bit-rows", options)));
  }
}

SimdLevel level_of(std::size_t round) {
  return static_cast<SimdLevel>(round % 3);
}

unsigned threads_of(std::size_t round) {
  return static_cast<unsigned>(1 + round / 3 % 3);
}

}  // namespace

TEST_CASE("bit rows agree with the frontier engine on boards of every shape up to 40 x 40") {
  std::mt19937_64 random(21);
  for (std::size_t round = 0; round < test::scaled(180); ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 40);
    const auto cols = static_cast<std::uint32_t>(1 + random() % (round % 8 == 0 ? 40 : 12));
    const Board board =
        round % 2 == 0 ? test::any_board(random, rows, cols) : test::any_board(random, cols, rows);
    compare(board, {}, level_of(round), threads_of(round));
  }
}

TEST_CASE("bit rows agree with the frontier engine on boards of more than 62 columns or eight blocks") {
  std::mt19937_64 random(23);
  for (std::size_t round = 0; round < test::scaled(60); ++round) {
    const auto rows = static_cast<std::uint32_t>(63 + random() % 40);
    const auto cols = static_cast<std::uint32_t>(round % 4 == 0 ? 63 + random() % 20 : 1 + random() % 8);
    Board board = random_board({.rows = rows, .cols = cols, .walls = 0.0, .exits = 0, .seed = random()});
    // Few cells in one corner, so that the textbook side stays quick, and some far away.
    const std::uint64_t walls = cols > 12 ? 95 : random() % 60;
    for (std::uint32_t i = 0; i < board.cells.size(); ++i)
      if (random() % 100 < walls && i % cols > 5) board.cells[i] = Cell::wall;
    for (std::uint64_t exits = random() % 4; exits > 0; --exits)
      board.cells[random() % board.cells.size()] = Cell::exit;
    compare(board, {}, level_of(round), threads_of(round));
  }
}

TEST_CASE("bit rows agree with the frontier engine under all combinations of rules") {
  std::mt19937_64 random(22);
  for (std::size_t round = 0; round < test::scaled(400); ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 12);
    const auto cols = static_cast<std::uint32_t>(1 + random() % 12);
    const Board board = test::any_board(random, rows, cols);
    PursuitRules rules = test::any_rules(random);
    if (rules.dead_end == DeadEnd::tie) rules.dead_end = DeadEnd::lose;
    compare(board, rules, level_of(round), threads_of(round));
  }
}

TEST_CASE("rows that end at a word, a block or a pitch of 64 are right") {
  std::size_t round = 0;
  for (const auto& [rows, cols] : {std::pair{64U, 7U},
                                   {63U, 63U},
                                   {64U, 63U},
                                   {62U, 62U},
                                   {32U, 15U},
                                   {65U, 8U},
                                   {128U, 3U},
                                   {512U, 1U},
                                   {1U, 300U},
                                   {9U, 130U}}) {
    const std::uint32_t few = rows * cols > 2000 ? 1 : 4;
    for (std::uint64_t seed = 0; seed < few; ++seed) {
      const double walls = rows * cols > 2000 ? 0.7 : 0.2;
      compare(random_board({.rows = rows, .cols = cols, .walls = walls, .exits = 1, .seed = seed}), {},
              level_of(round), threads_of(round));
      ++round;
      if (test::build_scale < 1) break;
    }
  }
}

TEST_CASE("a chase of more than 512 levels is counted right") {
  // One corridor that winds through the board.
  Board board;
  board.rows = 33;
  board.cols = 33;
  board.cells.assign(33 * 33, Cell::free);
  for (std::uint32_t row = 1; row < 33; row += 2)
    for (std::uint32_t col = 0; col < 33; ++col)
      if (col != (row % 4 == 1 ? 32U : 0U)) board.cells[row * 33 + col] = Cell::wall;
  board.thief = 33 * 33 - 1;
  const auto expected = solve_board(board, {}, "on-the-fly");
  REQUIRE(expected->counts().max_remoteness > 1000);
  compare(board, {}, machine_simd_level(), 2);
  board.cells[0] = Cell::exit;
  compare(board, {}, machine_simd_level(), 1);
}

TEST_CASE("auto takes bit rows unless a dead end is a tie") {
  PursuitRules rules;
  REQUIRE(solve_board(test::board_of("P.T"), rules)->engine() == "bit-rows");
  rules.dead_end = DeadEnd::tie;
  REQUIRE(solve_board(test::board_of("P.T"), rules)->engine() == "bit-rows");
  rules.thief_stay = false;
  REQUIRE(solve_board(test::board_of("P.T"), rules)->engine() == "bit-rows");
  REQUIRE(solve_board(test::board_of("P*T"), rules)->engine() == "on-the-fly");
}
