// The theorems behind the sums: values of product graphs against xor and Smith's rules.
#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/grundy/sums_value.hpp"
#include "retrograph/solve/reference.hpp"

#include "catch.hpp"
#include "grundy/graph_samples.hpp"

using namespace retrograph;
using samples::Rows;

namespace {

// The sum of two graphs as one: vertex (a, b) is a * |second| + b, and a move is made in one of them.
Rows product(const Rows& first, const Rows& second) {
  const auto m = static_cast<std::uint32_t>(second.size());
  Rows rows(first.size() * m);
  for (std::uint32_t a = 0; a < first.size(); ++a)
    for (std::uint32_t b = 0; b < m; ++b) {
      for (const auto u : first[a]) rows[a * m + b].push_back(u * m + b);
      for (const auto u : second[b]) rows[a * m + b].push_back(a * m + u);
    }
  return rows;
}

}  // namespace

TEST_CASE("the value of a sum of acyclic graphs is the xor of the values") {
  std::mt19937_64 random(21);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const Rows first = samples::random_acyclic(1 + random() % 20, 0.5 * double(random() % 8), random);
    const Rows second = samples::random_acyclic(1 + random() % 20, 0.5 * double(random() % 8), random);
    const GraphValues a = mex_values(samples::graph_of(first));
    const GraphValues b = mex_values(samples::graph_of(second));
    const GraphValues sum = mex_values(samples::graph_of(product(first, second)));
    for (std::size_t v = 0; v < sum.vertex_count(); ++v)
      if (sum.code[v] != (a.code[v / second.size()] ^ b.code[v % second.size()])) FAIL("vertex " << v);
  }
}

TEST_CASE("the outcome of every pair sum of cyclic graphs is that of the product graph") {
  std::mt19937_64 random(22);
  for (std::size_t round = 0; round < test::scaled(6000); ++round) {
    const Rows first = samples::random_any(1 + random() % 14, 0.25 * double(random() % 14), random);
    const Rows second = samples::random_any(1 + random() % 14, 0.25 * double(random() % 14), random);
    const GraphValues a = smith_labels(samples::graph_of(first)).values;
    const GraphValues b = smith_labels(samples::graph_of(second)).values;
    Arena<std::uint32_t> arena;
    arena.moves = samples::graph_of(product(first, second));
    const Outcomes<std::uint32_t> solved = solve_reference(arena);
    for (std::size_t v = 0; v < arena.vertex_count(); ++v) {
      const SumValue sum = SumValue::of(a[v / second.size()]) + SumValue::of(b[v % second.size()]);
      if (outcome_of(sum) != solved.value[v]) FAIL("round " << round << ", vertex " << v);
    }
  }
}

TEST_CASE("the Smith values of a product graph are the sums of the values") {
  std::mt19937_64 random(23);
  for (std::size_t round = 0; round < test::scaled(500); ++round) {
    const Rows first = samples::random_any(1 + random() % 10, 0.25 * double(random() % 12), random);
    const Rows second = samples::random_any(1 + random() % 10, 0.25 * double(random() % 12), random);
    const GraphValues a = smith_labels(samples::graph_of(first)).values;
    const GraphValues b = smith_labels(samples::graph_of(second)).values;
    const GraphValues c = smith_labels(samples::graph_of(product(first, second))).values;
    for (std::size_t v = 0; v < c.vertex_count(); ++v) {
      const SumValue sum = SumValue::of(a[v / second.size()]) + SumValue::of(b[v % second.size()]);
      // A set of the product lists finite options only, so two infinite parts give the empty set there as
      // well.
      if (SumValue::of(c[v]) != sum) FAIL("round " << round << ", vertex " << v);
    }
  }
}

TEST_CASE("values add, and read as people write them") {
  const SumValue loop{true, 0, {0, 3, 6}};
  REQUIRE(SumValue::finite(5) + SumValue::finite(3) == SumValue::finite(6));
  REQUIRE(loop + SumValue::finite(3) == SumValue{true, 0, {0, 3, 5}});
  REQUIRE(SumValue::finite(3) + loop == SumValue{true, 0, {0, 3, 5}});
  REQUIRE(loop + loop == SumValue{true, 0, {}});
  REQUIRE(outcome_of(loop + loop) == Value::draw);
  REQUIRE(outcome_of(loop) == Value::win);
  REQUIRE(outcome_of(loop + SumValue::finite(1)) == Value::draw);
  REQUIRE(outcome_of(SumValue::finite(0)) == Value::lose);
  REQUIRE(outcome_of(SumValue::finite(9)) == Value::win);
  REQUIRE(text_of(loop) == "inf{0,3,6}");
  REQUIRE(text_of(SumValue::finite(0)) == "0");
  REQUIRE(text_of(SumValue::finite(7)) == "*7");
}
