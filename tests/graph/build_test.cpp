#include "retrograph/graph/build.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

template <VertexId V>
std::vector<Edge<V>> edges_of(const CsrGraph<V>& g, bool reversed) {
  std::vector<Edge<V>> edges;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const V u : g.successors(v))
      edges.push_back(reversed ? Edge<V>{u, static_cast<V>(v)} : Edge<V>{static_cast<V>(v), u});
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

TEMPLATE_TEST_CASE("build and transpose keep every edge, self-loops and parallel edges too", "",
                   std::uint32_t, std::uint64_t) {
  using V = TestType;
  std::mt19937_64 random(1);
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    for (int round = 0; round < 60; ++round) {
      const std::uint64_t n = round == 0 ? 50000 : 1 + random() % 40;
      std::vector<Edge<V>> edges(round == 0 ? 200000 : random() % 120);
      for (auto& e : edges) e = {static_cast<V>(random() % n), static_cast<V>(random() % n)};
      const auto graph = build_csr<V>(n, edges);
      REQUIRE(graph.vertex_count() == n);
      REQUIRE(graph.offsets().front() == 0);
      REQUIRE(graph.offsets().back() == edges.size());
      for (std::uint64_t v = 0; v < n; ++v)
        if (!std::is_sorted(graph.successors(v).begin(), graph.successors(v).end())) FAIL("row not sorted");
      std::sort(edges.begin(), edges.end());
      REQUIRE((edges_of(graph, false) == edges));
      REQUIRE((edges_of(transpose(graph), true) == edges));
    }
  }
}

TEST_CASE("a graph without vertices or edges is a graph") {
  const auto empty = build_csr<std::uint32_t>(0, {});
  REQUIRE(empty.vertex_count() == 0);
  REQUIRE(transpose(empty).vertex_count() == 0);
  const auto bare = build_csr<std::uint32_t>(3, {});
  REQUIRE(transpose(bare).out_degree(2) == 0);
}

TEST_CASE("an edge beyond the last vertex names itself") {
  const std::vector<Edge<std::uint32_t>> edges{{0, 1}, {1, 5}};
  REQUIRE_THROWS_WITH(build_csr<std::uint32_t>(2, edges), Catch::Matchers::Contains("edge 1 is 1 -> 5"));
}
