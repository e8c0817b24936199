#include "retrograph/store/pgsolver.hpp"

#include <string>

#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;
using Catch::Matchers::Contains;

TEST_CASE("headers may be missing, ids come in any order, names hold separators, priorities are large") {
  for (const char* heading : {"parity 2;\n", "parity 3;\nstart 1;\n", "", "start 0;"}) {
    const ParityGame game = parse_pgsolver(
        std::string(heading) + "2 4294967296 0 0,2 \"a;b, c\";\r\n0 5 1 1;\n1 7 0 0 , 2;", "g.pg");
    REQUIRE(game.arena.vertex_count() == 3);
    CHECK(game.arena.moves.edge_count() == 5);
    CHECK(game.arena.owner[0] == 1);
    CHECK(game.priority[2] == 4294967296U);
    CHECK(game.arena.moves.successors(1)[1] == 2);
  }
  const ParityGame gap = parse_pgsolver("0 1 0 3;\n3 1 1 0;\n", "g.pg");
  CHECK(gap.arena.vertex_count() == 4);
  CHECK(gap.defined[3]);
  CHECK(!gap.defined[1]);
  CHECK(parse_pgsolver("", "g.pg").arena.vertex_count() == 0);
}

TEST_CASE("what is no parity game is malformed, with file and line") {
  const auto error = [](const char* text) {
    try {
      (void)parse_pgsolver(text, "g.pg");
    } catch (const Error& e) {
      CHECK(e.category() == Category::malformed);
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(error("parity 1;\n0 1 2 0;\n"), Contains("g.pg:2") && Contains("owner"));
  CHECK_THAT(error("0 1 0 0;\n0 1 0 0;\n"), Contains("g.pg:2") && Contains("twice"));
  CHECK_THAT(error("0 1 0 5;\n"), Contains("successor 5"));
  CHECK_THAT(error("0 1 0 0 \"open;\n"), Contains("quote"));
  CHECK_THAT(error("0 1 0 0\n1 1 0 0;\n"), Contains("g.pg:2") && Contains("';'"));
  CHECK_THAT(error("0 1 0 0,;x"), Contains("g.pg:1") || Contains("x"));
  CHECK_THAT(error("0 -1 0 0;"), Contains("priority"));
  CHECK_THAT(error("2000000000 1 0 2000000000;"), Contains("largest id"));
  CHECK_THAT(error("0 1 0 99999999999999999999;"), Contains("successor"));
}

TEST_CASE("solutions are read back as they were written") {
  const std::vector<SolutionLine> lines = parse_solution("paritysol 3;\n0 1;\n3 0 1;\n1 0 3;", "g.sol");
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].vertex == 3);
  CHECK(lines[1].move == 1);
  CHECK(lines[0].move == no_vertex<std::uint32_t>);
  CHECK_THROWS_AS(parse_solution("0 2;", "g.sol"), Error);
}
