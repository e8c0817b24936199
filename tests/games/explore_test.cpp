#include "retrograph/games/explore.hpp"

#include <map>
#include <utility>

#include "retrograph/games/chess_ending.hpp"
#include "retrograph/games/connect_four.hpp"
#include "retrograph/games/plain_graphs.hpp"
#include "retrograph/games/tic_tac_toe.hpp"

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("tic-tac-toe has its 5478 positions, ended ones without moves") {
  const ExploredGame game = explore(TicTacToe(false));
  REQUIRE(game.arena.vertex_count() == 5478);
  std::map<Value, int> ended;
  for (std::uint64_t v = 0; v < 5478; ++v) {
    const Value given = game.arena.given(v);
    ++ended[given];
    if (given != Value::none && game.arena.moves.out_degree(v) != 0) FAIL("an ended game has moves");
  }
  CHECK(ended[Value::lose] == 942);
  CHECK(ended[Value::tie] == 16);
  CHECK(game.position[0] == 0);
  const ExploredGame misere = explore(TicTacToe(true));
  REQUIRE(misere.arena.vertex_count() == 5478);
  CHECK(misere.arena.given(5477) != Value::lose);
}

TEST_CASE("exploring stops where it needs more memory than there is") {
  CHECK_THROWS_AS(explore(ConnectFour(4, 4), 1 << 20), Error);
  CHECK(explore(ConnectFour(3, 3), 1 << 20).arena.vertex_count() == 869);
}

TEST_CASE("connect four reaches the known number of positions") {
  CHECK(explore(ConnectFour(4, 4)).arena.vertex_count() == 161029);
  CHECK(explore(ConnectFour(3, 3)).arena.vertex_count() == 869);
  CHECK_THROWS_AS(ConnectFour(0, 4), Error);
  CHECK_THROWS_AS(ConnectFour(9, 7), Error);
}

TEST_CASE("chess endings have the known positions, moves and mates") {
  struct Known {
    ChessPiece piece;
    std::uint64_t white, black, edges;
    int mates;
  };
  constexpr Known known[] = {{ChessPiece::rook, 175168, 223944, 4469208, 216},
                             {ChessPiece::queen, 144508, 223944, 4891672, 364}};
  for (const Known& k : known) {
    const ExploredGame game = explore(ChessEnding(k.piece));
    CHECK(game.arena.vertex_count() == k.white + k.black + 1);
    CHECK(game.arena.moves.edge_count() == k.edges);
    int mates = 0;
    for (std::uint64_t v = 0; v < game.arena.vertex_count(); ++v) mates += game.arena.given(v) == Value::lose;
    CHECK(mates == k.mates);
  }
}

TEST_CASE("paths and grids have the edges they should") {
  const auto path = path_arena(5);
  REQUIRE(path.moves.edge_count() == 4);
  for (std::uint64_t v = 0; v < 4; ++v) CHECK(path.moves.successors(v)[0] == v + 1);
  CHECK(path_arena(1).moves.edge_count() == 0);
  for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(3, 1), std::pair(2, 2), std::pair(4, 7)}) {
    const auto grid = grid_arena(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols));
    check_csr(grid.moves.offsets(), grid.moves.targets(), "grid");
    for (int v = 0; v < rows * cols; ++v) {
      std::vector<std::uint32_t> expected;
      if (v % cols + 1 < cols) expected.push_back(static_cast<std::uint32_t>(v + 1));
      if (v / cols + 1 < rows) expected.push_back(static_cast<std::uint32_t>(v + cols));
      const auto got = grid.moves.successors(static_cast<std::uint64_t>(v));
      CHECK(std::vector<std::uint32_t>(got.begin(), got.end()) == expected);
    }
  }
}
