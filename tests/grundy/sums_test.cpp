#include "retrograph/grundy/sums.hpp"

#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/grundy/sums_solver.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "grundy/sums_brute.hpp"

using namespace retrograph;
using Catch::Matchers::Contains;

namespace {

Sum with_number(Sum sum, std::uint64_t n) {
  sum.push_back({SumTerm::Kind::number, {}, n, {}});
  return sum;
}

}  // namespace

TEST_CASE("sums of three random games: value and winning moves equal brute force") {
  std::mt19937_64 random(31);
  std::size_t draws = 0;
  std::size_t infinite_wins = 0;
  for (std::size_t round = 0; round < test::scaled(600); ++round) {
    samples::Graphs graphs;
    const Sum sum = samples::random_sum(3, true, graphs, random);
    INFO(text_of(sum));
    SumSolver solver(samples::opener(graphs));
    const SumResult found = solver.solve(sum);
    const samples::Brute brute(with_number(sum, 8), graphs, DeadEnd::lose);
    REQUIRE(found.outcome == brute.outcome(with_number(sum, 0)));
    REQUIRE(found.moves == brute.winning(with_number(sum, 0)));
    // The value is what the sum does beside numbers: lost beside *value alone, or infinite and never lost.
    for (std::uint64_t n = 0; n <= 8; ++n) {
      const Value beside = brute.outcome(with_number(sum, n));
      REQUIRE(beside == outcome_of(found.value + SumValue::finite(n)));
    }
    draws += found.outcome == Value::draw;
    infinite_wins += found.value.infinite && found.outcome == Value::win;
  }
  if (test::scaled(600) >= 600) {
    REQUIRE(draws > 20);
    REQUIRE(infinite_wins > 5);
  }
}

TEST_CASE("the example of the documentation") {
  samples::Graphs graphs;
  auto graph = std::make_shared<ValuedGraph>();
  samples::Rows rows(43);
  rows[42] = {0, 1};
  rows[1] = {0};
  auto moves = samples::graph_of(rows);
  graph->values = graph_values(moves);
  graph->moves = std::move(moves);
  graphs["graph.h5"] = graph;
  SumSolver solver(samples::opener(graphs));
  // 0.137:17 is *2, vertex 42 is *2, so *5 must go to 0, and nothing else wins.
  const SumResult result = solver.solve(parse_sum("0.137:17 + graph.h5:42 + *5"));
  REQUIRE(text_of(result.value) == "*5");
  REQUIRE(result.outcome == Value::win);
  REQUIRE(result.moves == std::vector<TermMove>{{2, {0}}});
}

TEST_CASE("many sums at once give what each gives alone, and tables are shared") {
  std::mt19937_64 random(32);
  samples::Graphs graphs;
  std::vector<Sum> sums;
  for (int i = 0; i < 200; ++i) sums.push_back(samples::random_sum(1 + random() % 4, true, graphs, random));
  SumSolver batch(samples::opener(graphs));
  const std::vector<SumResult> all = batch.solve(sums);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    SumSolver alone(samples::opener(graphs));
    const SumResult one = alone.solve(sums[i]);
    REQUIRE(all[i].value == one.value);
    REQUIRE(all[i].outcome == one.outcome);
    REQUIRE(all[i].moves == one.moves);
  }
}

TEST_CASE("Nim heaps and numbers of any size need no table") {
  SumSolver solver;
  const SumResult result = solver.solve(parse_sum("nim:1000000000000 + *1000000000001 + nim:4"));
  REQUIRE(result.value == SumValue::finite(5));
  REQUIRE(result.moves == std::vector<TermMove>{{2, {1}}});
  REQUIRE(solver.solve(parse_sum("nim:7")).moves == std::vector<TermMove>{{0, {}}});
  REQUIRE(solver.solve(parse_sum("nim:7 + nim:7 + *0")).outcome == Value::lose);
}

