#include "grundy/graph_state.hpp"

#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "grundy/graph_samples.hpp"
#include "memory_checkpoint.hpp"

using namespace retrograph;

namespace {

bool same_labels(const GraphLabels& a, const GraphLabels& b) {
  bool same = a.values.vertex_count() == b.values.vertex_count() &&
              a.values.code.width() == b.values.code.width() &&
              a.values.finite_limit == b.values.finite_limit && a.values.offsets == b.values.offsets &&
              a.values.members == b.values.members && a.values.infinite == b.values.infinite &&
              a.values.cyclic == b.values.cyclic && a.depth == b.depth && a.levels.size() == b.levels.size();
  for (std::size_t v = 0; same && v < a.values.vertex_count(); ++v)
    same = a.values.code[v] == b.values.code[v];
  for (std::size_t m = 0; same && m < a.levels.size(); ++m)
    same = a.levels[m].vertices == b.levels[m].vertices && a.levels[m].edges == b.levels[m].edges &&
           a.levels[m].labelled == b.levels[m].labelled && a.levels[m].infinite == b.levels[m].infinite;
  return same;
}

template <VertexId V>
GraphLabels labelled_in_pieces(const CsrGraph<V>& graph, std::mt19937_64& random, std::size_t& pieces) {
  return testing::in_pieces(
      [&](testing::MemoryCheckpoint& checkpoint) {
        const par::ThreadScope scope(1 + static_cast<unsigned>(random() % 4));
        return graph_labels(graph, {nullptr, nullptr, &checkpoint});
      },
      [&] { return std::size_t{2} + random() % 2; }, pieces);
}

}  // namespace

TEMPLATE_TEST_CASE("Smith levels that are stopped go on to the same values on other threads", "",
                   std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(91);
  std::size_t most = 0;
  for (std::size_t round = 0; round < test::scaled(200); ++round) {
    const auto graph = samples::graph_of<TestType>(
        samples::random_any(1 + random() % 300, 1 + double(random() % 5), random));
    std::size_t pieces = 0;
    const GraphLabels found = labelled_in_pieces(graph, random, pieces);
    if (!same_labels(graph_labels(graph), found)) FAIL("round " << round);
    most = std::max(most, pieces);
  }
  REQUIRE(most >= 2);
}

// Requests are looked at once in 16384 vertices.
TEMPLATE_TEST_CASE("mex levels that are stopped go on to the same values on other threads", "", std::uint32_t,
                   std::uint64_t) {
  std::mt19937_64 random(92);
  for (const double degree : {1.2, 8.0}) {
    samples::Rows rows = samples::random_acyclic(120'000, degree, random);
    // Vertices of more options than a counter's byte holds, some of them double.
    for (std::size_t v = 100'000; v < 100'020; ++v)
      for (std::uint32_t i = 0; i < 900; ++i) rows.push_back({static_cast<std::uint32_t>((v * i) % 100'000)});
    rows.emplace_back();
    for (std::uint32_t i = 0; i < 1'000; ++i) rows.back().push_back(i % 700);
    const auto graph = samples::graph_of<TestType>(rows);
    std::size_t pieces = 0;
    const GraphLabels found = labelled_in_pieces(graph, random, pieces);
    CHECK(pieces >= 3);
    CHECK(!found.values.cyclic);
    CHECK(same_labels(graph_labels(graph), found));
  }
}

TEST_CASE("values of 16 bits and a state of another graph") {
  // v moves to all before it: its value is its number.
  samples::Rows rows(700);
  for (std::uint32_t v = 0; v < 700; ++v)
    for (std::uint32_t u = 0; u < v; ++u) rows[v].push_back(u);
  // Enough dead ends that the request is seen before and behind the widening.
  rows.resize(40'000);
  for (std::uint32_t v = 20'000; v < 40'000; ++v) rows[v].push_back(699);
  const auto graph = samples::graph_of(rows);
  std::mt19937_64 random(93);
  std::size_t pieces = 0;
  CHECK(same_labels(graph_labels(graph), labelled_in_pieces(graph, random, pieces)));
  StopSource stop;
  testing::MemoryCheckpoint first(stop, {}, 1);
  CHECK_THROWS_AS(graph_labels(graph, {nullptr, nullptr, &first}), Error);
  REQUIRE(!first.state().empty());
  rows.resize(39'999);
  const auto other = samples::graph_of(rows);
  StopSource none;
  testing::MemoryCheckpoint second(none, first.state(), std::size_t{1} << 40);
  CHECK_THROWS_AS(graph_labels(other, {nullptr, nullptr, &second}), Error);
}
