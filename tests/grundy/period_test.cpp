#include "retrograph/grundy/period.hpp"

#include <random>

#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

HeapValues as_values(const std::vector<std::uint32_t>& g) {
  return HeapValues::narrowed(std::span(g));
}

// Quadratic and obvious: the least proved (length, start) of a finite code.
std::optional<Period> slow_period(const HeapGame& game, const std::vector<std::uint32_t>& g) {
  for (std::uint64_t p = 1; p < g.size(); ++p) {
    std::uint64_t start = g.size() - p;
    while (start > 0 && g[start - 1] == g[start - 1 + p]) --start;
    if (start + p < g.size() && values_to_prove(game, start, p) <= g.size())
      return Period{p, start, 0, Proof::none};
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("periods of well-known games are found and proved") {
  const auto period = [](std::string_view game) { return run_values(game, 1000, "auto", true).period; };
  CHECK(period("0.137") == Period{34, 52, 0, Proof::guy_smith});
  CHECK(period("0.77") == Period{12, 71, 0, Proof::guy_smith});
  CHECK(period("0.07") == Period{34, 53, 0, Proof::guy_smith});
  CHECK(period("0.27") == Period{4, 1, 0, Proof::guy_smith});
  CHECK(period("0.057") == Period{148, 259, 0, Proof::guy_smith});
  CHECK(period("0.137")->last_exception() == 51);
}

TEST_CASE("every octal game of small period has the length, start and maximum of the table") {
  std::size_t games = 0;
  for (const PeriodCase& c : octal_periods) {
    const std::uint64_t needed = values_to_prove(parse_heap_game(c.code), c.start, c.length);
    if (needed > 20000) continue;
    INFO(c.code);
    const HeapRun run = run_values(c.code, needed, "auto", true);
    CHECK(run.period == Period{c.length, c.start, 0, Proof::guy_smith});
    CHECK(run.statistics.max_value == c.max_value);
    // One value fewer proves nothing.
    CHECK_FALSE(run_values(c.code, needed - 1, "auto", true).period.has_value());
    ++games;
  }
  CHECK(games == 95);
}

TEST_CASE("every subtraction set has the period, start and maximum of the table") {
  for (const SubtractionCase& c : subtraction_periods) {
    INFO(c.set);
    const std::string name = "subtraction:" + std::string(c.set);
    const HeapRun run = run_values(name, 2000, "auto", true);
    CHECK(run.period == Period{c.length, c.start, 0, Proof::window});
    CHECK(run.statistics.max_value == c.max_value);
    auto prefix = as_vector(run.values);
    prefix.resize(c.values.size());
    CHECK(prefix == c.values);
  }
}

TEST_CASE("a subtraction set and the same digits as a code agree") {
  const HeapRun set = run_values("subtraction:2,5", 100, "auto", true);
  const HeapRun code = run_values("0.03003", 100, "auto", true);
  CHECK(as_vector(set.values) == as_vector(code.values));
  CHECK(set.period == code.period);
}

TEST_CASE("arithmetic periods: observed for hexadecimal codes, proved for all-but sets") {
  CHECK(run_values("0.3F", 500, "auto", true).period == Period{6, 0, 3, Proof::none});
  CHECK_FALSE(run_values("0.3F", 500, "auto", true).certificate.has_value());
  CHECK(run_values("nim", 100, "auto", true).period == Period{1, 0, 1, Proof::window});
  for (const char* game : {"subtraction:all-but:1", "subtraction:all-but:2,5", "subtraction:all-but:1,2,3",
                           "subtraction:all-but:3,4,9", "subtraction:all-but:1,4,6,11"}) {
    INFO(game);
    const HeapRun run = run_values(game, 2000, "auto", true);
    REQUIRE(run.period.has_value());
    CHECK(run.period->proof == Proof::window);
    const auto g = as_vector(run_values(game, 6000).values);
    std::size_t wrong = 0;
    for (std::uint64_t n = run.period->start; n + run.period->length < g.size(); ++n)
      wrong += g[n + run.period->length] != g[n] + run.period->saltus;
    CHECK(wrong == 0);
  }
}

TEST_CASE("the linear search agrees with a quadratic one on random sequences") {
  std::mt19937_64 random(3);
  const HeapGame octal = parse_heap_game("0.77");
  const HeapGame takes = parse_heap_game("subtraction:2,3");
  for (int round = 0; round < 3000; ++round) {
    const std::uint64_t start = random() % 30;
    const std::uint64_t length = 1 + random() % 12;
    std::vector<std::uint32_t> g(20 + random() % 160);
    for (std::uint64_t n = 0; n < g.size(); ++n)
      g[n] = n < start + length ? static_cast<std::uint32_t>(random() % 2) : g[n - length];
    for (const HeapGame* game : {&octal, &takes}) {
      const auto fast = find_period(*game, as_values(g));
      const auto slow = slow_period(*game, g);
      REQUIRE((fast && fast->saltus == 0) == slow.has_value());
      if (!slow) continue;
      REQUIRE(fast->length == slow->length);
      REQUIRE(fast->start == slow->start);
    }
  }
}

TEST_CASE("Grundy's game needs values above 0 in the window") {
  const HeapGame grundy = parse_heap_game("grundy");
  std::vector<std::uint32_t> g{0, 0, 0, 1};
  while (g.size() < 60) g.push_back(g.size() % 3 == 0 ? 1 : 2);
  CHECK(find_period(grundy, as_values(g)) == Period{3, 3, 0, Proof::grundy});
  for (std::uint64_t n = 5; n < g.size(); n += 3) g[n] = 0;
  CHECK_FALSE(find_period(grundy, as_values(g)).has_value());
}

TEST_CASE("first-player wins of 0.07 are counted: Project Euler 306") {
  const HeapRun run = run_values("0.07", 1001, "auto", true);
  const auto wins = [&](std::uint64_t to) {
    std::uint64_t count = 0;
    for (std::uint64_t n = 1; n <= to; ++n) {
      const Period& period = *run.period;
      const std::uint64_t at = n < period.start ? n : period.start + (n - period.start) % period.length;
      count += run.values[at] != 0;
    }
    return count;
  };
  CHECK(wins(5) == 3);
  CHECK(wins(50) == 40);
  CHECK(wins(1'000'000) == 852'938);
}
