#include "retrograph/grundy/graph_values.hpp"

#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

// Values 0 and 2, and two infinite vertices with the sets {} and {0, 2}.
GraphValues small() {
  GraphValues values;
  values.code = CodeArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 3, 2, 4}));
  values.finite_limit = 3;
  values.offsets = {0, 0, 2};
  values.members = {0, 2};
  values.infinite = 2;
  values.cyclic = true;
  return values;
}

}  // namespace

TEST_CASE("codes read back as values and sets, with their outcomes") {
  const GraphValues values = small();
  REQUIRE_NOTHROW(check_graph_values(values, "here"));
  REQUIRE(values.max_value() == 2);
  REQUIRE_FALSE(values[0].infinite);
  REQUIRE(values[2].value == 2);
  REQUIRE(values[1].infinite);
  REQUIRE(values[1].set.empty());
  REQUIRE(std::vector<std::uint32_t>(values[3].set.begin(), values[3].set.end()) ==
          std::vector<std::uint32_t>{0, 2});
  REQUIRE(outcome_of(values[0]) == Value::lose);
  REQUIRE(outcome_of(values[1]) == Value::draw);
  REQUIRE(outcome_of(values[2]) == Value::win);
  REQUIRE(outcome_of(values[3]) == Value::win);
}

TEST_CASE("values from outside are checked, and the message names what is wrong") {
  using Catch::Matchers::Contains;
  GraphValues values = small();
  values.finite_limit = 2;
  REQUIRE_THROWS_WITH(check_graph_values(values, "f.h5"), Contains("f.h5") && Contains("set 1 holds 2"));
  values = small();
  values.members = {2, 0};
  REQUIRE_THROWS_WITH(check_graph_values(values, "f.h5"), Contains("set 1 is not ascending"));
  values = small();
  values.offsets = {0, 2, 1};
  REQUIRE_THROWS_WITH(check_graph_values(values, "f.h5"), Contains("offsets"));
  values = small();
  values.infinite = 1;
  REQUIRE_THROWS_WITH(check_graph_values(values, "f.h5"), Contains("2 infinite vertices, but 1"));
  values = small();
  values.code = CodeArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 3, 2, 5}));
  REQUIRE_THROWS_WITH(check_graph_values(values, "f.h5"), Contains("code of vertex 3 is 5"));
}

TEST_CASE("codes go into the narrowest type that holds the largest") {
  for (const auto& [max, width] : {std::pair{255U, 1U}, {256U, 2U}, {65535U, 2U}, {65536U, 4U}}) {
    const CodeArray codes =
        CodeArray::narrowed(Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{7, max}), max);
    REQUIRE(codes.width() == width);
    REQUIRE(codes[0] == 7);
    REQUIRE(codes[1] == max);
    const auto wide =
        CodeArray(CodeArray::widened(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{9}), 2));
    REQUIRE(wide.width() == 4);
    REQUIRE(wide[0] == 9);
  }
}
