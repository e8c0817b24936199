#include "retrograph/solve/outcomes.hpp"

#include <vector>

#include "catch.hpp"

using namespace retrograph;

namespace {

Array<std::uint32_t> wide(const std::vector<std::uint32_t>& values) {
  return Array<std::uint32_t>::copy_of(values);
}

}  // namespace

TEST_CASE("remoteness is kept in the narrowest type that leaves all ones free") {
  constexpr std::uint32_t none = RemotenessArray::none;
  REQUIRE(RemotenessArray::narrowed(wide({0, 254, none}), 254).width() == 1);
  REQUIRE(RemotenessArray::narrowed(wide({0, 255, none}), 255).width() == 2);
  REQUIRE(RemotenessArray::narrowed(wide({65534, none}), 65534).width() == 2);
  REQUIRE(RemotenessArray::narrowed(wide({65535, none}), 65535).width() == 4);
  for (const std::uint32_t most : {254U, 255U, 65534U, 65535U}) {
    const auto narrow = RemotenessArray::narrowed(wide({most, 7, none}), most);
    REQUIRE(narrow[0] == most);
    REQUIRE(narrow[1] == 7);
    REQUIRE(narrow[2] == none);
  }
}

TEST_CASE("counts are those of the values, and the largest remoteness ignores none") {
  std::vector<Value> value{Value::win, Value::lose, Value::lose, Value::tie, Value::draw, Value::none};
  const auto remoteness =
      RemotenessArray::narrowed(wide({3, 0, 2, 300, RemotenessArray::none, RemotenessArray::none}), 300);
  REQUIRE(count_outcomes(value, remoteness) == OutcomeCounts{1, 2, 1, 1, 300});
  REQUIRE(count_outcomes(value, {}) == OutcomeCounts{1, 2, 1, 1, 0});
  REQUIRE(count_outcomes({}, {}) == OutcomeCounts{});
  value.assign(200000, Value::win);
  REQUIRE(count_outcomes(value, {}).win == 200000);
}
