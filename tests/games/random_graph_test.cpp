#include "retrograph/games/random_graph.hpp"

#include <algorithm>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

template <class A, class B>
bool same(const CsrGraph<A>& a, const CsrGraph<B>& b) {
  return std::equal(a.offsets().begin(), a.offsets().end(), b.offsets().begin(), b.offsets().end()) &&
         std::equal(a.targets().begin(), a.targets().end(), b.targets().begin(), b.targets().end());
}

std::uint64_t dead_ends(const CsrGraph<std::uint32_t>& graph) {
  std::uint64_t count = 0;
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v) count += graph.out_degree(v) == 0 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a random graph has the degree and the dead ends that were asked for") {
  const auto graph = random_graph<std::uint32_t>({100000, 6.4, 0.2, 7});
  REQUIRE(graph.vertex_count() == 100000);
  REQUIRE(static_cast<double>(graph.edge_count()) == Approx(640000).epsilon(0.01));
  REQUIRE(static_cast<double>(dead_ends(graph)) == Approx(20000).epsilon(0.03));
  // Targets are even: each half of the ids gets half of the moves.
  const auto low = std::count_if(graph.targets().begin(), graph.targets().end(),
                                 [](std::uint32_t v) { return v < 50000; });
  REQUIRE(static_cast<double>(low) == Approx(320000).epsilon(0.01));
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v)
    if (!std::is_sorted(graph.successors(v).begin(), graph.successors(v).end())) FAIL("row " << v);
}

TEST_CASE("random graphs depend on the seed alone, not on threads or the width of ids") {
  const RandomGraphOptions options{50000, 3, 0.1, 1};
  const RmatOptions rmat{12, 8, 0.05, 1};
  const auto first = random_graph<std::uint32_t>(options);
  const auto skewed = rmat_graph<std::uint32_t>(rmat);
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    REQUIRE(same(first, random_graph<std::uint32_t>(options)));
    REQUIRE(same(first, random_graph<std::uint64_t>(options)));
    REQUIRE(same(skewed, rmat_graph<std::uint32_t>(rmat)));
  }
  REQUIRE_FALSE(same(first, random_graph<std::uint32_t>({50000, 3, 0.1, 2})));
  REQUIRE_FALSE(same(skewed, rmat_graph<std::uint32_t>({12, 8, 0.05, 2})));
}

TEST_CASE("an R-MAT graph is skewed and has the dead ends that were asked for") {
  const auto graph = rmat_graph<std::uint32_t>({14, 8, 0.05, 3});
  REQUIRE(static_cast<double>(dead_ends(graph)) == Approx(0.05 * 16384).epsilon(0.15));
  std::uint64_t most = 0;
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v) most = std::max(most, graph.out_degree(v));
  REQUIRE(most > 500);
  const auto natural = rmat_graph<std::uint32_t>({14, 8, std::nullopt, 3});
  REQUIRE(natural.edge_count() == 8 * 16384);
  REQUIRE(dead_ends(natural) > 2000);
}

TEST_CASE("requests that no graph satisfies are usage errors") {
  REQUIRE_THROWS_AS(random_graph<std::uint32_t>({10, 0.5, 0, 1}), Error);
  REQUIRE_THROWS_AS(random_graph<std::uint32_t>({10, 2, 1, 1}), Error);
  REQUIRE_THROWS_AS(random_graph<std::uint32_t>({10, 100, 0, 1}), Error);
  REQUIRE_THROWS_AS(rmat_graph<std::uint32_t>({32, 8, std::nullopt, 1}), Error);
  REQUIRE(random_graph<std::uint32_t>({0, 2, 0, 1}).vertex_count() == 0);
}
