// Random graphs by seed: the same graph for every thread count and machine.
//
// Every number is a hash of the seed and of what it is for (a vertex, an edge), so parts can be made in any
// order. Rows come out sorted; self-loops and parallel edges occur, as in any random choice.
#pragma once

#include <cstdint>
#include <optional>

#include "retrograph/graph/csr_graph.hpp"

namespace retrograph {

struct RandomGraphOptions {
  std::uint64_t vertices = 0;
  double degree = 0;     // mean number of moves over all vertices, dead ends included
  double dead_ends = 0;  // share of vertices without a move; the others have 1 + Poisson of them
  std::uint64_t seed = 1;
};

/// Successors drawn evenly from all vertices. Error(usage) for shares outside [0, 1), a degree that leaves
/// less than one move to a vertex that is no dead end, or more than 64 moves a vertex.
template <VertexId V>
[[nodiscard]] CsrGraph<V> random_graph(const RandomGraphOptions& options);

struct RmatOptions {
  unsigned scale = 0;               // 2^scale vertices, at most 40
  double edge_factor = 8;           // moves a vertex
  std::optional<double> dead_ends;  // if set: this share of vertices loses its moves, and every other vertex
                                    // without a move gets one
  std::uint64_t seed = 1;
};

/// Recursive matrix graph with the Graph 500 quadrants 0.57, 0.19, 0.19, 0.05 (Chakrabarti, Zhan and
/// Faloutsos 2004), ids scrambled: few vertices with many moves, many with few.
template <VertexId V>
[[nodiscard]] CsrGraph<V> rmat_graph(const RmatOptions& options);

}  // namespace retrograph
