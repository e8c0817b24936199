#include "retrograph/store/pgsolver.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

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

TEST_CASE("games of many blocks, with names that hold anything, are read by any number of threads") {
  std::mt19937_64 random(5);
  const auto vertices = static_cast<std::uint32_t>(test::scaled(40'000));
  std::vector<std::uint32_t> ids(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) ids[v] = v;
  std::shuffle(ids.begin(), ids.end(), random);
  std::vector<std::vector<std::uint32_t>> rows(vertices);
  std::string text = "parity " + std::to_string(vertices) + ";\n";
  std::vector<std::size_t> begins;
  for (const std::uint32_t v : ids) {
    begins.push_back(text.size());
    text += std::to_string(v) + " " + std::to_string(v + 7ULL) + " " + std::to_string(v % 2) + " ";
    rows[v].resize(1 + random() % 4);
    for (std::uint32_t& u : rows[v])
      text += std::to_string(u = static_cast<std::uint32_t>(random() % vertices)) + ",";
    text.pop_back();
    std::sort(rows[v].begin(), rows[v].end());
    const auto kind = random() % 4;
    if (kind == 0)
      text += " \"name " + std::string(random() % 30, ';') + "\n" + std::to_string(v) + " 1 1 0;\"";
    text += kind == 1 ? " ;  " : kind == 2 ? "\n;\r\n" : ";\n";
  }
  const auto line_of = [&](std::size_t at) {
    return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  const auto told = [](const std::string& changed) {
    try {
      (void)parse_pgsolver(changed, "g");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    const ParityGame game = parse_pgsolver(text, "g");
    REQUIRE(game.arena.vertex_count() == vertices);
    bool same = true;
    for (std::uint32_t v = 0; v < vertices; ++v)
      same &= std::ranges::equal(game.arena.moves.successors(v), rows[v]) && game.defined[v] &&
              game.priority[v] == v + 7ULL && game.arena.owner[v] == v % 2;
    REQUIRE(same);
    const std::size_t middle = begins[begins.size() / 2];
    const std::size_t later = begins[begins.size() * 3 / 4];
    std::string changed = text;
    changed[middle] = 'x';
    changed[later] = 'y';
    CHECK_THAT(told(changed), Contains("g:" + line_of(middle) + ": 'x"));
    changed = text;
    changed.insert(middle, "3 1 0 \"open ");
    CHECK_THAT(told(changed), Contains("g:"));
    changed = text;
    changed.insert(later, std::to_string(ids[1]) + " 1 0 0;");
    CHECK(told(changed) ==
          "g:" + line_of(later) + ": vertex " + std::to_string(ids[1]) + " is defined twice");
    CHECK_THAT(told(text + "0 0 0 0 \"open"),
               Contains("g:" + line_of(text.size()) + ": a name without a closing quote"));
  }
}

TEST_CASE("solutions are read back as they were written") {
  const std::vector<SolutionLine> lines = parse_solution("paritysol 3;\n0 1;\n3 0 1;\n1 0 3;", "g.sol");
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].vertex == 3);
  CHECK(lines[1].move == 1);
  CHECK(lines[0].move == no_vertex<std::uint32_t>);
  CHECK_THROWS_AS(parse_solution("0 2;", "g.sol"), Error);
}
