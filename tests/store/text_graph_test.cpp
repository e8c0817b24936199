#include "retrograph/store/text_graph.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

using Narrow = Arena<std::uint32_t>;

std::vector<std::vector<std::uint64_t>> rows_of(const LoadedGraph& graph) {
  return std::visit(
      [](const auto& arena) {
        std::vector<std::vector<std::uint64_t>> rows(arena.vertex_count());
        for (std::uint64_t v = 0; v < rows.size(); ++v)
          rows[v].assign(arena.moves.successors(v).begin(), arena.moves.successors(v).end());
        return rows;
      },
      graph.arena);
}

using Rows = std::vector<std::vector<std::uint64_t>>;

}  // namespace

TEST_CASE("an edge list keeps ids, loops and parallel edges") {
  const auto graph = parse_edge_list("# a comment\n0 1\n% another\n\n0\t1\r\n  3   3 \n1 0", "g");
  REQUIRE(rows_of(graph) == Rows{{1, 1}, {0}, {}, {3}});
  REQUIRE(std::holds_alternative<Narrow>(graph.arena));
  REQUIRE(graph.original_id.empty());
  REQUIRE(graph.input->size == 44);
}

TEST_CASE("an edge list may be empty and may be given more vertices") {
  REQUIRE(rows_of(parse_edge_list("", "g")).empty());
  REQUIRE(rows_of(parse_edge_list("# nothing\n", "g")).empty());
  REQUIRE(rows_of(parse_edge_list("0 1\n", "g", {.vertices = 4})) == Rows{{1}, {}, {}, {}});
  REQUIRE(rows_of(parse_edge_list("", "g", {.vertices = 0})).empty());
}

TEST_CASE("relabelling compacts sparse ids in ascending order and gives the map") {
  const auto graph = parse_edge_list("900000000000 5\n5 7\n", "g", {.relabel = true});
  REQUIRE(rows_of(graph) == Rows{{1}, {}, {0}});
  REQUIRE(std::vector(graph.original_id.begin(), graph.original_id.end()) ==
          std::vector<std::uint64_t>{5, 7, 900000000000});
}

TEST_CASE("a largest id beyond memory is refused with advice before anything is allocated") {
  const auto failure = failure_of([] { static_cast<void>(parse_edge_list("0 4000000000000000000\n", "g")); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::resource);
  REQUIRE(failure->what.find("--relabel") != std::string::npos);
  const auto limited =
      failure_of([] { static_cast<void>(parse_edge_list("0 5000\n", "g", {.memory_limit = 10000})); });
  REQUIRE(limited);
  REQUIRE(limited->category == Category::resource);
}

TEST_CASE("what is wrong with an edge list is told with line, value and limit") {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"0 1\n0\n", "g:2: the second id is missing"},
      {"0 1\n\n0 x\n", "g:3: the second id is 'x', it must be a decimal number"},
      {"-1 0\n", "g:1: the first id is '-1', it must be a decimal number"},
      {"1.5 0\n", "g:1: the first id is '1.5', it must be a decimal number"},
      {"0 1 2\n", "g:1: '2' is one word too many"},
      {"0 5\n", "g:1: the second id is '5', the limit is 3"},
      {"99999999999999999999999 0\n", "g:1: the first id is '99999999999999999999999', the limit is 3"},
  };
  for (const auto& c : cases) {
    INFO(c.text);
    const auto failure =
        failure_of([&] { static_cast<void>(parse_edge_list(c.text, "g", {.vertices = 4})); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what == c.message);
  }
}

TEST_CASE("an edge list is written as it was read") {
  const Scratch scratch;
  const auto graph = parse_edge_list("2 0\n0 1\n0 1\n1 1\n", "g");
  PartialFile out(scratch / "o.el", false);
  write_edge_list(out, graph.arena);
  REQUIRE(content_of(scratch / "o.el") == "0 1\n0 1\n1 1\n2 0\n");
}

TEST_CASE("terminal values are set by vertex, or by the id of a relabelled input") {
  auto graph = parse_edge_list("0 1\n1 2\n", "g");
  parse_terminals("# t\n2 win\n0 3\n2 win\n", "t", graph);
  const auto& arena = std::get<Narrow>(graph.arena);
  REQUIRE(arena.given(0) == Value::tie);
  REQUIRE(arena.given(1) == Value::none);
  REQUIRE(arena.given(2) == Value::win);
  auto sparse = parse_edge_list("10 20\n", "g", {.relabel = true});
  parse_terminals("20 lose\n", "t", sparse);
  REQUIRE(std::get<Narrow>(sparse.arena).given(1) == Value::lose);
}

TEST_CASE("wrong terminal values and owners are told with their line") {
  const auto message = [](auto&& parse, const char* text) {
    auto graph = parse_edge_list("0 1\n1 2\n", "g");
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
  auto graph = parse_edge_list("0 1\n", "g");
  parse_owners("1 0\n0 1\n", "o", graph);
  REQUIRE(std::get<Narrow>(graph.arena).owner[0] == 1);
  REQUIRE(std::get<Narrow>(graph.arena).owner[1] == 0);
}
