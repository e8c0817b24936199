#include "retrograph/games/board.hpp"

#include <algorithm>

#include "retrograph/games/board_picture.hpp"
#include "retrograph/games/random_board.hpp"
#include "retrograph/support/error.hpp"

#include "board_helper.hpp"
#include "catch.hpp"

using namespace retrograph;

TEST_CASE("a board is drawn with the pieces where they stand") {
  const Board board = test::board_of("P.*/E.T");
  REQUIRE(board_picture(board, 0, 5) == "P.*\nE.T\n");
  REQUIRE(board_picture(board, 1, 3) == ".P*\nT..\n");
  REQUIRE(board_picture(board, 4, 4) == "..*\nEX.\n");
}

TEST_CASE("a random board has its exits and distinct pieces on plain cells") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomBoard p{
        .rows = 3, .cols = 4, .walls = 0.01 * static_cast<double>(seed % 101), .exits = 0, .seed = seed};
    p.exits = static_cast<std::uint32_t>(seed % 11);
    const Board board = random_board(p);
    REQUIRE(std::count(board.cells.begin(), board.cells.end(), Cell::exit) == p.exits);
    REQUIRE(board.police != board.thief);
    REQUIRE(board.cells[board.police] == Cell::free);
    REQUIRE(board.cells[board.thief] == Cell::free);
  }
}

TEST_CASE("a random board has about the walls asked for, and depends on its seed alone") {
  Board board;
  random_board({.rows = 200, .cols = 200, .walls = 0.2, .exits = 3, .seed = 42}, board);
  const auto walls = std::count(board.cells.begin(), board.cells.end(), Cell::wall);
  REQUIRE(walls > 7600);
  REQUIRE(walls < 8400);
  const Board again = random_board({.rows = 200, .cols = 200, .walls = 0.2, .exits = 3, .seed = 42});
  REQUIRE(again.cells == board.cells);
  REQUIRE(again.police == board.police);
  const Board other = random_board({.rows = 200, .cols = 200, .walls = 0.2, .exits = 3, .seed = 43});
  REQUIRE(other.cells != board.cells);
  const Board full = random_board({.rows = 9, .cols = 9, .walls = 1.0, .exits = 2, .seed = 1});
  REQUIRE(std::count(full.cells.begin(), full.cells.end(), Cell::wall) == 77);
}

TEST_CASE("a random board that cannot hold its pieces is refused") {
  REQUIRE_THROWS_AS(random_board({.rows = 1, .cols = 1}), Error);
  REQUIRE_THROWS_AS(random_board({.rows = 2, .cols = 2, .walls = 0.1, .exits = 3}), Error);
  REQUIRE_THROWS_AS(random_board({.rows = 2, .cols = 2, .walls = 1.5}), Error);
}
