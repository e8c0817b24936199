#include "retrograph/solve/outcomes.hpp"

#include <vector>

#include "retrograph/solve/remoteness_store.hpp"

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

TEST_CASE("remoteness is widened where it lies, and no entry is lost on the way") {
  // Sizes around the few that go one by one and around chunks; a block of the heap, and one of its own.
  for (const std::size_t n : {1U, 2U, 63U, 64U, 65U, 129U, 65536U, 700001U})
    for (const unsigned threads : {1U, 3U})
      for (const bool filled : {false, true}) {
        const par::ThreadScope scope(threads);
        RemotenessStore store = filled ? RemotenessStore(n, true) : RemotenessStore::unfilled(n);
        if (!filled) std::fill_n(store.bytes(), n, std::uint8_t{255});
        std::vector<std::uint32_t> expected(n, RemotenessArray::none);
        std::uint64_t at = 0;
        for (const std::uint32_t level : {0U, 7U, 254U, 255U, 256U, 65534U, 65535U, 70000U}) {
          store.begin_level(level);
          REQUIRE(level < store.limit());
          for (std::size_t i = 0; i < std::max<std::size_t>(1, n / 20); ++i) {
            at = (at * 6364136223846793005U + 1442695040888963407U) % n;
            store.set(at, level);
            expected[at] = level;
          }
        }
        const RemotenessArray found = std::move(store).take();
        REQUIRE(found.width() == 4);
        REQUIRE(found.size() == n);
        std::size_t wrong = 0;
        for (std::size_t v = 0; v < n; ++v) wrong += found[v] != expected[v];
        REQUIRE(wrong == 0);
      }
  REQUIRE(RemotenessStore(0, true).limit() == RemotenessArray::none);
  RemotenessStore unwanted(5, false);
  unwanted.begin_level(70000);
  unwanted.set(3, 70000);
  REQUIRE(std::move(unwanted).take().empty());
}
