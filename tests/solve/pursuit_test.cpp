#include "retrograph/solve/pursuit.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/simd.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

using Edges = std::vector<Edge<std::uint32_t>>;

CsrGraph<std::uint32_t> graph_of(std::uint32_t n, const Edges& edges) {
  return build_csr<std::uint32_t>(n, edges);
}

Edges path(std::uint32_t n) {
  Edges edges;
  for (std::uint32_t v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return edges;
}

Edges cycle(std::uint32_t n) {
  Edges edges = path(n);
  edges.push_back({n - 1, 0});
  return edges;
}

Edges grid(std::uint32_t side) {
  Edges edges;
  for (std::uint32_t v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) edges.push_back({v, v + 1});
    if (v + side < side * side) edges.push_back({v, v + side});
  }
  return edges;
}

Edges binary_tree(std::uint32_t n) {
  Edges edges;
  for (std::uint32_t v = 1; v < n; ++v) edges.push_back({(v - 1) / 2, v});
  return edges;
}

Edges petersen() {
  Edges edges;
  for (std::uint32_t i = 0; i < 5; ++i) {
    edges.push_back({i, (i + 1) % 5});
    edges.push_back({i, i + 5});
    edges.push_back({i + 5, (i + 2) % 5 + 5});
  }
  return edges;
}

Edges dodecahedron() {
  constexpr int chord[] = {10, 7, 4, -4, -7, 10, -4, 7, -7, 4};
  Edges edges = cycle(20);
  for (int v = 0; v < 20; ++v) {
    const int to = (v + chord[v % 10] + 20) % 20;
    if (v < to) edges.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(to)});
  }
  return edges;
}

Edges rooks() {
  Edges edges;
  for (std::uint32_t a = 0; a < 9; ++a)
    for (std::uint32_t b = a + 1; b < 9; ++b)
      if (a / 3 == b / 3 || a % 3 == b % 3) edges.push_back({a, b});
  return edges;
}

// The textbook: every position in a map, levels by looking at all of them again and again.
class Brute {
 public:
  Brute(std::uint32_t n, const Edges& edges, unsigned cops) : n_(n), near_(n) {
    for (std::uint32_t v = 0; v < n; ++v) near_[v].push_back(v);
    for (const auto& e : edges) {
      near_[e.from].push_back(e.to);
      near_[e.to].push_back(e.from);
    }
    std::vector<std::uint32_t> list;
    place(cops, list);
    for (bool any = true; any;) any = round();
  }
  std::map<PursuitPosition, std::uint32_t, bool (*)(const PursuitPosition&, const PursuitPosition&)> plies{
      [](const PursuitPosition& a, const PursuitPosition& b) {
        return std::tie(a.cops, a.robber, a.cops_to_move) < std::tie(b.cops, b.robber, b.cops_to_move);
      }};
  std::vector<PursuitPosition> all;

 private:
  void place(unsigned left, std::vector<std::uint32_t>& list) {
    if (left == 0) {
      for (std::uint32_t r = 0; r < n_; ++r) {
        for (const bool turn : {true, false}) {
          all.push_back({list, r, turn});
          if (std::find(list.begin(), list.end(), r) != list.end()) plies[all.back()] = 0;
        }
      }
      return;
    }
    for (std::uint32_t v = list.empty() ? 0 : list.back(); v < n_; ++v) {
      list.push_back(v);
      place(left - 1, list);
      list.pop_back();
    }
  }
  bool round() {
    ++ply_;
    std::vector<PursuitPosition> found;
    for (const auto& p : all)
      if (plies.count(p) == 0 && won(p)) found.push_back(p);
    for (const auto& p : found) plies[p] = ply_;
    return !found.empty() || ply_ < 3;
  }
  bool won(const PursuitPosition& p) const {
    if (p.cops_to_move) return cop_wins(p, 0, {});
    return std::all_of(near_[p.robber].begin(), near_[p.robber].end(),
                       [&](std::uint32_t r) { return plies.count({p.cops, r, true}) != 0; });
  }
  bool cop_wins(const PursuitPosition& p, std::size_t i, std::vector<std::uint32_t> moved) const {
    if (i == p.cops.size()) {
      std::sort(moved.begin(), moved.end());
      return plies.count({moved, p.robber, false}) != 0;
    }
    return std::any_of(near_[p.cops[i]].begin(), near_[p.cops[i]].end(), [&](std::uint32_t v) {
      auto next = moved;
      next.push_back(v);
      return cop_wins(p, i + 1, next);
    });
  }

