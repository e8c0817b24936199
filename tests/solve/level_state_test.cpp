#include "retrograph/solve/level_state.hpp"

#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "memory_checkpoint.hpp"
#include "solve/adaptive/adaptive.hpp"
#include "solve/forced_modes.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

// Every piece by another engine on another number of threads; each ends a level or two after its beginning.
template <VertexId V>
Outcomes<V> solved_in_pieces(const Arena<V>& arena, const CsrGraph<V>& reverse, std::mt19937_64& random,
                             std::size_t& pieces) {
  return in_pieces(
      [&](MemoryCheckpoint& checkpoint) {
        const Engine* engine = nullptr;
        do {
          engine = &engines()[below(random, engines().size())];
        } while ((arena.has_owners() && !engine->takes_owners) ||
                 (sizeof(V) == 8 && engine->wide == nullptr));
        const par::ThreadScope scope(1 + static_cast<unsigned>(below(random, 4)));
        SolveOptions options;
        options.checkpoint = &checkpoint;
        return solve(*engine, arena, options, below(random, 2) == 0 ? &reverse : nullptr);
      },
      [&] { return std::size_t{2} + below(random, 2); }, pieces);
}

// A path of n vertices, and beside it a short end at each.
Arena<std::uint32_t> comb(std::uint32_t n) {
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  for (std::uint32_t v = 0; v < n; ++v) edges.push_back({n + v, v});
  return arena_of<std::uint32_t>(2 * n, edges);
}

}  // namespace

TEMPLATE_TEST_CASE("a run that is stopped at its levels goes on by any engine to the same answer", "",
                   std::uint32_t, std::uint64_t) {
  using V = TestType;
  std::mt19937_64 random(71);
  std::size_t most = 0;
  for (std::size_t round = 0; round < test::scaled(600); ++round) {
    const auto arena = random_game<V>(random, {}, round % 10 == 0 ? 300 : 60);
    const auto reverse = transpose(arena.moves);
    std::size_t pieces = 0;
    const auto text = difference(solve_reference(arena), solved_in_pieces(arena, reverse, random, pieces));
    if (!text.empty()) FAIL("round " << round << ": " << text);
    most = std::max(most, pieces);
  }
  REQUIRE(most >= 5);
}

TEST_CASE("every mode of the adaptive engine goes on from the states of every other") {
  std::mt19937_64 random(72);
  GameKind kind;
  kind.owners = false;
  const auto modes = forced_modes();
  for (std::size_t round = 0; round < test::scaled(500); ++round) {
    const auto arena = random_game<std::uint32_t>(random, kind, round % 10 == 0 ? 600 : 60);
    const auto reverse = transpose(arena.moves);
    std::size_t pieces = 0;
    const auto found = in_pieces(
        [&](MemoryCheckpoint& checkpoint) {
          const par::ThreadScope scope(1 + static_cast<unsigned>(below(random, 4)));
          SolveOptions options;
          options.checkpoint = &checkpoint;
          return adaptive::solve_adaptive(arena, below(random, 2) == 0 ? &reverse : nullptr, options,
                                          modes[below(random, modes.size())].second);
        },
        [&] { return std::size_t{2} + below(random, 2); }, pieces);
    const auto text = difference(solve_reference(arena), found);
    if (!text.empty()) FAIL("round " << round << ": " << text);
  }
}

TEST_CASE("states of remoteness beyond 8 and 16 bits are gone on from") {
  std::mt19937_64 random(73);
  for (const std::uint32_t n : {300U, 66000U}) {
    const auto arena = comb(n);
    const auto reverse = transpose(arena.moves);
    const auto expected = solve_reference(arena);
    std::size_t pieces = 0;
    const auto found = in_pieces(
        [&](MemoryCheckpoint& checkpoint) {
          SolveOptions options;
          options.checkpoint = &checkpoint;
          return solve(engine_named(below(random, 2) == 0 ? "frontier" : "reference"), arena, options,
                       &reverse);
        },
        [&] { return n / 6 + below(random, n / 3); }, pieces);
    CHECK(pieces >= 3);
    CHECK(difference(expected, found).empty());
  }
}

TEST_CASE("states of other games, cut and longer ones are refused") {
  const auto arena = comb(40);
  StopSource stop;
  MemoryCheckpoint first(stop, {}, 5);
  SolveOptions options;
  options.checkpoint = &first;
  CHECK_THROWS_AS(solve(engine_named("frontier"), arena, options), Error);
  std::vector<std::byte> state = first.state();
  REQUIRE(!state.empty());
  const auto category = [&](const Arena<std::uint32_t>& game, std::vector<std::byte> bytes) {
    for (const Engine& engine : engines()) {
      StopSource none;
      MemoryCheckpoint checkpoint(none, bytes, std::size_t{1} << 40);
      options.checkpoint = &checkpoint;
      try {
        (void)solve(engine, game, options);
        return Category::stopped;
      } catch (const Error& error) {
        if (error.category() != Category::malformed) return error.category();
      }
    }
    return Category::malformed;
  };
  CHECK(category(arena, state) == Category::stopped);
  CHECK(category(comb(41), state) == Category::malformed);
  for (const std::size_t size : {std::size_t{1}, std::size_t{8}, std::size_t{60}, state.size() - 1})
    CHECK(category(arena, {state.begin(), state.begin() + static_cast<std::ptrdiff_t>(size)}) ==
          Category::malformed);
  state.push_back(std::byte{0});
  CHECK(category(arena, state) == Category::malformed);
}
