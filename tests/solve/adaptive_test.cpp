#include "solve/adaptive/adaptive.hpp"

#include <random>
#include <string>
#include <vector>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/simd.hpp"

#include "catch.hpp"
#include "solve/forced_modes.hpp"
#include "solve/random_game.hpp"

using namespace retrograph;

namespace {

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> found;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
    if (level <= machine_simd_level()) found.push_back(level);
  return found;
}

Arena<std::uint32_t> large_game(std::mt19937_64& random, std::uint32_t n, unsigned dead, unsigned degree) {
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t v = 0; v < n; ++v)
    if (below(random, 100) >= dead)
      for (std::uint64_t i = 1 + below(random, degree); i != 0; --i)
        edges.push_back({v, static_cast<std::uint32_t>(below(random, n))});
  // Rows wider than a word, of whole multiples of a byte's range, wider than a buffer, and than 16 bits
  // count.
  for (std::uint32_t i = 0; i < 100; ++i) edges.push_back({3, i % n});
  for (std::uint32_t v = 100; v < 140; ++v)
    for (std::uint32_t i = 0; i < 256 * (1 + v % 3); ++i)
      edges.push_back({v, static_cast<std::uint32_t>(below(random, n))});
  for (std::uint32_t i = 0; i < 20000; ++i) edges.push_back({4, i % n});
  for (std::uint32_t i = 0; i < 70000; ++i) edges.push_back({5, i % n});
  for (std::uint32_t i = 0; i < 20000; ++i) edges.push_back({i % n, 6});
  return arena_of<std::uint32_t>(n, edges);
}

// Empty, or what differs where.
std::string check_all(const Arena<std::uint32_t>& arena, unsigned threads) {
  const par::ThreadScope scope(threads);
  const auto expected = solve_reference(arena);
  const auto reverse = transpose(arena.moves);
  for (const SimdLevel level : levels()) {
    const SimdScope simd(level);
    for (const auto& [name, tuning] : forced_modes())
      for (const bool forward : {false, true}) {
        const auto text =
            difference(expected, adaptive::solve_adaptive(arena, forward ? nullptr : &reverse, {}, tuning));
        if (!text.empty())
          return fmt::format("{}, {}, {}: {}", name, name_of(level), forward ? "forward" : "reverse", text);
      }
  }
  return {};
}

}  // namespace

TEST_CASE("every mode of the adaptive engine equals the textbook on random games") {
  std::mt19937_64 random(61);
  GameKind kind;
  kind.owners = false;
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const auto arena = random_game<std::uint32_t>(random, kind, round % 10 == 0 ? 600 : 60);
    const auto text = check_all(arena, 1 + static_cast<unsigned>(round % 4));
    if (!text.empty()) FAIL("round " << round << ", " << text);
  }
}

TEST_CASE("every mode equals the textbook on larger graphs with wide rows") {
  std::mt19937_64 random(62);
  for (const unsigned dead : {2U, 4U, 10U, 20U, 42U})
    for (const unsigned degree : {3U, 11U}) {
      const auto arena = large_game(random, 20000, dead, degree);
      for (const unsigned threads : {1U, 3U}) {
        const auto text = check_all(arena, threads);
        if (!text.empty())
          FAIL(dead << " dead, degree " << degree << ", " << threads << " threads, " << text);
      }
    }
}

TEST_CASE("remoteness beyond 8 and 16 bits comes out of every mode") {
  for (const std::uint32_t n : {256U, 300U, 66000U}) {
    std::vector<Edge<std::uint32_t>> edges;
    for (std::uint32_t v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
    // Beside the path enough short ends that dense levels occur late as well.
    for (std::uint32_t v = 0; v < n; ++v) edges.push_back({n + v, v});
    const auto arena = arena_of<std::uint32_t>(2 * n, edges);
    const auto expected = solve_reference(arena);
    const auto reverse = transpose(arena.moves);
    for (const auto& [name, tuning] : forced_modes()) {
      if (n > 1000 && name != "as shipped" && name != "tiny") continue;
      for (const bool forward : {false, true}) {
        const auto text =
            difference(expected, adaptive::solve_adaptive(arena, forward ? nullptr : &reverse, {}, tuning));
        if (!text.empty()) FAIL(n << ", " << name << ": " << text);
      }
    }
  }
}

TEST_CASE("a lone chain of any length is followed, from a loss and from a win") {
  for (const std::uint32_t n : {2U, 3U, 254U, 255U, 256U, 257U, 65535U, 65536U, 65537U, 140000U})
    for (const Value first : {Value::lose, Value::win}) {
      std::vector<Edge<std::uint32_t>> edges;
      for (std::uint32_t v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
      auto arena = arena_of<std::uint32_t>(n, edges);
      arena.terminal = Array<Value>(n, Value::none);
      arena.terminal[n - 1] = first;
      const auto reverse = transpose(arena.moves);
      const auto text = difference(solve_reference(arena), adaptive::solve_adaptive(arena, &reverse, {}, {}));
      if (!text.empty()) FAIL(n << " from a " << name_of(first) << ": " << text);
    }
}

TEST_CASE("without distances the adaptive engine keeps none, and a stop ends it") {
  std::mt19937_64 random(63);
  const auto arena = large_game(random, 20000, 10, 5);
  const auto reverse = transpose(arena.moves);
  StopSource stop;
  SolveOptions options;
  options.distances = false;
  options.stop = &stop;
  for (const auto& [name, tuning] : forced_modes()) {
    const auto outcomes = adaptive::solve_adaptive(arena, &reverse, options, tuning);
    REQUIRE(outcomes.remoteness.empty());
    REQUIRE(difference(solve_reference(arena), outcomes).empty());
  }
  stop.request_stop();
  REQUIRE_THROWS_AS(adaptive::solve_adaptive(arena, &reverse, options), Error);
  REQUIRE_THROWS_AS(adaptive::solve_adaptive(arena, nullptr, options), Error);
}
