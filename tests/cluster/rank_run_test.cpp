// The engine over ranks gives the labels of the textbook program, for every number of ranks and threads.
#include "cluster/rank_run.hpp"

#include <random>

#include "retrograph/solve/reference.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "cluster/graph_part.hpp"
#include "cluster/ranks.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

struct RankAnswer {
  std::string trouble;  // of any rank
  std::uint64_t cross_edges = 0;
  std::uint64_t build_bytes = 0;
  std::uint64_t solve_bytes = 0;
};

// Compares the part of this rank.
template <VertexId V>
std::string difference_in_part(const Outcomes<V>& expected, const Outcomes<std::uint32_t>& part,
                               std::uint64_t begin) {
  for (std::size_t v = 0; v < part.value.size(); ++v) {
    if (part.value[v] != expected.value[begin + v])
      return fmt::format("vertex {} is {}, expected {}", begin + v, name_of(part.value[v]),
                         name_of(expected.value[begin + v]));
    if (part.remoteness[v] != expected.remoteness[begin + v])
      return fmt::format("remoteness of vertex {} is {}, expected {}", begin + v, part.remoteness[v],
                         expected.remoteness[begin + v]);
  }
  if (!part.remoteness.empty() && part.remoteness.width() != expected.remoteness.width())
    return fmt::format("remoteness takes {} bytes, expected {}", part.remoteness.width(),
                       expected.remoteness.width());
  return {};
}

template <VertexId V>
RankAnswer solve_game(const Arena<V>& arena) {
  const Ranks& ranks = test::ranks();
  const ArenaRows<V> rows(arena);
  Exchange exchange(ranks);
  auto part = make_graph_part(ranks, exchange, rows, balanced_bounds(ranks, rows), 0, nullptr);
  RankAnswer answer;
  answer.cross_edges = ranks.sum(part.cross_edges);
  answer.build_bytes = ranks.sum(exchange.take_counts().bytes);
  const std::uint64_t begin = part.bounds.begin(ranks.rank());
  const SolveOptions options;
  const auto outcomes = RankRun(ranks, exchange, part, options).solve();
  answer.solve_bytes = ranks.sum(exchange.take_counts().bytes);
  answer.trouble = test::trouble_of_all(difference_in_part(solve_reference(arena), outcomes, begin));
  return answer;
}

template <VertexId V>
void check_random_games(std::uint64_t seed, std::size_t games, std::uint64_t most_vertices) {
  for (const unsigned threads : {1U, 2U}) {
    const par::ThreadScope scope(threads);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < games; ++i) {
      const auto arena = random_game<V>(random, {}, most_vertices);
      const RankAnswer answer = solve_game(arena);
      INFO("game " << i << ", " << threads << " threads, " << test::ranks().size() << " ranks");
      REQUIRE(answer.trouble.empty());
    }
  }
}

}  // namespace

TEST_CASE("random games over ranks have the labels of the textbook program") {
  // Each level is two waits of all ranks for all, of which there are more than processors.
  const std::size_t games = 36 / test::ranks().size();
  check_random_games<std::uint32_t>(1, test::scaled(games), 40);
  check_random_games<std::uint64_t>(2, test::scaled(games / 4 + 1), 40);
}

TEST_CASE("games with more vertices than a block, over ranks") {
  std::mt19937_64 random(3);
  for (const unsigned threads : {1U, 2U}) {
    const par::ThreadScope scope(threads);
    const std::uint64_t n = 60'000;
    std::vector<Edge<std::uint32_t>> edges;
    for (std::uint64_t i = 0; i < 4 * n; ++i)
      edges.push_back({static_cast<std::uint32_t>(below(random, n * 4 / 5)),
                       static_cast<std::uint32_t>(below(random, n))});
    const RankAnswer answer = solve_game(arena_of(n, std::move(edges)));
    REQUIRE(answer.trouble.empty());
    if (test::ranks().size() == 1) {
      CHECK(answer.cross_edges == 0);
      continue;
    }
    // Six bytes a move between ranks is what batches may take.
    CHECK(answer.build_bytes <= 6 * answer.cross_edges);
    CHECK(answer.solve_bytes <= 4 * answer.cross_edges);
    CHECK(answer.solve_bytes > answer.cross_edges);
  }
}

TEST_CASE("a path over ranks is as deep as it is long: remoteness grows to two bytes everywhere") {
  const std::uint32_t n = test::ranks().size() < 4 ? 300 : 30;
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t v = 1; v < n; ++v) edges.push_back({v, v - 1});
  const RankAnswer answer = solve_game(arena_of(n, std::move(edges)));
  REQUIRE(answer.trouble.empty());
}

TEST_CASE("what is wrong with the rows of one rank is told to all") {
  const Ranks& ranks = test::ranks();
  auto arena = arena_of<std::uint32_t>(100, {{3, 4}, {80, 2}});
  class BadRows final : public RowSource<std::uint32_t> {
   public:
    explicit BadRows(const Arena<std::uint32_t>& arena) : good_(arena) {
      vertices = good_.vertices;
      edges = good_.edges;
    }
    void offsets(std::uint64_t begin, std::span<EdgeIndex> out) const override { good_.offsets(begin, out); }
    void targets(EdgeIndex, std::span<std::uint32_t>) const override {
      fail(Category::malformed, "these rows are broken");
    }
    void terminals(std::uint64_t, std::span<Value>) const override {}
    void owners(std::uint64_t, std::span<std::uint8_t>) const override {}

   private:
    ArenaRows<std::uint32_t> good_;
  } rows(arena);
  Exchange exchange(ranks);
  const auto make = [&] {
    return make_graph_part(ranks, exchange, rows, balanced_bounds(ranks, rows), 0, nullptr);
  };
  CHECK_THROWS_AS(make(), AgreedError);
  // And nothing is left on the way.
  CHECK(solve_game(arena).trouble.empty());
}

TEST_CASE("blocks cover all vertices and are balanced by moves") {
  const Ranks& ranks = test::ranks();
  std::mt19937_64 random(5);
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t i = 0; i < 20'000; ++i)
    edges.push_back({static_cast<std::uint32_t>(below(random, 1000) * below(random, 1000) / 1000),
                     static_cast<std::uint32_t>(below(random, 1000))});
  const auto arena = arena_of(1000, std::move(edges));
  const Bounds bounds = balanced_bounds(ranks, ArenaRows<std::uint32_t>(arena));
  std::uint64_t end = 0;
  for (unsigned r = 0; r < ranks.size(); ++r) {
    CHECK(bounds.begin(r) == end);
    end += bounds.count(r);
    const EdgeIndex own = arena.moves.offsets()[end] - arena.moves.offsets()[bounds.begin(r)];
    CHECK(own <= 22'000 / ranks.size() + 200);
    for (std::uint64_t v = bounds.begin(r); v < end; ++v) REQUIRE(bounds.owner(v) == r);
  }
  CHECK(end == 1000);
}
