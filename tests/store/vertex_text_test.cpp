#include "retrograph/store/vertex_text.hpp"

#include "retrograph/store/formats.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

using Narrow = Arena<std::uint32_t>;

LoadedGraph graph_of_text(std::string_view text, const GraphReadOptions& options = {}) {
  return parse_graph_as("el", text, "g", options);
}

}  // namespace

TEST_CASE("terminal values are set by vertex, or by the id of a relabelled input") {
  auto graph = graph_of_text("0 1\n1 2\n");
  parse_terminals("# t\n2 win\n0 3\n2 win\n", "t", graph);
  const auto& arena = std::get<Narrow>(graph.arena);
  REQUIRE(arena.given(0) == Value::tie);
  REQUIRE(arena.given(1) == Value::none);
  REQUIRE(arena.given(2) == Value::win);
  auto sparse = graph_of_text("10 20\n", {.relabel = true});
  parse_terminals("20 lose\n", "t", sparse);
  REQUIRE(std::get<Narrow>(sparse.arena).given(1) == Value::lose);
}

TEST_CASE("wrong terminal values and owners are told with their line") {
  const auto message = [](auto&& parse, const char* text) {
    auto graph = graph_of_text("0 1\n1 2\n");
    const auto failure = failure_of([&] { parse(text, "t", graph); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    return failure->what;
  };
  REQUIRE(message(parse_terminals, "3 win\n") == "t:1: the vertex is '3', the limit is 2");
  REQUIRE(message(parse_terminals, "0 won\n") ==
          "t:1: the value is 'won', known are win, lose, tie and draw");
  REQUIRE(message(parse_terminals, "0 win\n0 lose\n") == "t:2: the vertex is lose here and win above");
  REQUIRE(message(parse_terminals, "0\n").find("t:1: the value is ''") == 0);
  REQUIRE(message(parse_owners, "0 2\n") == "t:1: the owner is '2', the limit is 1");
  REQUIRE(message(parse_owners, "0 1\n2 0\n") == "t: vertex 1 has no owner");
  REQUIRE(message(parse_owners, "0 1\n0 0\n") == "t:2: the owner is 0 here and 1 above");
}

TEST_CASE("owners are set for every vertex") {
  auto graph = graph_of_text("0 1\n");
  parse_owners("1 0\n0 1\n", "o", graph);
  REQUIRE(std::get<Narrow>(graph.arena).owner[0] == 1);
  REQUIRE(std::get<Narrow>(graph.arena).owner[1] == 0);
}
