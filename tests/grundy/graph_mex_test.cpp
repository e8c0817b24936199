#include "retrograph/grundy/graph_mex.hpp"

#include <string>

#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/grundy/graph_reference.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "catch.hpp"
#include "grundy/graph_samples.hpp"

using namespace retrograph;
using samples::Rows;

namespace {

std::vector<std::uint32_t> values_of(const GraphValues& values) {
  std::vector<std::uint32_t> all(values.vertex_count());
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = values.code[v];
  return all;
}

template <class V>
bool is_cycle_of(const CsrGraph<V>& graph, const std::vector<std::uint64_t>& cycle) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto options = graph.successors(cycle[i]);
    if (std::find(options.begin(), options.end(), cycle[(i + 1) % cycle.size()]) == options.end())
      return false;
  }
  return !cycle.empty();
}

// Vertices 0 .. n-1 with v -> all below v: the value of v is v.
Rows staircase(std::uint32_t n) {
  Rows rows(n);
  for (std::uint32_t v = 0; v < n; ++v)
    for (std::uint32_t u = 0; u < v; ++u) rows[v].push_back(u);
  return rows;
}

}  // namespace

TEMPLATE_TEST_CASE("mex values equal the textbook's on random graphs, at every thread count", "",
                   std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(6);
  for (std::size_t round = 0; round < test::scaled(1500); ++round) {
    const auto rows = round == 0
                          ? samples::random_acyclic(60000, 6.4, random)
                          : samples::random_any(1 + random() % 12, 0.1 * double(random() % 16), random);
    const auto acyclic = samples::random_acyclic(1 + random() % 60, 0.5 * double(random() % 20), random);
    for (const Rows* sample : {&rows, &acyclic}) {
      const auto graph = samples::graph_of<TestType>(*sample);
      const ReferenceMex expected = reference_mex(adjacency_lists(graph));
      const par::ThreadScope scope(1 + static_cast<unsigned>(round % 3));
      const MexLabels found = mex_labels(graph, transpose(graph));
      REQUIRE(found.values.has_value() == expected.cycle.empty());
      if (found.values) {
        REQUIRE(values_of(*found.values) == expected.value);
        REQUIRE_NOTHROW(check_graph_values(*found.values, "here"));
        REQUIRE_FALSE(found.values->cyclic);
      } else {
        REQUIRE(is_cycle_of(graph, found.cycle));
        REQUIRE(is_cycle_of(graph, expected.cycle));
      }
    }
  }
}

TEST_CASE("mex values are the same on every instruction set and at every thread count") {
  std::mt19937_64 random(7);
  Rows wide = samples::random_acyclic(30000, 6.4, random);
  // Rows of every width up to beyond what a kernel copies at once, and values beyond 31.
  for (std::uint32_t v = 0; v < 40; ++v) {
    wide.push_back({});
    for (std::uint32_t u = 0; u < v; ++u) wide.back().push_back(30000 + u);
  }
  for (const std::uint32_t width : {15U, 16U, 17U, 33U, 300U, 4095U, 4096U, 4097U, 9000U}) {
    wide.push_back({});
    for (std::uint32_t k = 0; k < width; ++k) wide.back().push_back((k * 7919) % 30040);
  }
  // Many vertices of one level, so that several threads share it, with moves into all of the graph.
  const auto below = static_cast<std::uint32_t>(wide.size());
  for (std::uint32_t v = 0; v < 70000; ++v) wide.push_back({v % below, (v * 31) % below});
  for (std::uint32_t v = 0; v < 20000; ++v) wide.push_back({below + v, below + 3 * v});
  const auto graph = samples::graph_of(wide);
  const auto reverse = transpose(graph);
  const ReferenceMex expected = reference_mex(adjacency_lists(graph));
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
    for (const unsigned threads : {1U, 2U, 5U}) {
      const SimdScope simd(level);
      const par::ThreadScope scope(threads);
      const MexLabels found = mex_labels(graph, reverse);
      REQUIRE(found.values.has_value());
      REQUIRE(values_of(*found.values) == expected.value);
    }
}