TEST_CASE("moves of equal terms are listed once") {
  SumSolver solver;
  REQUIRE(solver.solve(parse_sum("*3 + *3 + *3")).moves == std::vector<TermMove>{{0, {0}}});
  // A strip of 5 cells of treblecross is heap 7 of 0.007.
  const SumResult strip = solver.solve(parse_sum("treblecross:5"));
  REQUIRE(strip.value == solver.solve(parse_sum("0.007:7")).value);
  REQUIRE(strip.moves == std::vector<TermMove>{{0, {}}});  // the middle cell
  REQUIRE_THROWS_WITH(solver.solve(parse_sum("kayles:99999999999")),
                      Contains("kayles:99999999999 is beyond"));
}

TEST_CASE("what a sum cannot have is named") {
  SumSolver none;
  REQUIRE_THROWS_WITH(none.solve(parse_sum("g.h5:1")), Contains("'g.h5' is no heap game"));
  samples::Graphs graphs;
  auto graph = std::make_shared<ValuedGraph>();
  auto moves = samples::graph_of({{1}, {}});
  graph->values = graph_values(moves);
  graph->moves = std::move(moves);
  graphs["g.h5"] = graph;
  SumSolver solver(samples::opener(graphs));
  REQUIRE_THROWS_WITH(solver.solve(parse_sum("g.h5:2")), Contains("g.h5 has no vertex 2"));
}

TEST_CASE("sums are read as they are written") {
  const Sum sum = parse_sum(" 0.137:17+ \"a+b:c.h5\":42 + * 5 +dir/g.h5:7+subtraction:1,3,4:9 ");
  REQUIRE(sum.size() == 5);
  REQUIRE(sum[0].kind == SumTerm::Kind::heap);
  REQUIRE(sum[0].game.name == "0.137");
  REQUIRE(sum[0].number == 17);
  REQUIRE(sum[1].kind == SumTerm::Kind::vertex);
  REQUIRE(sum[1].source == "a+b:c.h5");
  REQUIRE(sum[1].number == 42);
  REQUIRE(sum[2].kind == SumTerm::Kind::number);
  REQUIRE(sum[2].number == 5);
  REQUIRE(sum[3].source == "dir/g.h5");
  REQUIRE(sum[4].game.name == "subtraction:1,3,4");
  REQUIRE(sum[4].number == 9);
  REQUIRE(text_of(sum) == "0.137:17 + \"a+b:c.h5\":42 + *5 + dir/g.h5:7 + subtraction:1,3,4:9");
  REQUIRE(parse_sum(text_of(sum)) == sum);
  REQUIRE(text_of(parse_sum("\"0.137\":3")) == "\"0.137\":3");
}

TEST_CASE("a bad term is quoted") {
  REQUIRE_THROWS_WITH(parse_sum(""), Contains("empty"));
  REQUIRE_THROWS_WITH(parse_sum("*1 + "), Contains("empty"));
  REQUIRE_THROWS_WITH(parse_sum("*1 + 17"), Contains("'17' is no term"));
  REQUIRE_THROWS_WITH(parse_sum("kayles:-3"), Contains("'-3' is not a number"));
  REQUIRE_THROWS_WITH(parse_sum("kayles:9223372036854775808"), Contains("not a number below 2^63"));
  REQUIRE_THROWS_WITH(parse_sum("*x"), Contains("'*x'"));
  REQUIRE_THROWS_WITH(parse_sum("\"a:3"), Contains("quote"));
}

TEST_CASE("a file of sums is read line by line") {
  const auto sums = parse_sums("# moves\n\n*1 + *2\r\n  kayles:5\n", "moves.txt");
  REQUIRE(sums.size() == 2);
  REQUIRE(sums[0].line == 3);
  REQUIRE(text_of(sums[0].sum) == "*1 + *2");
  REQUIRE(sums[1].line == 4);
  REQUIRE(parse_sums("", "moves.txt").empty());
  REQUIRE_THROWS_WITH(parse_sums("*1\n*2 +\n", "moves.txt"), Contains("moves.txt:2: "));
  try {
    (void)parse_sums("?", "moves.txt");
    FAIL("accepted");
  } catch (const Error& e) {
    REQUIRE(e.category() == Category::malformed);
  }
}