  std::uint32_t n_;
  std::uint32_t ply_ = 0;
  std::vector<std::vector<std::uint32_t>> near_;
};

CsrGraph<std::uint32_t> read_graph(const std::filesystem::path& file) {
  std::ifstream in(file);
  Edges edges;
  std::uint32_t n = 0;
  std::string line;
  while (std::getline(in, line)) {
    unsigned a = 0;
    unsigned b = 0;
    if (std::sscanf(line.c_str(), "%u %u", &a, &b) != 2) continue;
    edges.push_back({a, b});
    n = std::max({n, a + 1, b + 1});
  }
  return graph_of(n, edges);
}

}  // namespace

TEST_CASE("graphs with known cop numbers and capture times have them") {
  struct Known {
    std::uint32_t n;
    Edges edges;
    unsigned cops;
    bool win;
    std::uint64_t won, total;
    std::uint32_t plies, moves;
  };
  const Known known[] = {{5, cycle(5), 1, false, 20, 50, 0, 0},
                         {10, cycle(10), 1, false, 40, 200, 0, 0},
                         {5, path(5), 1, true, 50, 50, 3, 2},
                         {100, path(100), 1, true, 20000, 20000, 99, 50},
                         {127, binary_tree(127), 1, true, 32258, 32258, 11, 6},
                         {9, grid(3), 2, true, 810, 810, 3, 2},
                         {36, grid(6), 2, true, 47952, 47952, 9, 5},
                         {9, rooks(), 2, true, 810, 810, 3, 2},
                         {10, petersen(), 2, false, 440, 1100, 0, 0},
                         {20, dodecahedron(), 1, false, 100, 800, 0, 0},
                         {20, dodecahedron(), 3, true, 61600, 61600, 5, 3}};
  for (const Known& k : known) {
    PursuitOptions options;
    options.cops = k.cops;
    const auto result = solve_pursuit(graph_of(k.n, k.edges), options);
    INFO(k.n << " vertices, " << k.cops << " cops");
    REQUIRE(result->edges == k.edges.size());
    REQUIRE(result->cops_win == k.win);
    REQUIRE(result->positions == k.total);
    REQUIRE(result->positions_won == k.won);
    REQUIRE(result->plies.has_value() == k.win);
    if (!k.win) continue;
    REQUIRE(*result->plies == k.plies);
    REQUIRE(*result->cop_moves == k.moves);
    const auto line = result->line_from(result->best_start());
    REQUIRE(line.size() == k.plies + 1);
    REQUIRE(std::count(line.back().cops.begin(), line.back().cops.end(), line.back().robber) > 0);
  }
}

TEST_CASE("the smallest number of cops is found") {
  REQUIRE(solve_cop_number(graph_of(5, path(5)), {})->cops == 1);
  REQUIRE(solve_cop_number(graph_of(10, cycle(10)), {})->cops == 2);
  REQUIRE(solve_cop_number(graph_of(10, petersen()), {})->cops == 3);
  REQUIRE(solve_cop_number(graph_of(20, dodecahedron()), {})->cops == 3);
  REQUIRE(solve_cop_number(graph_of(4, {}), {})->cops == 4);
}

