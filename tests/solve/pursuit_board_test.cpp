#include <algorithm>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/solve/pursuit.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "board_helper.hpp"
#include "catch.hpp"
#include "memory_checkpoint.hpp"

using namespace retrograph;

namespace {

// Two policemen in any order, as an arena for the textbook: (turn, thief, first, second), values for them.
Arena<std::uint32_t> two_policemen(const PoliceThief& space) {
  const BoardMoves& moves = space.moves();
  const std::uint32_t n = moves.count();
  const auto id = [n](std::uint32_t turn, std::uint32_t t, std::uint32_t a, std::uint32_t b) {
    return ((turn * n + t) * n + a) * n + b;
  };
  Arena<std::uint32_t> arena;
  arena.terminal = Array<Value>(2ULL * n * n * n, Value::none);
  arena.owner = Array<std::uint8_t>(2ULL * n * n * n, 0);
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t t = 0; t < n; ++t) {
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        arena.owner[id(1, t, a, b)] = 1;
        for (const std::uint32_t turn : {0U, 1U}) {
          if (t == a || t == b)
            arena.terminal[id(turn, t, a, b)] = Value::win;
          else if (moves.is_exit(t))
            arena.terminal[id(turn, t, a, b)] = Value::lose;
        }
        for (const std::uint32_t to : moves.steps(Side::thief, t))
          edges.push_back({id(1, t, a, b), id(0, to, a, b)});
        for (const std::uint32_t p : moves.steps(Side::police, a))
          for (const std::uint32_t q : moves.steps(Side::police, b))
            edges.push_back({id(0, t, a, b), id(1, t, p, q)});
      }
    }
  }
  arena.moves = build_csr<std::uint32_t>(2ULL * n * n * n, edges);
  return arena;
}

PursuitRules pursuit_rules_at(std::size_t round) {
  PursuitRules rules;
  rules.police_diagonal = round % 2 == 0;
  rules.thief_diagonal = round / 2 % 2 == 1;
  return rules;
}

std::unique_ptr<PursuitResult> pursue_board(const PoliceThief& space, unsigned cops) {
  PursuitOptions options;
  options.cops = cops;
  return solve_pursuit(pursuit_arena(space), options);
}

}  // namespace

TEST_CASE("one policeman of a pursuit has the values and plies of the board's engines") {
  std::mt19937_64 random(61);
  for (std::size_t round = 0; round < test::scaled(200); ++round) {
    const SimdScope simd(static_cast<SimdLevel>(round % 3));
    const par::ThreadScope threads(static_cast<unsigned>(1 + round % 3));
    const auto rows = static_cast<std::uint32_t>(1 + random() % 8);
    const auto cols = static_cast<std::uint32_t>(1 + random() % 9);
    const auto expected =
        solve_board(test::any_board(random, rows, cols), pursuit_rules_at(round), "on-the-fly");
    const PoliceThief& space = expected->space();
    if (space.free_count() == 0) continue;
    const auto found = pursue_board(space, 1);
    bool same = true;
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    for (std::uint64_t v = 0; v < space.vertex_count(); ++v) {
      const auto s = space.decode(v);
      const Value value = s.turn == Side::police ? expected->value(s) : opposite(expected->value(s));
      const PursuitPosition p{{s.police}, s.thief, s.turn == Side::police};
      won += value == Value::win ? 1 : 0;
      lost += value == Value::lose ? 1 : 0;
      same = same && found->value_from(p) == value;
      same = same && found->plies_from(p).value_or(RemotenessArray::none) == expected->remoteness(s);
    }
    REQUIRE(same);
    REQUIRE(found->positions_won == won);
    REQUIRE(found->positions_lost == lost);
  }
}

TEST_CASE("two policemen have the values and plies of the textbook, and lines as long as those say") {
  std::mt19937_64 random(62);
  for (std::size_t round = 0; round < test::scaled(60); ++round) {
    const SimdScope simd(static_cast<SimdLevel>(round % 3));
    const auto rows = static_cast<std::uint32_t>(1 + random() % 4);
    const PoliceThief space(test::any_board(random, rows, static_cast<std::uint32_t>(2 + random() % 3)),
                            pursuit_rules_at(round));
    const std::uint32_t n = space.free_count();
    if (n == 0) continue;
    const Arena<std::uint32_t> arena = two_policemen(space);
    Reference<std::uint32_t> reference(arena);
    reference.solve();
    const auto found = pursue_board(space, 2);
    bool same = true;
    for (std::uint32_t v = 0; v < arena.vertex_count(); ++v) {
      const PursuitPosition p{{v / n % n, v % n}, v / n / n % n, v / n / n / n == 0};
      same = same && found->value_from(p) == reference.value()[v];
      const auto plies = found->plies_from(p);
      same = same && plies.value_or(RemotenessArray::none) == reference.remoteness()[v];
      if (v % 37 != 0) continue;
      const auto line = found->line_from(p);
      const PursuitPosition& end = line.back();
      const bool caught = std::find(end.cops.begin(), end.cops.end(), end.robber) != end.cops.end();
      same = same && (!plies || line.size() == *plies + 1);
      same = same && (found->value_from(p) == Value::win) == caught;
    }
    REQUIRE(same);
  }
}

