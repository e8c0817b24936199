#include "bench_dags.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "retrograph/games/random_graph.hpp"
#include "retrograph/graph/build.hpp"

namespace retrograph::bench {
namespace {

using Graph = CsrGraph<std::uint32_t>;

std::vector<std::uint32_t> shuffled_ids(std::uint32_t n, std::mt19937_64& random) {
  std::vector<std::uint32_t> id(n);
  std::iota(id.begin(), id.end(), 0U);
  std::shuffle(id.begin(), id.end(), random);
  return id;
}

// Vertex of rank i moves to a Poisson number of lower ranks, drawn from the `window` ranks below it.
Graph random_dag(unsigned scale, double degree, std::uint32_t window) {
  const std::uint32_t n = std::uint32_t{1} << scale;
  std::mt19937_64 random(1);
  const auto id = shuffled_ids(n, random);
  std::poisson_distribution<unsigned> moves(degree);
  std::vector<Edge<std::uint32_t>> edges;
  edges.reserve(static_cast<std::size_t>(n * degree * 1.01));
  for (std::uint32_t i = 1; i < n; ++i)
    for (unsigned k = moves(random); k-- > 0;)
      edges.push_back({id[i], id[i - 1 - random() % std::min(i, window)]});
  return build_csr<std::uint32_t>(n, edges);
}

Graph path(bool shuffled) {
  constexpr std::uint32_t n = 10'000'000;
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> id(n);
  std::iota(id.begin(), id.end(), 0U);
  if (shuffled) id = shuffled_ids(n, random);
  std::vector<Edge<std::uint32_t>> edges;
  edges.reserve(n);
  for (std::uint32_t i = 1; i < n; ++i) edges.push_back({id[i], id[i - 1]});
  return build_csr<std::uint32_t>(n, edges);
}

}  // namespace

const std::vector<ValueGraph>& acyclic_graphs() {
  static const std::vector<ValueGraph> graphs{
      {"dag20", "2^20 vertices, mean degree 6.4, shuffled", [] { return random_dag(20, 6.4, 1U << 20); }},
      {"dag22", "2^22 vertices, mean degree 6.4, shuffled", [] { return random_dag(22, 6.4, 1U << 22); }},
      {"dag22-window", "the same, options among the 2^16 ranks below",
       [] { return random_dag(22, 6.4, 1U << 16); }},
      {"path", "path of 10^7 vertices", [] { return path(false); }},
      {"path-shuffled", "the same with ids shuffled", [] { return path(true); }},
  };
  return graphs;
}

const std::vector<ValueGraph>& cyclic_graphs() {
  static const std::vector<ValueGraph> graphs{
      {"random20", "random, 2^20 vertices, 20 % dead ends, mean degree 6.4",
       [] { return random_graph<std::uint32_t>({1U << 20, 6.4, 0.2, 1}); }},
      {"random22", "random, 2^22 vertices, 20 % dead ends, mean degree 6.4",
       [] { return random_graph<std::uint32_t>({1U << 22, 6.4, 0.2, 1}); }},
      {"draws22", "many draws: random, 2^22 vertices, 5 % dead ends, mean degree 3.8",
       [] { return random_graph<std::uint32_t>({1U << 22, 3.8, 0.05, 1}); }},
  };
  return graphs;
}

}  // namespace retrograph::bench