TEST_CASE("every position of small graphs has the plies of the textbook, on every instruction set") {
  std::mt19937_64 random(31);
  for (std::size_t round = 0; round < test::scaled(120); ++round) {
    const auto n = static_cast<std::uint32_t>(1 + random() % 6);
    const auto cops = static_cast<unsigned>(1 + random() % (n < 5 ? 4 : 3));
    Edges edges;
    for (std::uint64_t e = random() % (2 * n); e > 0; --e)
      edges.push_back({static_cast<std::uint32_t>(random() % n), static_cast<std::uint32_t>(random() % n)});
    const Brute brute(n, edges, cops);
    const SimdScope simd(static_cast<SimdLevel>(round % 3));
    const par::ThreadScope threads(static_cast<unsigned>(1 + round % 3));
    PursuitOptions options;
    options.cops = cops;
    const auto result = solve_pursuit(graph_of(n, edges), options);
    REQUIRE(result->positions == brute.all.size());
    REQUIRE(result->positions_won == brute.plies.size());
    bool same = true;
    for (const auto& p : brute.all) {
      const auto found = brute.plies.find(p);
      const bool won = found != brute.plies.end();
      same = same && result->cops_win_from(p) == won;
      same = same && result->plies_from(p) == (won ? std::optional(found->second) : std::nullopt);
    }
    REQUIRE(same);
  }
}

TEST_CASE("rows of any width and chases of more than 255 levels are right") {
  PursuitOptions options;
  for (const std::uint32_t n : {63U, 64U, 65U, 129U, 257U, 400U, 600U, 1300U}) {
    for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      const SimdScope simd(level);
      const auto result = solve_pursuit(graph_of(n, path(n)), options);
      REQUIRE(result->positions_won == 2ULL * n * n);
      REQUIRE(*result->cop_moves == n / 2);
      REQUIRE(*result->plies_from({{0}, n - 1, true}) == 2 * (n - 1) - 1);
      if (test::build_scale < 1) break;
    }
  }
  options.cops = 2;
  const auto pair = solve_pursuit(graph_of(70, path(70)), options);
  REQUIRE(pair->cops_win);
  REQUIRE(pair->positions_won == pair->positions);
}

TEST_CASE("a pursuit that does not fit or makes no sense is refused") {
  PursuitOptions options;
  options.cops = 0;
  REQUIRE_THROWS_AS(solve_pursuit(graph_of(5, path(5)), options), Error);
  options.cops = 6;
  options.memory_limit = 1 << 30;
  REQUIRE_THROWS_WITH(solve_pursuit(graph_of(200, path(200)), options),
                      Catch::Matchers::Contains("the limit is"));
  options.cops = 1;
  REQUIRE_THROWS_AS(solve_pursuit(graph_of(0, {}), options), Error);
  options.distances = false;
  const auto result = solve_pursuit(graph_of(5, path(5)), options);
  REQUIRE(result->cops_win);
  REQUIRE_THROWS_AS(result->line_from(result->best_start()), Error);
}

TEST_CASE("Scotland Yard: two cops need 15 plies from the best start, and every level has its positions") {
  const auto cases = test::cases_folder();
  if (!cases) SKIP_TEST("no folder of published answers");
  const auto graph = read_graph(*cases / "graphs" / "scotlandyard-all.el");
  PursuitOptions options;
  options.cops = 1;
  const auto one = solve_pursuit(graph, options);
  REQUIRE_FALSE(one->cops_win);
  REQUIRE(one->positions_won == 1371);
  options.cops = 2;
  const auto two = solve_pursuit(graph, options);
  REQUIRE(two->edges == 431);
  REQUIRE(*two->plies == 15);
  REQUIRE(two->positions_won == 7920200);
  const std::pair<std::uint64_t, std::uint64_t> levels[] = {
      {39601, 39601},    {168850, 3707},    {16844, 4074},    {22475, 6601},    {48555, 18057},
      {102372, 41444},   {190150, 92889},   {358748, 195029}, {486265, 295652}, {570153, 507724},
      {818721, 1025055}, {817691, 1249457}, {304198, 458134}, {15477, 22676}};
  REQUIRE(two->levels.size() == std::size(levels));
  for (std::size_t i = 0; i < std::size(levels); ++i) {
    REQUIRE(two->levels[i].cops == levels[i].first);
    REQUIRE(two->levels[i].robber == levels[i].second);
  }
}

TEST_CASE("the Robertson graph needs four cops") {
  const auto cases = test::cases_folder();
  if (!cases) SKIP_TEST("no folder of published answers");
  const auto graph = read_graph(*cases / "graphs" / "robertson.el");
  const auto result = solve_cop_number(graph, {});
  REQUIRE(result->cops == 4);
  REQUIRE(result->positions_won == 277970);
  REQUIRE(*result->plies == 3);
}
