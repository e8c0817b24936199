#include "retrograph/solve/line.hpp"

#include <random>

#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

TEST_CASE("a line of a decided game has as many plies as its remoteness") {
  std::mt19937_64 random(41);
  for (std::size_t round = 0; round < test::scaled(1000); ++round) {
    const auto arena = random_game<std::uint32_t>(random, {});
    auto outcomes = solve_reference(arena);
    const Outcomes<std::uint32_t> stored = solve_reference(arena);
    outcomes.best_move = {};
    for (std::uint64_t v = 0; v < arena.vertex_count(); ++v) {
      const auto lazy = line_of_play(arena, outcomes, v);
      const auto line = line_of_play(arena, stored, v);
      if (lazy.vertices != line.vertices || lazy.repeats != line.repeats) FAIL("round " << round);
      const bool decided = outcomes.value[v] != Value::draw;
      if (decided && (line.repeats || line.vertices.size() != outcomes.remoteness[v] + 1U))
        FAIL("round " << round << ": vertex " << v);
    }
  }
}

TEST_CASE("a drawn line stops where it comes back") {
  const auto arena = arena_of<std::uint32_t>(5, {{0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 4}});
  const auto line = line_of_play(arena, solve_reference(arena), 0);
  REQUIRE(line.vertices == std::vector<std::uint32_t>{0, 1, 2});
  REQUIRE(line.repeats == 1U);
}

TEST_CASE("a drawn line may end in a given draw") {
  auto arena = arena_of<std::uint32_t>(2, {{0, 1}, {1, 0}});
  arena.terminal = Array<Value>(2, Value::none);
  arena.terminal[1] = Value::draw;
  const auto line = line_of_play(arena, solve_reference(arena), 0);
  REQUIRE(line.vertices == std::vector<std::uint32_t>{0, 1});
  REQUIRE_FALSE(line.repeats.has_value());
}

TEST_CASE("a line needs a start that exists, and best moves or distances") {
  const auto arena = arena_of<std::uint32_t>(2, {{0, 1}});
  auto outcomes = solve_reference(arena);
  REQUIRE_THROWS_AS(line_of_play(arena, outcomes, 2), Error);
  outcomes.best_move = {};
  outcomes.remoteness = {};
  REQUIRE_THROWS_AS(line_of_play(arena, outcomes, 0), Error);
}