TEST_CASE("more policemen guard more exits") {
  const PoliceThief space(test::board_of("E....E/....../P....T/E....E"), {});
  std::uint64_t won[5] = {};
  for (const unsigned cops : {1U, 2U, 3U, 4U}) {
    const auto result = pursue_board(space, cops);
    REQUIRE(result->positions_won + result->positions_lost <= result->positions);
    REQUIRE(result->cops_win == (cops == 4));
    won[cops] = result->positions_won * 1000 / result->positions;
    REQUIRE(won[cops] > won[cops - 1]);
    // The thief next to an exit: lost with all far away, won with one of them on it.
    PursuitPosition p{std::vector<std::uint32_t>(cops, 0), 11, true};
    REQUIRE(result->value_from(p) == Value::lose);
    p.cops.back() = 5;
    REQUIRE(result->value_from(p) == Value::win);
  }
  PursuitRules closed;
  closed.exit_closed = true;
  REQUIRE_THROWS_AS(pursuit_arena(PoliceThief(test::board_of("P.E"), closed)), Error);
}

TEST_CASE("a pursuit that is stopped at its levels goes on to the same answer on other threads") {
  std::mt19937_64 random(64);
  std::size_t most = 0;
  for (std::size_t round = 0; round < std::max<std::size_t>(12, test::scaled(40)); ++round) {
    const auto rows = static_cast<std::uint32_t>(3 + random() % 4);
    const PoliceThief space(test::any_board(random, rows, static_cast<std::uint32_t>(4 + random() % 4)),
                            pursuit_rules_at(round));
    const std::uint32_t n = space.free_count();
    if (n == 0) continue;
    PursuitOptions options;
    options.cops = 1 + static_cast<unsigned>(round % 2);
    options.distances = round % 5 != 0;
    const auto expected = solve_pursuit(pursuit_arena(space), options);
    std::size_t pieces = 0;
    const auto found = testing::in_pieces(
        [&](testing::MemoryCheckpoint& checkpoint) {
          const par::ThreadScope scope(1 + static_cast<unsigned>(random() % 3));
          options.checkpoint = &checkpoint;
          return solve_pursuit(pursuit_arena(space), options);
        },
        [&] { return std::size_t{2} + random() % 2; }, pieces);
    most = std::max(most, pieces);
    bool same = found->positions_won == expected->positions_won && found->plies == expected->plies &&
                found->positions_lost == expected->positions_lost &&
                found->placements_won == expected->placements_won &&
                found->levels.size() == expected->levels.size();
    PursuitPosition p;
    for (std::uint32_t i = 0; i < 2 * n * n * n; ++i) {
      p = {std::vector<std::uint32_t>(options.cops, i % n), i / n % n, i % 2 == 0};
      if (options.cops == 2) p.cops = {std::min(i % n, i / n / n % n), std::max(i % n, i / n / n % n)};
      same = same && found->value_from(p) == expected->value_from(p);
      if (options.distances) same = same && found->plies_from(p) == expected->plies_from(p);
    }
    if (!same) FAIL("round " << round);
  }
  REQUIRE(most >= 3);
}

TEST_CASE("the search for the smallest number of cops goes on with the number it had come to") {
  std::mt19937_64 random(65);
  // The Petersen graph, which needs three.
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t i = 0; i < 5; ++i)
    for (const std::uint32_t to : {(i + 1) % 5, i + 5}) edges.push_back({i, to});
  for (std::uint32_t i = 0; i < 5; ++i) edges.push_back({i + 5, (i + 2) % 5 + 5});
  const auto graph = build_csr<std::uint32_t>(10, edges);
  const auto expected = solve_cop_number(graph, {});
  REQUIRE(expected->cops == 3);
  std::size_t pieces = 0;
  const auto found = testing::in_pieces(
      [&](testing::MemoryCheckpoint& checkpoint) {
        PursuitOptions options;
        options.checkpoint = &checkpoint;
        return solve_cop_number(graph, options);
      },
      [&] { return std::size_t{2} + random() % 2; }, pieces);
  REQUIRE(pieces >= 3);
  REQUIRE(found->cops == 3);
  REQUIRE(found->positions_won == expected->positions_won);
  REQUIRE(found->plies == expected->plies);
}
