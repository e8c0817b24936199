#include "retrograph/solve/attractor.hpp"

#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

using V = std::uint32_t;

struct Game {
  CsrGraph<V> moves;
  std::vector<std::uint8_t> owner;
  std::vector<std::uint8_t> target;
  [[nodiscard]] AttractorGame<V> of(unsigned player) const { return {moves, owner, target, player}; }
};

Game random_attractor_game(std::mt19937_64& random) {
  const std::uint64_t n = 1 + below(random, 30);
  std::vector<Edge<V>> edges = random_edges<V>(random, n);
  for (V v = 0; v < n; ++v) edges.push_back({v, static_cast<V>(below(random, n))});
  Game game{build_csr<V>(n, edges), std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n)};
  for (std::uint64_t v = 0; v < n; ++v) {
    game.owner[v] = static_cast<std::uint8_t>(below(random, 2));
    game.target[v] = below(random, 8) == 0 ? 1 : 0;
  }
  return game;
}

// Ranks by sweeps over all vertices until nothing changes.
std::vector<std::uint32_t> ranks_by_sweeps(const AttractorGame<V>& game) {
  const std::size_t n = game.owner.size();
  std::vector<std::uint32_t> rank(n, RemotenessArray::none);
  for (std::size_t v = 0; v < n; ++v)
    if (game.target[v] != 0) rank[v] = 0;
  for (std::uint32_t level = 1; level <= n; ++level)
    for (std::size_t v = 0; v < n; ++v) {
      if (rank[v] != RemotenessArray::none) continue;
      bool any = false, all = true;
      for (const V child : game.moves.successors(v)) {
        any |= rank[child] < level;
        all &= rank[child] < level;
      }
      if (game.owner[v] == game.player ? any : all) rank[v] = level;
    }
  return rank;
}

Array<std::uint8_t> members(const Attractor<V>& attractor) {
  return Array<std::uint8_t>::copy_of(attractor.member.span());
}

}  // namespace

TEST_CASE("attractors have the ranks of the definition and pass the verifier") {
  std::mt19937_64 random(71);
  for (std::size_t round = 0; round < test::scaled(3000); ++round) {
    const Game game = random_attractor_game(random);
    const par::ThreadScope scope(1 + static_cast<unsigned>(round % 3));
    for (const unsigned player : {0U, 1U}) {
      const auto expected = ranks_by_sweeps(game.of(player));
      const auto found = attract(game.of(player));
      std::uint64_t size = 0;
      for (std::size_t v = 0; v < expected.size(); ++v) {
        if (found.rank[v] != expected[v]) FAIL("round " << round << ": rank of " << v);
        if (found.member[v] != (expected[v] != RemotenessArray::none ? 1 : 0)) FAIL("member " << v);
        size += found.member[v];
        const bool moves = found.member[v] != 0 && game.target[v] == 0 && game.owner[v] == player;
        if (moves != (found.strategy[v] != no_vertex<V>)) FAIL("strategy at " << v);
        if (moves && expected[found.strategy[v]] + 1 != expected[v]) FAIL("strategy at " << v);
      }
      if (found.size != size) FAIL("size");
      const auto report = verify_attractor<V>(game.of(player), found.member.span(), found.strategy.span());
      if (!report.ok()) FAIL("round " << round << ": " << report.failures.front().what);
    }
  }
}

TEST_CASE("every wrong membership is rejected") {
  std::mt19937_64 random(72);
  for (std::size_t round = 0; round < test::scaled(3000); ++round) {
    const Game game = random_attractor_game(random);
    const auto found = attract(game.of(0));
    auto member = members(found);
    bool same = true;
    for (std::uint64_t i = 1 + below(random, 3); i != 0; --i) member[below(random, member.size())] ^= 1;
    for (std::size_t v = 0; v < member.size(); ++v) same &= member[v] == found.member[v];
    if (verify_attractor<V>(game.of(0), member.span()).ok() != same) FAIL("round " << round);
  }
}

