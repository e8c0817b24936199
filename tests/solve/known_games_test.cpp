// Published answers, typed in.
#include <string>
#include <vector>

#include "retrograph/solve/reference.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

using Edges = std::vector<Edge<std::uint32_t>>;

std::string letters(const Outcomes<std::uint32_t>& outcomes) {
  std::string text;
  for (const Value v : outcomes.value) text += "DWLT"[static_cast<int>(v)];
  return text;
}

}  // namespace

TEST_CASE("KoMaL S.13: the published sample") {
  // Vertices 1 .. 5 of the statement are 0 .. 4 here.
  const auto outcomes =
      solve_reference(arena_of<std::uint32_t>(5, {{0, 0}, {0, 1}, {1, 2}, {1, 3}, {2, 0}, {3, 2}, {3, 4}}));
  REQUIRE(letters(outcomes) == "DDDWL");
  REQUIRE(outcomes.remoteness[3] == 1);
  REQUIRE(outcomes.remoteness[4] == 0);
  REQUIRE(outcomes.remoteness[0] == RemotenessArray::none);
}

TEST_CASE("Codeforces 787C: the circle of five with a black hole") {
  // State 2 * cell + player, cells 0 .. 4; cell 0 is the black hole: whoever would move from it has lost.
  // Rick (player 0) moves by 2 or 3, Morty by 1, 2 or 3.
  Edges edges;
  for (std::uint32_t cell = 1; cell < 5; ++cell)
    for (std::uint32_t player = 0; player < 2; ++player)
      for (const std::uint32_t step : {1U, 2U, 3U})
        if (player == 1 || step != 1)
          edges.push_back({2 * cell + player, 2 * ((cell + step) % 5) + 1 - player});
  const auto outcomes = solve_reference(arena_of<std::uint32_t>(10, edges));
  std::string rick, morty;
  for (std::uint32_t cell = 1; cell < 5; ++cell) {
    rick += letters(outcomes)[2 * cell];
    morty += letters(outcomes)[2 * cell + 1];
  }
  REQUIRE(rick == "LWWD");
  REQUIRE(morty == "DWWW");
}

TEST_CASE("a reachability game whose target is a dead end: the attractor is {2, 5}") {
  // Vertices 1 .. 5 are 0 .. 4. Player 0 owns 1 and 2, player 1 the others; player 0 wants vertex 5.
  auto arena = arena_of<std::uint32_t>(5, {{0, 2}, {1, 4}, {2, 1}, {2, 3}, {3, 0}, {3, 1}});
  arena.owner = Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 0, 1, 1, 1});
  arena.terminal = Array<Value>(5, Value::none);
  arena.terminal[4] = Value::win;
  const auto outcomes = solve_reference(arena);
  REQUIRE(letters(outcomes) == "DWDDW");
  REQUIRE(outcomes.remoteness[1] == 1);
  REQUIRE(outcomes.best_move[1] == 4);
}

TEST_CASE("infinite play between two ends: a self-loop is a move") {
  // s, u, v, t1, t2 = 0 .. 4. Min (player 1) owns s and v, Max (player 0) owns u; t1 pays 1, t2 pays 2,
  // infinite play pays 0. Who can hold the payment below a bound is decided by reachability: with the bound
  // at 1, "win" is a payment of at least 1, and infinite play is a draw, not a loss.
  const Edges edges{{0, 1}, {0, 2}, {1, 1}, {1, 3}, {2, 4}};
  auto arena = arena_of<std::uint32_t>(5, edges);
  arena.owner = Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{1, 0, 1, 0, 0});
  arena.terminal = Array<Value>(5, Value::none);
  arena.terminal[3] = Value::win;
  arena.terminal[4] = Value::win;
  REQUIRE(letters(solve_reference(arena)) == "WWWWW");
  // Payment of at least 2: only v and t2 reach it. From u Max may take t1 or loop for ever: never 2.
  arena.terminal[3] = Value::lose;
  REQUIRE(letters(solve_reference(arena)) == "DDWLW");
}
