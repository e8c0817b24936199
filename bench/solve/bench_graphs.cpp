#include "bench_graphs.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "retrograph/games/plain_graphs.hpp"
#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/games/random_board.hpp"
#include "retrograph/games/random_graph.hpp"
#include "retrograph/graph/build.hpp"

namespace retrograph::bench {
namespace {

using Game = Arena<std::uint32_t>;

Game game_of(CsrGraph<std::uint32_t> graph) {
  Game game;
  game.moves = std::move(graph);
  return game;
}

Game random_game(unsigned scale, double degree, double dead_ends) {
  return game_of(random_graph<std::uint32_t>({std::uint64_t{1} << scale, degree, dead_ends, 1}));
}

Game shuffled(const Game& game) {
  const std::uint64_t n = game.vertex_count();
  std::vector<std::uint32_t> name(n);
  std::iota(name.begin(), name.end(), 0U);
  std::shuffle(name.begin(), name.end(), std::mt19937_64(1));
  std::vector<Edge<std::uint32_t>> edges;
  edges.reserve(game.moves.edge_count());
  for (std::uint64_t v = 0; v < n; ++v)
    for (const std::uint32_t u : game.moves_from(v)) edges.push_back({name[v], name[u]});
  Game other;
  other.moves = build_csr<std::uint32_t>(n, edges);
  other.dead_end = game.dead_end;
  if (!game.terminal.empty()) {
    other.terminal = Array<Value>(n);
    for (std::uint64_t v = 0; v < n; ++v) other.terminal[name[v]] = game.terminal[v];
  }
  return other;
}

Game board() {
  return arena_of<std::uint32_t>(PoliceThief(random_board({40, 40, 0.2, 2, 1}), {}));
}

}  // namespace

const std::vector<GraphKind>& graph_kinds() {
  static const std::vector<GraphKind> kinds{
      {"random20", "random, 2^20 vertices, 20 % dead ends, mean degree 6.4",
       [] { return random_game(20, 6.4, 0.2); }},
      {"random22", "random, 2^22 vertices, 20 % dead ends, mean degree 6.4",
       [] { return random_game(22, 6.4, 0.2); }},
      {"random24", "random, 2^24 vertices, 20 % dead ends, mean degree 6.4",
       [] { return random_game(24, 6.4, 0.2); }},
      {"rmat22", "R-MAT, 2^22 vertices, 8 edges a vertex, 5 % dead ends",
       [] { return game_of(rmat_graph<std::uint32_t>({22, 8, 0.05, 1})); }},
      {"board40", "police and thief on 40x40, 20 % walls, two exits", board},
      {"board40-shuffled", "the same with ids shuffled", [] { return shuffled(board()); }},
      {"collapse22", "slow collapse: random, 2^22 vertices, 10 % dead ends, mean degree 3.6",
       [] { return random_game(22, 3.6, 0.1); }},
      {"draws22", "many draws: random, 2^22 vertices, 5 % dead ends, mean degree 3.8",
       [] { return random_game(22, 3.8, 0.05); }},
      {"path", "path of 10^7 vertices", [] { return path_arena(10'000'000); }},
      {"path-shuffled", "the same with ids shuffled", [] { return shuffled(path_arena(10'000'000)); }},
  };
  return kinds;
}

}  // namespace retrograph::bench
