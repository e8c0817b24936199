#include "retrograph/solve/reference.hpp"

#include <random>

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

// The definitions, level by level over all vertices, with no queue, no counters and no reverse side.
struct ByDefinition {
  const Arena<std::uint32_t>& arena;
  std::vector<Value> value;
  std::vector<std::uint32_t> remoteness;

  explicit ByDefinition(const Arena<std::uint32_t>& game)
      : arena(game), value(game.vertex_count()), remoteness(game.vertex_count(), RemotenessArray::none) {
    for (std::uint64_t v = 0; v < value.size(); ++v) {
      value[v] = arena.initial(v);
      if (value[v] != Value::none && value[v] != Value::draw) remoteness[v] = 0;
    }
    for (std::uint32_t level = 1; level <= value.size() + 1; ++level) sweep(level, false);
    for (std::uint32_t level = 1; level <= value.size() + 1; ++level) sweep(level, true);
    for (Value& x : value)
      if (x == Value::none) x = Value::draw;
  }

  void sweep(std::uint32_t level, bool ties) {
    std::vector<std::pair<std::uint64_t, Value>> found;
    for (std::uint64_t v = 0; v < value.size(); ++v) {
      if (value[v] != Value::none) continue;
      const bool zero = arena.has_owners() && arena.owner[v] == 0;
      const bool one = arena.has_owners() && arena.owner[v] == 1;
      const Value good = zero ? Value::win : Value::lose;
      bool some_good = false, all_bad = true, some_tie = false;
      for (const auto child : arena.moves.successors(v)) {
        const bool known = remoteness[child] < level;
        some_good |= known && value[child] == good;
        all_bad &= known && value[child] == opposite(good);
        some_tie |= known && value[child] == Value::tie;
      }
      if (!ties && some_good) found.emplace_back(v, one ? Value::lose : Value::win);
      if (!ties && all_bad) found.emplace_back(v, one ? Value::win : Value::lose);
      if (ties && some_tie) found.emplace_back(v, Value::tie);
    }
    for (const auto& [v, x] : found) {
      value[v] = x;
      remoteness[v] = level;
    }
  }
};

}  // namespace

TEST_CASE("the textbook gives what the definitions say") {
  std::mt19937_64 random(11);
  for (std::size_t round = 0; round < test::scaled(4000); ++round) {
    const auto arena = random_game<std::uint32_t>(random, {}, 14);
    const ByDefinition expected(arena);
    Reference<std::uint32_t> textbook(arena);
    textbook.solve();
    if (textbook.value() != expected.value) FAIL("values differ in round " << round);
    if (textbook.remoteness() != expected.remoteness) FAIL("remoteness differs in round " << round);
  }
}

TEST_CASE("best moves of the textbook are the lowest optimal children") {
  // 0 -> 1, 2, 3, 4: 1 and 2 lose in 2 and 0, 3 loses in 0, 4 is a draw by its self-loop.
  const auto arena = arena_of<std::uint32_t>(7, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 5}, {5, 6}, {4, 4}});
  const auto outcomes = solve_reference(arena);
  REQUIRE(outcomes.value[0] == Value::win);
  REQUIRE(outcomes.remoteness[0] == 1);
  REQUIRE(outcomes.best_move[0] == 2);
  REQUIRE(outcomes.best_move[1] == 5);
  REQUIRE(outcomes.best_move[4] == 4);
  REQUIRE(outcomes.best_move[6] == no_vertex<std::uint32_t>);
}

TEST_CASE("the textbook may be run again and says the same") {
  std::mt19937_64 random(12);
  for (std::size_t round = 0; round < test::scaled(50); ++round) {
    const auto arena = random_game<std::uint32_t>(random, {}, 30);
    Reference<std::uint32_t> textbook(arena);
    textbook.solve();
    const auto value = textbook.value();
    const auto remoteness = textbook.remoteness();
    textbook.solve();
    if (textbook.value() != value || textbook.remoteness() != remoteness) FAIL("round " << round);
  }
}
