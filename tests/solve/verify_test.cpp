#include "retrograph/solve/verify.hpp"

#include <random>

#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

using V = std::uint32_t;

Outcomes<V> values_only(const Outcomes<V>& outcomes) {
  return {Array<Value>::copy_of(outcomes.value.span()), {}, {}};
}

RemotenessArray with_distance(const RemotenessArray& remoteness, std::size_t v, std::uint32_t plies) {
  Array<std::uint32_t> wide(remoteness.size());
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = i == v ? plies : remoteness[i];
  return RemotenessArray(std::move(wide));
}

}  // namespace

TEST_CASE("right answers pass, with and without distances and best moves") {
  std::mt19937_64 random(31);
  for (std::size_t round = 0; round < test::scaled(2000); ++round) {
    const auto arena = random_game<V>(random, {});
    auto outcomes = solve_reference(arena);
    VerifyOptions options;
    options.summary = count_outcomes(outcomes.value.span(), outcomes.remoteness);
    for (const unsigned threads : {1U, 3U}) {
      const par::ThreadScope scope(threads);
      const auto report = verify_outcomes(arena, outcomes, options);
      if (!report.ok()) FAIL("round " << round << ": " << report.failures.front().what);
      if (report.checked != arena.vertex_count()) FAIL("not all were checked");
    }
    Outcomes<V> bare = values_only(outcomes);
    bare.best_move = std::move(outcomes.best_move);
    if (!verify_outcomes(arena, bare, options).ok()) FAIL("round " << round << " without distances");
  }
}

TEST_CASE("any wrong value is found, with or without distances") {
  std::mt19937_64 random(32);
  for (std::size_t round = 0; round < test::scaled(3000); ++round) {
    const auto arena = random_game<V>(random, {});
    if (arena.vertex_count() == 0) continue;
    auto outcomes = solve_reference(arena);
    const Outcomes<V> right = solve_reference(arena);
    for (std::uint64_t i = 1 + below(random, 4); i != 0; --i)
      outcomes.value[below(random, arena.vertex_count())] = static_cast<Value>(below(random, 5));
    const bool same = std::equal(right.value.begin(), right.value.end(), outcomes.value.begin());
    if (verify_outcomes(arena, outcomes).ok() != same) FAIL("round " << round);
    if (verify_outcomes(arena, values_only(outcomes)).ok() != same) FAIL("round " << round << " values only");
  }
}

TEST_CASE("one wrong distance or best move is found, and its vertex is named") {
  std::mt19937_64 random(33);
  for (std::size_t round = 0; round < test::scaled(2000); ++round) {
    const auto arena = random_game<V>(random, {});
    if (arena.vertex_count() == 0) continue;
    auto outcomes = solve_reference(arena);
    const std::size_t v = below(random, arena.vertex_count());
    const std::uint32_t plies = outcomes.remoteness[v];
    const std::uint32_t wrong = below(random, 4) == 0 && plies != RemotenessArray::none
                                    ? RemotenessArray::none
                                    : plies + 1 + static_cast<std::uint32_t>(below(random, 3));
    Outcomes<V> changed = values_only(outcomes);
    changed.remoteness = with_distance(outcomes.remoteness, v, wrong);
    const auto report = verify_outcomes(arena, changed);
    if (report.ok()) FAIL("round " << round << ": wrong distance passed");
    outcomes.best_move[v] = static_cast<V>(below(random, arena.vertex_count() + 1));
    const V right = solve_reference(arena).best_move[v];
    const auto moves = verify_outcomes(arena, outcomes);
    if (moves.ok() != (outcomes.best_move[v] == right)) FAIL("round " << round << ": best move");
    if (!moves.ok() && moves.failures.front().vertex != v) FAIL("round " << round << ": wrong vertex");
  }
}

TEST_CASE("labels that only support each other are rejected") {
  // 0 <-> 1 never ends, so both draw. As win and lose they satisfy the rule at every vertex.
  const auto circle = arena_of<V>(2, {{0, 1}, {1, 0}});
  Outcomes<V> claimed{Array<Value>::copy_of(std::vector{Value::win, Value::lose}), {}, {}};
  const auto report = verify_outcomes(circle, claimed);
  REQUIRE(report.failed == 2);
  REQUIRE(report.failures[0].vertex == 0U);
  REQUIRE_THAT(report.failures[0].what,
               Catch::Matchers::Contains("is win, but no line of play leads it to an end"));
  // With distances that go round in a circle, or are absent, the same.
  claimed.remoteness = RemotenessArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{1, 0}));
  REQUIRE_FALSE(verify_outcomes(circle, claimed).ok());
  claimed.remoteness = RemotenessArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{255, 255}));
  REQUIRE_FALSE(verify_outcomes(circle, claimed).ok());
  // Ties as well: a circle that claims to reach an even end, which is nowhere.
  Outcomes<V> tied{Array<Value>(2, Value::tie), {}, {}};
  REQUIRE(verify_outcomes(circle, tied).failed == 2);
}

TEST_CASE("a summary that does not fit is named") {
  const auto arena = arena_of<V>(2, {{0, 1}});
  const auto outcomes = solve_reference(arena);
  VerifyOptions options;
  options.summary = OutcomeCounts{1, 1, 0, 0, 2};
  const auto report = verify_outcomes(arena, outcomes, options);
  REQUIRE(report.failed == 1);
  REQUIRE_FALSE(report.failures[0].vertex.has_value());
  REQUIRE(report.failures[0].what == "summary: max_remoteness is 2, counted 1");
  options.summary = OutcomeCounts{2, 0, 0, 0, 1};
  REQUIRE(verify_outcomes(arena, outcomes, options).failed == 2);
}

TEST_CASE("a sample looks at as many positions as asked and finds common faults") {
  constexpr std::uint64_t n = 100000;
  std::vector<Edge<V>> edges;
  for (V v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  const auto arena = arena_of<V>(n, edges);
  auto outcomes = solve_reference(arena);
  VerifyOptions options;
  options.sample = 500;
  auto report = verify_outcomes(arena, outcomes, options);
  REQUIRE(report.ok());
  REQUIRE(report.sampled);
  REQUIRE(report.checked == 500);
  for (std::uint64_t v = 0; v < n; v += 10) outcomes.value[v] = Value::tie;
  report = verify_outcomes(arena, outcomes, options);
  REQUIRE(report.failed > 50);
  REQUIRE(report.failures.size() == VerifyReport::most_failures);
}

TEST_CASE("the first failures are the same for every number of threads") {
  constexpr std::uint64_t n = 100000;
  const auto arena = arena_of<V>(n, {});
  const Outcomes<V> wrong{Array<Value>(n, Value::win), {}, {}};
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    const auto report = verify_outcomes(arena, wrong);
    REQUIRE(report.failed == n);
    for (std::size_t i = 0; i < report.failures.size(); ++i) REQUIRE(report.failures[i].vertex == i);
  }
}

TEST_CASE("arrays of another length are malformed input") {
  const auto arena = arena_of<V>(3, {{0, 1}});
  REQUIRE_THROWS_AS(verify_outcomes(arena, Outcomes<V>{Array<Value>(2, Value::lose), {}, {}}), Error);
}
