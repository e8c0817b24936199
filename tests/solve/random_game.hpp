// Random small games of every kind the rules know, and comparison of answers.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "retrograph/graph/arena.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

/// What may occur in a random game.
struct GameKind {
  bool terminals = true;  // vertices with given values, some of them with edges
  bool owners = true;     // half of the games have owners
  bool ties = true;       // tie among the given values and the dead-end rules
};

inline std::uint64_t below(std::mt19937_64& random, std::uint64_t bound) {
  return random() % bound;
}

/// Edges of a game on n vertices: mixes sparse, dense, deep (windowed) and hub-heavy graphs. Self-loops and
/// parallel edges occur; many vertices are not reachable from others.
template <VertexId V>
std::vector<Edge<V>> random_edges(std::mt19937_64& random, std::uint64_t n) {
  std::vector<Edge<V>> edges;
  const std::uint64_t degree = 1 + below(random, 6);
  const std::uint64_t dead = below(random, 5);  // dead ends of ten
  const std::uint64_t window = below(random, 2) == 0 ? n : 1 + below(random, 4);
  for (std::uint64_t v = 0; v < n; ++v) {
    if (below(random, 10) < dead) continue;
    const std::uint64_t count = below(random, 40) == 0 ? 3 * n : 1 + below(random, degree);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t to = (v + n - below(random, window) + (below(random, 6) == 0 ? 1 : 0)) % n;
      edges.push_back({static_cast<V>(v), static_cast<V>(to)});
      if (below(random, 8) == 0) edges.push_back(edges.back());
    }
  }
  return edges;
}

template <VertexId V>
Arena<V> random_game(std::mt19937_64& random, const GameKind& kind, std::uint64_t most_vertices = 40) {
  const std::uint64_t n = below(random, most_vertices + 1);
  Arena<V> arena;
  arena.moves = build_csr<V>(n, random_edges<V>(random, n));
  arena.dead_end = static_cast<DeadEnd>(below(random, kind.ties ? 3 : 2));
  if (kind.terminals && below(random, 2) == 0) {
    const std::uint64_t rate = 2 + below(random, 12);
    arena.terminal = Array<Value>(n, Value::none);
    for (Value& value : arena.terminal)
      if (below(random, rate) == 0) value = static_cast<Value>(below(random, kind.ties ? 4 : 3));
  }
  if (kind.owners && below(random, 2) == 0) {
    arena.owner = Array<std::uint8_t>(n);
    for (std::uint8_t& owner : arena.owner) owner = static_cast<std::uint8_t>(below(random, 2));
  }
  return arena;
}

template <VertexId V>
Arena<V> arena_of(std::uint64_t n, std::vector<Edge<V>> edges, DeadEnd rule = DeadEnd::lose) {
  Arena<V> arena;
  arena.moves = build_csr<V>(n, edges);
  arena.dead_end = rule;
  return arena;
}

/// Empty if equal, else the first difference. Arrays absent in `found` are not compared.
template <VertexId V>
std::string difference(const Outcomes<V>& expected, const Outcomes<V>& found) {
  if (found.value.size() != expected.value.size()) return "sizes differ";
  for (std::size_t v = 0; v < expected.value.size(); ++v)
    if (expected.value[v] != found.value[v])
      return fmt::format("vertex {} is {}, expected {}", v, name_of(found.value[v]),
                         name_of(expected.value[v]));
  if (found.remoteness.width() != expected.remoteness.width() && !found.remoteness.empty())
    return fmt::format("remoteness takes {} bytes, expected {}", found.remoteness.width(),
                       expected.remoteness.width());
  for (std::size_t v = 0; v < found.remoteness.size(); ++v)
    if (expected.remoteness[v] != found.remoteness[v])
      return fmt::format("remoteness of vertex {} is {}, expected {}", v, found.remoteness[v],
                         expected.remoteness[v]);
  for (std::size_t v = 0; v < found.best_move.size(); ++v)
    if (expected.best_move[v] != found.best_move[v])
      return fmt::format("best move at vertex {} is {}, expected {}", v, found.best_move[v],
                         expected.best_move[v]);
  return {};
}

}  // namespace retrograph
