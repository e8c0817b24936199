#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("check_csr names the first thing wrong") {
  const auto check = [](std::vector<EdgeIndex> offsets, std::vector<std::uint32_t> targets) {
    check_csr<std::uint32_t>(offsets, targets, "here");
  };
  using Catch::Matchers::Contains;
  REQUIRE_NOTHROW(check({0}, {}));
  REQUIRE_NOTHROW(check({0, 1, 2}, {1, 0}));
  REQUIRE_THROWS_WITH(check({}, {}), Contains("here"));
  REQUIRE_THROWS_WITH(check({1, 1}, {0}), Contains("indptr[0] is 1"));
  REQUIRE_THROWS_WITH(check({0, 2, 1, 2}, {0, 1}), Contains("falls from 2 to 1 at vertex 1"));
  REQUIRE_THROWS_WITH(check({0, 1}, {0, 0}), Contains("but there are 2 edges"));
  REQUIRE_THROWS_WITH(check({0, 1, 2}, {1, 2}), Contains("indices[1] is 2"));
}

TEST_CASE("initial values follow the given value, the dead-end rule and the owner") {
  Arena<std::uint32_t> arena{
      build_csr<std::uint32_t>(3, std::vector<Edge<std::uint32_t>>{{0, 1}}), {}, {}, DeadEnd::lose};
  REQUIRE(arena.initial(0) == Value::none);
  REQUIRE(arena.initial(1) == Value::lose);
  arena.dead_end = DeadEnd::win;
  REQUIRE(arena.initial(1) == Value::win);
  arena.owner = Array<std::uint8_t>(3, std::uint8_t{0});
  arena.owner[2] = 1;
  REQUIRE(arena.initial(1) == Value::win);
  REQUIRE(arena.initial(2) == Value::lose);
  arena.terminal = Array<Value>(3, Value::none);
  arena.terminal[0] = Value::draw;
  REQUIRE(arena.initial(0) == Value::draw);
  REQUIRE(arena.moves_from(0).empty());
  REQUIRE_NOTHROW(check_arena(arena, "here"));
  arena.terminal[1] = static_cast<Value>(9);
  REQUIRE_THROWS_WITH(check_arena(arena, "here"), Catch::Matchers::Contains("vertex 1 is 9"));
}
