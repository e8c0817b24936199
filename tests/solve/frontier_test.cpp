#include "retrograph/solve/frontier.hpp"

#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/best_move.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

template <VertexId V>
Outcomes<V> solve_by_frontier(const Arena<V>& arena, const SolveOptions& options = {}) {
  const auto reverse = transpose(arena.moves);
  auto outcomes = arena.has_owners() ? solve_frontier(ArenaMoves<V, true>(arena, reverse), options)
                                     : solve_frontier(ArenaMoves<V, false>(arena, reverse), options);
  if (options.distances) outcomes.best_move = best_moves(arena, outcomes.value.span(), outcomes.remoteness);
  return outcomes;
}

// 0 -> 1 -> ... -> n - 1, a game without an array: the concept needs no graph.
struct PathMoves {
  using Vertex = std::uint32_t;
  static constexpr bool owned = false;
  std::uint64_t n;
  [[nodiscard]] std::uint64_t vertex_count() const { return n; }
  [[nodiscard]] Value initial(std::uint64_t v) const { return v + 1 == n ? Value::lose : Value::none; }
  [[nodiscard]] std::uint64_t out_degree(std::uint64_t) const { return 1; }
  [[nodiscard]] std::uint64_t max_out_degree() const { return 1; }
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    if (v != 0) f(static_cast<Vertex>(v - 1));
  }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    if (v + 1 != n) f(static_cast<Vertex>(v + 1));
  }
};

}  // namespace

TEMPLATE_TEST_CASE("the frontier engine equals the textbook on random games", "", std::uint32_t,
                   std::uint64_t) {
  using V = TestType;
  std::mt19937_64 random(21);
  for (std::size_t round = 0; round < test::scaled(3000); ++round) {
    const auto arena = random_game<V>(random, {}, round % 100 == 0 ? 400 : 40);
    const auto expected = solve_reference(arena);
    for (const unsigned threads : {1U, 2U, 3U, 4U}) {
      const par::ThreadScope scope(threads);
      const auto text = difference(expected, solve_by_frontier(arena));
      if (!text.empty()) FAIL("round " << round << ", " << threads << " threads: " << text);
    }
  }
}

TEST_CASE("levels wide enough for every thread give the same answer") {
  std::mt19937_64 random(22);
  for (int round = 0; round < 6; ++round) {
    constexpr std::uint32_t n = 60000;
    std::vector<Edge<std::uint32_t>> edges;
    for (std::uint32_t v = 0; v < n; ++v)
      if (below(random, 10) >= 3)
        for (std::uint64_t i = 1 + below(random, 6); i != 0; --i)
          edges.push_back({v, static_cast<std::uint32_t>(below(random, n))});
    // A vertex with more moves than 16 bits count, and one with more than 8.
    for (std::uint32_t i = 0; i < 70000; ++i) edges.push_back({5, i % n});
    for (std::uint32_t i = 0; i < 300; ++i) edges.push_back({6, i});
    auto arena = arena_of<std::uint32_t>(n, edges, static_cast<DeadEnd>(round % 3));
    if (round >= 3) {
      arena.owner = Array<std::uint8_t>(n);
      for (std::uint8_t& owner : arena.owner) owner = static_cast<std::uint8_t>(below(random, 2));
    }
    const auto expected = solve_reference(arena);
    for (const unsigned threads : {1U, 2U, 3U, 4U}) {
      const par::ThreadScope scope(threads);
      REQUIRE(difference(expected, solve_by_frontier(arena)).empty());
    }
  }
}

TEST_CASE("remoteness beyond 8 and 16 bits is exact, in the narrowest type") {
  for (const std::uint64_t n : {255U, 256U, 300U, 65535U, 65536U, 70000U}) {
    const auto outcomes = solve_frontier(PathMoves{n});
    REQUIRE(outcomes.remoteness.width() == (n <= 255 ? 1U : n <= 65535 ? 2U : 4U));
    bool right = true;
    for (std::uint64_t v = 0; v < n; ++v) {
      const std::uint64_t plies = n - 1 - v;
      right &= outcomes.remoteness[v] == plies;
      right &= outcomes.value[v] == (plies % 2 == 0 ? Value::lose : Value::win);
    }
    REQUIRE(right);
  }
}

TEST_CASE("without distances the values are the same and nothing else is kept") {
  std::mt19937_64 random(23);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const auto arena = random_game<std::uint32_t>(random, {});
    SolveOptions options;
    options.distances = false;
    const auto outcomes = solve_by_frontier(arena, options);
    REQUIRE(outcomes.remoteness.empty());
    REQUIRE(difference(solve_reference(arena), outcomes).empty());
  }
}

TEST_CASE("a run stops on request and reports what it decided") {
  StopSource stop;
  Progress progress;
  SolveOptions options;
  options.stop = &stop;
  options.progress = &progress;
  (void)solve_frontier(PathMoves{1000}, options);
  REQUIRE(progress.total() == 1000);
  REQUIRE(progress.done() == 1000);
  stop.request_stop();
  REQUIRE_THROWS_AS(solve_frontier(PathMoves{1000}, options), Error);
}
