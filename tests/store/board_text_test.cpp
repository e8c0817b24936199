#include "retrograph/store/board_text.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

TEST_CASE("a board is read with its cells, pieces and sizes") {
  for (const char* text : {"P.*E\n...T\n", "2 4\nP.*E\n...T\n", "P.*E\r\n...T\r\n", "P.*E\n...T",
                           "2 4\r\nP.*E\r\n...T", "P.*E\n...T\n\n\r\n"}) {
    const Board board = parse_board(text, "b");
    REQUIRE(board.rows == 2);
    REQUIRE(board.cols == 4);
    REQUIRE(board.police == 0);
    REQUIRE(board.thief == 7);
    REQUIRE(board.at(0, 2) == Cell::wall);
    REQUIRE(board.at(0, 3) == Cell::exit);
    REQUIRE(board.at(0, 0) == Cell::free);
    REQUIRE(board.at(1, 3) == Cell::free);
    REQUIRE(board_text(board) == "P.*E\n...T\n");
  }
}

TEST_CASE("what is wrong with a board is told with line and column") {
  const struct {
    const char* text;
    const char* place;
    const char* word;
  } cases[] = {
      {"", "b:1: column 1", "empty"},
      {"\n", "b:1: column 1", "empty"},
      {"2 2\n", "b:1: column 1", "empty"},
      {"PT.\n..\n", "b:2: column 3", "2 cells"},
      {"PT.\n....\n", "b:2: column 4", "4 cells"},
      {"PTx\n", "b:1: column 3", "'x'"},
      {"PT \n", "b:1: column 3", "' '"},
      {"P.\nPT\n", "b:2: column 1", "a second P"},
      {"PT\n.T\n", "b:2: column 2", "a second T"},
      {"P.\n..\n", "b:2: column 1", "without a T"},
      {"..\nT.\n", "b:2: column 1", "without a P"},
      {"2 2\nPT\n", "b:2: column 1", "after 1 rows"},
      {"1 2\nPT\n..\n", "b:3: column 1", "more rows"},
      {"2 3\nPT\n..\n", "b:2: column 3", "says 3"},
      {"2\nPT\n..\n", "b:1", "columns"},
      {"2 2 2\nPT\n..\n", "b:1", "too many"},
      {"99999999999999999999 2\nPT\n", "b:1", "limit"},
      {"PT\n\n..\n", "b:3: column 1", "empty line"},
      {"PT\r\r\n", "b:1: column 3", "'?'"},
  };
  for (const auto& c : cases) {
    INFO(c.text);
    const auto failure = failure_of([&] { static_cast<void>(parse_board(c.text, "b")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what.find(c.place) == 0);
    REQUIRE(failure->what.find(c.word) != std::string::npos);
  }
}

TEST_CASE("a board file is read from disk and a missing one is no input") {
  const Scratch scratch;
  REQUIRE(read_board(scratch.write("b.txt", "PT\n")).cols == 2);
  const auto failure = failure_of([&] { static_cast<void>(read_board(scratch / "none.txt")); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::no_input);
}

TEST_CASE("rules of police and thief survive the way through text") {
  PursuitRules rules;
  REQUIRE(pursuit_rules_of(rules_of(rules), "f") == rules);
  rules = {Side::thief, false, true, false, false, true, DeadEnd::tie};
  REQUIRE(pursuit_rules_of(parse_rules(rules_text(rules_of(rules)), "f"), "f") == rules);
  REQUIRE(pursuit_rules_of({}, "f") == PursuitRules{});
  for (const auto& [key, value] : Rules{{"first", "cat"}, {"thief-stay", "maybe"}, {"dead-end", "none"}}) {
    const auto failure =
        failure_of([&, k = key, v = value] { static_cast<void>(pursuit_rules_of({{k, v}}, "f")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
  }
}
