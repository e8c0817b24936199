// Blocked and plain sorts give what a sort of the edges gives, whatever the sizes and the number of threads.
#include <algorithm>
#include <atomic>
#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

using Edges = std::vector<Edge<std::uint32_t>>;

// Even, or with a few vertices that everybody moves to and from.
Edges some_edges(std::uint32_t vertices, std::size_t count, bool hubs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto id = [&] {
    return static_cast<std::uint32_t>(random() %
                                      (hubs && random() % 2 == 0 ? std::min(vertices, 3U) : vertices));
  };
  Edges edges(count);
  for (auto& e : edges) e = {id(), id()};
  return edges;
}

CsrGraph<std::uint32_t> sorted_graph(std::uint32_t vertices, Edges edges) {
  std::sort(edges.begin(), edges.end());
  Array<EdgeIndex> offsets(vertices + std::size_t{1}, EdgeIndex{0});
  Array<std::uint32_t> targets(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    ++offsets[edges[i].from + std::size_t{1}];
    targets[i] = edges[i].to;
  }
  for (std::size_t v = 0; v < vertices; ++v) offsets[v + 1] += offsets[v];
  return {std::move(offsets), std::move(targets)};
}

bool same_graph(const CsrGraph<std::uint32_t>& a, const CsrGraph<std::uint32_t>& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) && std::ranges::equal(a.targets(), b.targets());
}

Edges turned(Edges edges) {
  for (auto& [from, to] : edges) std::swap(from, to);
  return edges;
}

}  // namespace

TEST_CASE("large graphs are built and transposed like small ones") {
  const std::size_t most = test::scaled(120'000);
  for (const std::uint32_t vertices : {1U, 256U, 257U, 65'536U, 140'000U})
    for (const bool hubs : {false, true})
      for (const std::size_t count : {most, std::size_t{70'000}, std::size_t{3}}) {
        const Edges edges = some_edges(vertices, count, hubs, vertices + count);
        const auto forward = sorted_graph(vertices, edges);
        const auto reverse = sorted_graph(vertices, turned(edges));
        for (const unsigned threads : {1U, 2U, 4U}) {
          INFO(vertices << " " << hubs << " " << count << " " << threads);
          const par::ThreadScope scope(threads);
          const auto built = build_csr<std::uint32_t>(vertices, edges);
          REQUIRE(same_graph(built, forward));
          REQUIRE(same_graph(transpose(built), reverse));
        }
      }
}

TEST_CASE("edges in pieces are built in order and out of order, and each piece is let go once") {
  constexpr std::uint32_t vertices = 5000;
  for (const bool in_order : {true, false}) {
    Edges edges = some_edges(vertices, 90'000, false, 4);
    if (in_order) std::sort(edges.begin(), edges.end(), [](auto& a, auto& b) { return a.from < b.from; });
    std::vector<std::span<const Edge<std::uint32_t>>> pieces;
    for (std::size_t at = 0; at < edges.size();) {
      const std::size_t size = std::min(edges.size() - at, at % 7 * 1000);
      pieces.push_back(std::span(edges).subspan(at, size));
      at += std::max<std::size_t>(size, 1);
      if (size == 0) pieces.push_back(std::span(edges).subspan(at - 1, 1));
    }
    for (const unsigned threads : {1U, 3U}) {
      const par::ThreadScope scope(threads);
      std::vector<std::atomic<int>> placed(pieces.size());
      const auto graph = build_csr<std::uint32_t>(
          vertices, pieces, [&](std::size_t i) { placed[i].fetch_add(1, std::memory_order_relaxed); });
      REQUIRE(same_graph(graph, sorted_graph(vertices, edges)));
      for (const auto& count : placed) REQUIRE(count.load(std::memory_order_relaxed) == 1);
    }
  }
}

TEST_CASE("an edge beyond the vertices is named by its number in any piece") {
  Edges edges = some_edges(100, 100'000, false, 1);
  edges[77'777].to = 100;
  edges[88'888].from = 4'000'000'000;
  try {
    static_cast<void>(build_csr<std::uint32_t>(100, edges));
    FAIL("no error");
  } catch (const Error& e) {
    REQUIRE(e.category() == Category::malformed);
    REQUIRE(std::string(e.what()).starts_with("edge 77777 is "));
  }
}
