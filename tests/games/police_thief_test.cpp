#include "retrograph/games/police_thief.hpp"

#include <algorithm>
#include <vector>

#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"

#include "board_helper.hpp"
#include "catch.hpp"

using namespace retrograph;
using test::board_of;

namespace {

std::vector<std::uint64_t> successors(const PoliceThief& space, std::uint64_t v) {
  std::vector<std::uint64_t> list;
  space.for_each_successor(v, [&](std::uint64_t u) { list.push_back(u); });
  return list;
}

std::vector<std::uint64_t> predecessors(const PoliceThief& space, std::uint64_t v) {
  std::vector<std::uint64_t> list;
  space.for_each_predecessor(v, [&](std::uint64_t u) { list.push_back(u); });
  return list;
}

}  // namespace

TEST_CASE("vertices number turn, thief and police, row-major over free cells") {
  const PoliceThief space(board_of("P*./.T."), {});
  REQUIRE(space.free_count() == 5);
  REQUIRE(space.vertex_count() == 50);
  REQUIRE(space.start() == PoliceThiefState{Side::police, 3, 0});
  REQUIRE(space.encode(space.start()) == 15);
  for (std::uint64_t v = 0; v < space.vertex_count(); ++v) REQUIRE(space.encode(space.decode(v)) == v);
}

TEST_CASE("the police steps in eight directions, the thief in four, both may stay") {
  const PoliceThief space(board_of("..../.P../...T"), {});
  const auto v = space.encode({Side::police, 11, 5});
  REQUIRE(successors(space, v) == std::vector<std::uint64_t>{276, 277, 278, 280, 281, 282, 284, 285, 286});
  const auto w = space.encode({Side::thief, 5, 11});
  REQUIRE(successors(space, w) == std::vector<std::uint64_t>{23, 59, 71, 83, 119});
}

TEST_CASE(
    "a caught thief has lost even on an exit, and a thief on an exit has won against any other police") {
  const PoliceThief space(board_of("PTE"), {});
  REQUIRE(space.given(PoliceThiefState{Side::police, 2, 2}) == Value::win);
  REQUIRE(space.given(PoliceThiefState{Side::thief, 2, 2}) == Value::lose);
  REQUIRE(space.given(PoliceThiefState{Side::police, 2, 0}) == Value::lose);
  REQUIRE(space.given(PoliceThiefState{Side::thief, 2, 0}) == Value::win);
  REQUIRE(space.given(PoliceThiefState{Side::thief, 1, 0}) == Value::none);
  for (std::uint64_t v = 0; v < space.vertex_count(); ++v) {
    if (space.given(v) == Value::none) continue;
    REQUIRE(space.out_degree(v) == 0);
    REQUIRE(successors(space, v).empty());
  }
}

TEST_CASE("a closed exit cannot be entered by the police but can be left") {
  PursuitRules rules;
  rules.exit_closed = true;
  const PoliceThief space(board_of("P.E.T"), rules);
  REQUIRE(successors(space, space.encode({Side::police, 4, 1})) == std::vector<std::uint64_t>{45, 46});
  REQUIRE(successors(space, space.encode({Side::police, 4, 2})) == std::vector<std::uint64_t>{46, 47, 48});
}

TEST_CASE("a piece that may not stay and has no neighbour is at a dead end") {
  PursuitRules rules;
  rules.thief_stay = false;
  for (const DeadEnd rule : {DeadEnd::lose, DeadEnd::win, DeadEnd::tie}) {
    rules.dead_end = rule;
    const PoliceThief space(board_of("T*./**P"), rules);
    REQUIRE(space.initial(PoliceThiefState{Side::thief, 0, 1}) == value_of(rule));
    REQUIRE(space.initial(PoliceThiefState{Side::police, 0, 1}) == Value::none);
    REQUIRE(space.initial(PoliceThiefState{Side::thief, 0, 0}) == Value::lose);
  }
}

TEST_CASE("moves and their reverse agree with each other and with the explicit graph under all rules") {
  std::mt19937_64 random(7);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 5);
    const auto cols = static_cast<std::uint32_t>(1 + random() % 5);
    const PoliceThief space(test::any_board(random, rows, cols), test::any_rules(random));
    const par::ThreadScope scope(static_cast<unsigned>(1 + round % 3));
    const auto arena = arena_of<std::uint32_t>(space);
    const auto reverse = transpose(arena.moves);
    REQUIRE(arena.vertex_count() == space.vertex_count());
    REQUIRE(arena.moves.edge_count() == edge_count_of(space));
    bool same = true;
    for (std::uint64_t v = 0; v < space.vertex_count(); ++v) {
      const auto out = successors(space, v);
      const auto in = predecessors(space, v);
      const auto row = arena.moves.successors(v);
      const auto back = reverse.successors(v);
      same &= std::equal(out.begin(), out.end(), row.begin(), row.end());
      same &= std::equal(in.begin(), in.end(), back.begin(), back.end());
      same &= std::is_sorted(out.begin(), out.end());
      same &= space.out_degree(v) == out.size() && space.initial(v) == arena.initial(v);
    }
    REQUIRE(same);
  }
}

TEST_CASE("pieces on walls and boards with the wrong number of cells are refused") {
  REQUIRE_THROWS_AS(PoliceThief(board_of("*.T"), {}).start(), Error);
  Board board = board_of("P.T");
  board.rows = 2;
  REQUIRE_THROWS_AS(PoliceThief(board, {}), Error);
}