TEST_CASE("a failure names the escape") {
  // 0 belongs to player 0 and moves to the target 3 or to 1; player 1 at 1 moves to 0 or 2; 2 loops.
  const Game game{build_csr<V>(4, std::vector<Edge<V>>{{0, 1}, {0, 3}, {1, 0}, {1, 2}, {2, 2}, {3, 3}}),
                  {0, 1, 1, 0},
                  {0, 0, 0, 1}};
  const auto found = attract(game.of(0));
  REQUIRE(found.size == 2);
  REQUIRE(found.depth == 1);
  REQUIRE(found.strategy[0] == 3);
  std::vector<std::uint8_t> member{1, 1, 0, 1};
  auto report = verify_attractor<V>(game.of(0), member);
  REQUIRE(report.failed == 1);
  REQUIRE(report.failures[0].vertex == 1U);
  REQUIRE(report.failures[0].what == "is said to be inside, but player 1 escapes to 2");
  member = {0, 0, 0, 1};
  report = verify_attractor<V>(game.of(0), member);
  REQUIRE(report.failures[0].what == "is said to be outside, but player 0 moves to 3 inside");
  // A strategy that goes round in circles does not get there.
  const std::vector<V> strategy{1, no_vertex<V>, no_vertex<V>, no_vertex<V>};
  REQUIRE_FALSE(verify_attractor<V>(game.of(0), found.member.span(), strategy).ok());
}

TEST_CASE("a vertex without a successor is refused by name") {
  const Game game{build_csr<V>(2, std::vector<Edge<V>>{{0, 1}}), {0, 0}, {0, 1}};
  REQUIRE_THROWS_WITH(attract(game.of(0)), Catch::Matchers::Contains("vertex 1 has no successor"));
}

namespace {

// The parts of a PGSolver line that matter here: "id priority owner a,b,c "name";".
struct PgGame {
  Game game;
  std::vector<std::uint64_t> priority;
};

PgGame read_pg(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<Edge<V>> edges;
  PgGame pg;
  for (std::string line; std::getline(in, line, ';');) {
    std::istringstream words(line);
    std::string id, priority, owner, successors;
    if (!(words >> id >> priority >> owner >> successors)) continue;
    const auto v = std::stoul(id);
    if (v >= pg.priority.size()) {
      pg.priority.resize(v + 1);
      pg.game.owner.resize(v + 1);
    }
    pg.priority[v] = std::stoull(priority);
    pg.game.owner[v] = static_cast<std::uint8_t>(std::stoul(owner));
    std::istringstream list(successors);
    for (std::string to; std::getline(list, to, ',');)
      edges.push_back({static_cast<V>(v), static_cast<V>(std::stoul(to))});
  }
  pg.game.moves = build_csr<V>(pg.priority.size(), edges);
  const auto top = *std::max_element(pg.priority.begin(), pg.priority.end());
  for (const auto priority : pg.priority) pg.game.target.push_back(priority == top ? 1 : 0);
  return pg;
}

char rank_digit(std::uint32_t rank) {
  return rank == RemotenessArray::none ? '.' : "0123456789abcdef"[rank % 16];
}

}  // namespace

TEST_CASE("attractors of published parity games: sizes, depths and ranks") {
  const auto folder = test::cases_folder();
  if (!folder) SKIP_TEST("no folder of published answers");
  std::ifstream table(*folder / "oink_vb_solutions.tsv");
  std::size_t games = 0;
  for (std::string line; std::getline(table, line);) {
    if (!line.starts_with("tests/")) continue;
    std::vector<std::string> cell;
    std::istringstream cells(line);
    for (std::string text; std::getline(cells, text, '\t');) cell.push_back(text);
    const auto file = *folder / "pg" / (cell[0].substr(6) + ".pg");
    if (!std::filesystem::exists(file)) continue;
    const PgGame pg = read_pg(file);
    for (const unsigned player : {0U, 1U}) {
      const auto found = attract(pg.game.of(player));
      std::string ranks;
      for (std::size_t v = 0; v < found.member.size(); ++v) ranks += rank_digit(found.rank[v]);
      INFO(cell[0] << ", player " << player);
      REQUIRE(std::to_string(found.size) == cell[8 + 2 * player]);
      REQUIRE(std::to_string(found.depth) == cell[9 + 2 * player]);
      REQUIRE(ranks == cell[12 + player]);
    }
    ++games;
  }
  REQUIRE(games > 100);
}