TEST_CASE("values grow to 16 bits where they must") {
  for (const std::uint32_t n : {63U, 64U, 65U, 66U, 128U, 129U, 256U, 257U, 258U, 600U}) {
    const auto graph = samples::graph_of(staircase(n));
    const GraphValues values = mex_values(graph);
    REQUIRE(values.code.width() == (n <= 256 ? 1 : 2));
    REQUIRE(values.max_value() == n - 1);
    REQUIRE(values_of(values) == reference_mex(adjacency_lists(graph)).value);
  }
}

TEST_CASE("a vertex of more options than a counter byte holds is labelled after the last of them") {
  for (const std::uint32_t degree : {254U, 255U, 256U, 257U, 511U, 512U, 513U, 70000U}) {
    // Vertex 0 moves to `degree` vertices at different depths of a path, the last of them to its top.
    Rows rows(601);
    for (std::uint32_t v = 2; v <= 600; ++v) rows[v].push_back(v - 1);
    for (std::uint32_t k = 0; k < degree; ++k) rows[0].push_back(1 + (k * 7) % 600);
    for (const unsigned threads : {1U, 4U}) {
      const par::ThreadScope scope(threads);
      const auto graph = samples::graph_of(rows);
      const MexLabels labels = mex_labels(graph, transpose(graph));
      REQUIRE(values_of(*labels.values) == reference_mex(adjacency_lists(graph)).value);
    }
  }
}

TEST_CASE("parallel edges count as often as they stand") {
  REQUIRE(values_of(mex_values(samples::graph_of({{1, 1, 1}, {2, 2}, {}}))) ==
          std::vector<std::uint32_t>{0, 1, 0});
}

TEST_CASE("graphs without vertices, without edges, and long paths") {
  const GraphValues none = mex_values(samples::graph_of({}));
  REQUIRE(none.vertex_count() == 0);
  REQUIRE(none.finite_limit == 0);
  const GraphValues bare = mex_values(samples::graph_of({{}, {}, {}}));
  REQUIRE(values_of(bare) == std::vector<std::uint32_t>{0, 0, 0});
  REQUIRE(bare.finite_limit == 1);
  Rows path(200000);
  for (std::uint32_t v = 1; v < path.size(); ++v) path[v] = {v - 1};
  const auto graph = samples::graph_of(path);
  const MexLabels labels = mex_labels(graph, transpose(graph));
  REQUIRE(labels.levels == 200000);
  REQUIRE(values_of(*labels.values) == reference_mex(adjacency_lists(graph)).value);
}

TEST_CASE("a cycle is an error that shows it") {
  using Catch::Matchers::Contains;
  const auto message = [](const Rows& rows) -> std::string {
    try {
      (void)mex_values(samples::graph_of(rows));
    } catch (const Error& e) {
      REQUIRE(e.category() == Category::malformed);
      return e.what();
    }
    return "no error";
  };
  REQUIRE_THAT(message({{}, {1}}), Contains("a cycle of 1 vertex: 1 -> 1"));
  REQUIRE_THAT(message({{2}, {0}, {1, 3}, {}}), Contains("a cycle of 3 vertices: 0 -> 2 -> 1 -> 0"));
  // The walk enters the cycle from outside; it is shown without the way in.
  REQUIRE_THAT(message({{3}, {}, {3}, {2}}), Contains("a cycle of 2 vertices: 2 -> 3 -> 2"));
  Rows ring(1000);
  for (std::uint32_t v = 0; v < 1000; ++v) ring[v] = {(v + 1) % 1000};
  REQUIRE_THAT(message(ring), Contains("a cycle of 1000 vertices: 0 -> 1 -> ") && Contains("... -> 0"));
}
