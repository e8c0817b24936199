#include "retrograph/solve/engine.hpp"

#include <random>
#include <set>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

template <VertexId V>
bool takes(const Engine& engine, const Arena<V>& arena) {
  return (engine.takes_owners || !arena.has_owners()) && (sizeof(V) == 4 || engine.wide != nullptr);
}

}  // namespace

TEMPLATE_TEST_CASE("every engine that takes a game gives the textbook's answer for every request", "",
                   std::uint32_t, std::uint64_t) {
  using V = TestType;
  std::mt19937_64 random(51);
  for (std::size_t round = 0; round < test::scaled(1500); ++round) {
    const auto arena = random_game<V>(random, {});
    const auto reverse = transpose(arena.moves);
    const auto expected = solve_reference(arena);
    const par::ThreadScope scope(1 + static_cast<unsigned>(round % 4));
    for (const Engine& engine : engines()) {
      if (!takes(engine, arena)) continue;
      SolveOptions options;
      options.distances = below(random, 3) != 0;
      options.best_moves = below(random, 2) == 0;
      const auto found = solve(engine, arena, options, below(random, 2) == 0 ? &reverse : nullptr);
      const auto text = difference(expected, found);
      if (!text.empty()) FAIL(engine.name << ", round " << round << ": " << text);
      if (arena.vertex_count() == 0) continue;
      if (found.remoteness.empty() == options.distances) FAIL(engine.name << ": distances");
      if (found.best_move.empty() == options.best_moves) FAIL(engine.name << ": best moves");
    }
  }
}

TEST_CASE("engines have names of their own, and unknown ones are usage errors that list them") {
  std::set<std::string_view> names;
  for (const Engine& engine : engines()) {
    REQUIRE(names.insert(engine.name).second);
    REQUIRE(&engine_named(engine.name) == &engine);
    REQUIRE_FALSE(engine.help.empty());
  }
  REQUIRE_THROWS_WITH(engine_named("magic"), Catch::Matchers::Contains("auto, reference, frontier"));
}

TEST_CASE("auto picks an engine that takes the game, whatever it is") {
  std::mt19937_64 random(52);
  for (std::size_t round = 0; round < test::scaled(500); ++round) {
    const auto arena = random_game<std::uint32_t>(random, {});
    const Engine& engine = engine_for(arena, "auto", false);
    REQUIRE(takes(engine, arena));
    REQUIRE(difference(solve_reference(arena), solve(engine, arena)).empty());
  }
}

TEST_CASE("the estimate of memory grows with the request") {
  const GameSize size{1U << 20, 6U << 20, 4, false};
  for (const Engine& engine : engines()) {
    SolveOptions options;
    const auto plain = estimate_memory(engine, size, options);
    REQUIRE(plain >= 2 * size.vertices);
    GameSize larger = size;
    larger.vertices *= 2;
    REQUIRE(estimate_memory(engine, larger, options) > plain);
  }
}
