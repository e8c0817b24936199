#include "retrograph/graph/state_space.hpp"

#include <vector>

#include "catch.hpp"

using namespace retrograph;

namespace {

// A heap of up to 9 counters; one to three may be taken.
struct Heap {
  [[nodiscard]] std::uint64_t vertex_count() const { return 10; }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    for (std::uint64_t k = 1; k <= 3 && k <= v; ++k) f(v - k);
  }
};

struct HeapWithEnd : Heap {
  [[nodiscard]] Value given(std::uint64_t v) const { return v == 4 ? Value::tie : Value::none; }
};

struct Broken {
  [[nodiscard]] std::uint64_t vertex_count() const { return 3; }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    if (v == 2) f(3);
  }
};

struct Nothing {
  [[nodiscard]] std::uint64_t vertex_count() const { return 0; }
  template <class F>
  void for_each_successor(std::uint64_t, F&&) const {}
};

static_assert(StateSpace<Heap> && !StateSpaceWithEnds<Heap> && StateSpaceWithEnds<HeapWithEnd>);
static_assert(!StateSpace<int>);

}  // namespace

TEST_CASE("a state space becomes a graph of the same moves") {
  const auto graph = graph_of(Heap{});
  REQUIRE(graph.vertex_count() == 10);
  REQUIRE(graph.out_degree(0) == 0);
  const auto row = graph.successors(9);
  REQUIRE(std::vector<std::uint32_t>(row.begin(), row.end()) == std::vector<std::uint32_t>{6, 7, 8});
  REQUIRE(graph_of<std::uint64_t>(Heap{}).edge_count() == graph.edge_count());
  REQUIRE(graph_of(Nothing{}).vertex_count() == 0);
}

TEST_CASE("a state space becomes a game with its rule and its ends") {
  const auto plain = arena_of(Heap{}, DeadEnd::win);
  REQUIRE(plain.terminal.empty());
  REQUIRE(plain.initial(0) == Value::win);
  const auto ended = arena_of(HeapWithEnd{});
  REQUIRE(ended.initial(4) == Value::tie);
  REQUIRE(ended.moves_from(4).empty());
  REQUIRE(ended.initial(5) == Value::none);
}

TEST_CASE("a move to nowhere names itself") {
  REQUIRE_THROWS_WITH(graph_of(Broken{}), Catch::Matchers::Contains("position 2 moves to 3"));
}
