// Graphs for the tests of values on graphs.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "retrograph/graph/build.hpp"

namespace samples {

using Rows = std::vector<std::vector<std::uint32_t>>;

template <class V = std::uint32_t>
retrograph::CsrGraph<V> graph_of(const Rows& rows) {
  std::vector<retrograph::Edge<V>> edges;
  for (std::size_t v = 0; v < rows.size(); ++v)
    for (const auto u : rows[v]) edges.push_back({static_cast<V>(v), static_cast<V>(u)});
  return retrograph::build_csr<V>(rows.size(), edges);
}

/// n vertices, about `degree` options each, no cycle, ids shuffled; options may repeat.
inline Rows random_acyclic(std::size_t n, double degree, std::mt19937_64& random) {
  std::vector<std::uint32_t> id(n);
  std::iota(id.begin(), id.end(), 0U);
  std::shuffle(id.begin(), id.end(), random);
  std::poisson_distribution<unsigned> options(std::max(degree, 0.01));
  Rows rows(n);
  for (std::size_t i = 1; i < n; ++i)
    for (unsigned k = options(random); k-- > 0;) rows[id[i]].push_back(id[random() % i]);
  return rows;
}

/// n vertices, about `degree` options each, self-loops and repeated options included.
inline Rows random_any(std::size_t n, double degree, std::mt19937_64& random) {
  std::poisson_distribution<unsigned> options(std::max(degree, 0.01));
  Rows rows(n);
  for (auto& row : rows)
    for (unsigned k = options(random); k-- > 0;) row.push_back(static_cast<std::uint32_t>(random() % n));
  return rows;
}

}  // namespace samples
