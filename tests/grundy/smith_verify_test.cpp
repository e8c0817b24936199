#include "retrograph/grundy/smith_verify.hpp"

#include "retrograph/grundy/smith_reference.hpp"
#include "retrograph/grundy/smith_values.hpp"

#include "catch.hpp"
#include "grundy/graph_samples.hpp"

using namespace retrograph;

namespace {

// Values with one code more or less, the sets as they are.
GraphValues with_code(const GraphValues& values, std::uint64_t vertex, std::uint32_t code) {
  Array<std::uint32_t> codes(values.vertex_count());
  for (std::uint64_t v = 0; v < codes.size(); ++v) codes[v] = v == vertex ? code : values.code[v];
  GraphValues other;
  other.code = CodeArray(std::move(codes));
  other.finite_limit = values.finite_limit;
  other.offsets = values.offsets;
  other.members = values.members;
  other.cyclic = values.cyclic;
  return other;
}

}  // namespace

TEST_CASE("the checker accepts the values of the definition, and no other code of any vertex") {
  std::mt19937_64 random(81);
  for (std::size_t round = 0; round < test::scaled(1500); ++round) {
    const auto rows = samples::random_any(1 + random() % 14, 0.25 * double(random() % 16), random);
    const auto graph = samples::graph_of(rows);
    const GraphValues values = graph_values(graph);
    REQUIRE(verify_graph_values(graph, values).failed == 0);
    REQUIRE(verify_graph_values(graph, values).checked == rows.size());
    const auto codes = values.finite_limit + static_cast<std::uint32_t>(values.set_count());
    for (std::uint64_t v = 0; v < rows.size(); ++v)
      for (std::uint32_t code = 0; code < codes; ++code)
        if ((verify_graph_values(graph, with_code(values, v, code)).failed == 0) != (code == values.code[v]))
          FAIL("vertex " << v << " with code " << code);
  }
}

TEST_CASE("labels that support each other in a circle are refused") {
  // Two vertices that move to each other and nowhere else: 0 and 1 satisfy the mex rule, but play never ends.
  const auto graph = samples::graph_of({{1}, {0}});
  GraphValues values;  // the claim: both are lost
  values.code = CodeArray(Array<std::uint8_t>(2, std::uint8_t{0}));
  values.finite_limit = 1;
  values.cyclic = true;
  REQUIRE(verify_graph_values(graph, values).failed == 2);
  values.code = CodeArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 1}));
  values.finite_limit = 2;
  const ValuesCheck check = verify_graph_values(graph, values);  // the mex rule holds at both
  REQUIRE(check.failed == 1);
  REQUIRE(check.failures[0].vertex == 0U);
  REQUIRE_THAT(check.failures[0].what, Catch::Matchers::Contains("1 moves up from its value 0"));
}

TEST_CASE("a wrong flag is named") {
  const auto graph = samples::graph_of({{}, {0}});
  GraphValues values = graph_values(graph);
  values.cyclic = true;
  const auto failures = verify_graph_values(graph, values).failures;
  REQUIRE(failures.size() == 1);
  REQUIRE_FALSE(failures[0].vertex);
  REQUIRE(failures[0].what == "a cycle is claimed, the graph has none");
  const auto loop = samples::graph_of({{0}});
  values = graph_values(loop);
  values.cyclic = false;
  REQUIRE(verify_graph_values(loop, values).failed == 1);
}
