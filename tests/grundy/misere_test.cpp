#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/grundy/misere_graph.hpp"
#include "retrograph/grundy/misere_sums.hpp"
#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "grundy/sums_brute.hpp"

using namespace retrograph;
using Catch::Matchers::Contains;

namespace {

Sum heap_of(const std::string& game, std::uint64_t n) {
  return {{SumTerm::Kind::heap, game, n, parse_heap_game(game)}};
}

Sum numbers(const std::vector<std::uint64_t>& heaps) {
  Sum sum;
  for (const std::uint64_t n : heaps) sum.push_back({SumTerm::Kind::number, {}, n, {}});
  return sum;
}

}  // namespace

TEST_CASE("misère nim-values of heap games begin as published") {
  const std::pair<const char*, std::vector<std::uint32_t>> known[] = {
      {"0.77", {1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0}},
      {"0.07", {1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 1, 3}},
      {"grundy", {1, 1, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}},
      {"0.0330003", {1, 1, 0, 0, 2, 1, 1, 0, 0, 2, 1, 1, 0, 0, 2, 1, 1, 0, 0, 2, 1}},
  };
  for (const auto& [game, values] : known) {
    MisereSums sums;
    std::vector<std::uint32_t> found;
    for (std::uint64_t n = 0; n < values.size(); ++n) found.push_back(sums.genus(heap_of(game, n)).misere[0]);
    INFO(game);
    REQUIRE(found == values);
  }
}

TEST_CASE("genera of Kayles as Winning Ways prints them") {
  MisereSums sums;
  const char* printed[] = {"0^120", "1^031", "2^20", "3^31", "1^031",
                           "4^146", "3^31",  "2^20", "1^13", "4^046"};
  for (std::uint64_t n = 0; n < std::size(printed); ++n)
    REQUIRE(text_of(sums.genus(heap_of("kayles", n))) == printed[n]);
}

TEST_CASE("sums of three games under misère play equal brute force") {
  std::mt19937_64 random(41);
  for (std::size_t round = 0; round < test::scaled(400); ++round) {
    samples::Graphs graphs;
    const Sum sum = samples::random_sum(3, false, graphs, random);
    INFO(text_of(sum));
    MisereSums search(samples::opener(graphs));
    const MisereResult found = search.solve(sum);
    Sum beside = sum;
    beside.push_back({SumTerm::Kind::number, {}, 8, {}});
    const samples::Brute brute(beside, graphs, DeadEnd::win);
    beside.back().number = 0;
    REQUIRE(found.win == (brute.outcome(beside) == Value::win));
    REQUIRE(found.moves == brute.winning(beside));
    // The misère nim-value: the one number beside which the sum is lost.
    const std::uint32_t value = search.genus(sum).misere[0];
    for (std::uint64_t n = 0; n <= 8; ++n) {
      beside.back().number = n;
      REQUIRE((brute.outcome(beside) == Value::lose) == (n == value));
    }
  }
}

TEST_CASE("the entries of a genus are the misère values beside heaps of two") {
  std::mt19937_64 random(42);
  for (std::size_t round = 0; round < test::scaled(200); ++round) {
    samples::Graphs graphs;
    Sum sum = samples::random_sum(2, false, graphs, random);
    MisereSums search(samples::opener(graphs));
    const Genus genus = search.genus(sum);
    SumSolver normal(samples::opener(graphs));
    REQUIRE(genus.normal == normal.solve(sum).value.value);
    for (std::size_t i = 0; i < genus.misere.size() + 3; ++i) {
      REQUIRE(search.genus(sum).misere[0] == genus.at(i));
      sum.push_back({SumTerm::Kind::number, {}, 2, {}});
    }
  }
}

TEST_CASE("Bouton's rule is what the search finds") {
  // The same heaps as a subtraction game that the search does not know to be Nim.
  std::mt19937_64 random(43);
  MisereSums search;
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    std::vector<std::uint64_t> heaps(1 + random() % 4);
    for (auto& n : heaps) n = random() % 6;
    Sum searched;
    for (const std::uint64_t n : heaps) searched.push_back(heap_of("subtraction:1,2,3,4,5,6", n).front());
    REQUIRE(search.solve(searched).win == misere_nim_wins(heaps));
    REQUIRE(search.solve(numbers(heaps)).win == misere_nim_wins(heaps));
    REQUIRE(search.genus(searched) == search.genus(numbers(heaps)));
    // Winning moves are the same, but that a number may become *0 where a heap vanishes.
    auto expected = search.solve(searched).moves;
    for (TermMove& move : expected)
      if (move.to.empty()) move.to = {0};
    std::vector<TermMove> found;
    for (const TermMove& move : search.solve(numbers(heaps)).moves) found.push_back(move);
    REQUIRE(found == expected);
  }
  REQUIRE(misere_nim_wins({}));
  const Sum large = numbers({1000000000000, 1});
  REQUIRE(search.solve(large).moves == std::vector<TermMove>{{0, {0}}});
}

TEST_CASE("genera of graph vertices equal those of the search, at every thread count") {
  std::mt19937_64 random(44);
  for (std::size_t round = 0; round < test::scaled(150); ++round) {
    samples::Graphs graphs;
    auto graph = std::make_shared<ValuedGraph>();
    const std::size_t n = 1 + random() % 40;
    auto moves = samples::graph_of(samples::random_acyclic(n, 0.5 * double(1 + random() % 8), random));
    const par::ThreadScope scope(1 + static_cast<unsigned>(round % 3));
    graph->values = mex_values(moves);
    const GenusLabels labels = genus_labels(moves);
    graph->moves = std::move(moves);
    graphs["g"] = graph;
    MisereSums search(samples::opener(graphs));
    for (std::uint64_t v = 0; v < n; ++v) {
      const Genus expected = search.genus({{SumTerm::Kind::vertex, "g", v, {}}});
      REQUIRE(labels[v] == expected);
      REQUIRE(labels.misere(v) == expected.misere[0]);
      REQUIRE(labels[v].normal == graph->values.code[v]);
    }
  }
}

TEST_CASE("tame is what behaves like Nim") {
  MisereSums sums;
  for (std::uint64_t n = 0; n < 12; ++n) REQUIRE(is_tame(sums.genus(numbers({n}))));
  REQUIRE(is_tame(sums.genus(numbers({2, 2}))));
  REQUIRE_FALSE(is_tame(sums.genus(heap_of("kayles", 5))));
  REQUIRE(text_of(Genus{12, {12, 14}}) == "12^12,14");
}

TEST_CASE("misère play refuses what it cannot search") {
  samples::Graphs graphs;
  auto loop = std::make_shared<ValuedGraph>();
  auto moves = samples::graph_of({{0}});
  loop->values = graph_values(moves);
  REQUIRE_THROWS_WITH(genus_labels(moves), Contains("a cycle of 1 vertex: 0 -> 0"));
  loop->moves = std::move(moves);
  graphs["loop"] = loop;
  MisereSums search(samples::opener(graphs));
  REQUIRE_THROWS_WITH(search.solve(parse_sum("loop:0")), Contains("loop has cycles"));
  MisereSums small({}, {50});
  REQUIRE_THROWS_WITH(small.solve(parse_sum("kayles:20 + kayles:19")), Contains("more than 50 positions"));
}

TEST_CASE("genera of graphs without vertices or moves") {
  REQUIRE(genus_labels(samples::graph_of({})).vertex_count() == 0);
  const GenusLabels bare = genus_labels(samples::graph_of({{}, {0}}));
  REQUIRE(text_of(bare[0]) == "0^120");
  REQUIRE(text_of(bare[1]) == "1^031");
}
