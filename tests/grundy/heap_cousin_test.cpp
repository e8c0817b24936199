#include "retrograph/games/heap_cousin.hpp"

#include "catch.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

TEST_CASE("cousins have the same values, shifted") {
  std::size_t shifted = 0;
  for (const PeriodCase& c : octal_periods) {
    const HeapGame game = parse_heap_game(c.code);
    const HeapCousin cousin = last_cousin(game);
    INFO(c.code << " -> " << cousin.game.name);
    REQUIRE(cousin.game.digits.size() > 1);
    const std::vector<std::uint32_t> g = as_vector(run_values(game.name, 300, "reference").values);
    const std::vector<std::uint32_t> h = as_vector(run_values(cousin.game.name, 300, "reference").values);
    std::size_t wrong = 0;
    for (std::size_t n = 0; n < g.size(); ++n) wrong += g[n] != (n < cousin.shift ? 0 : h[n - cousin.shift]);
    CHECK(wrong == 0);
    CHECK((cousin.game.digits[1] & 1) == 1);
    shifted += cousin.shift > 0;
  }
  CHECK(shifted > 20);
}

TEST_CASE("known cousins") {
  const auto last = [](const char* code) {
    const HeapCousin cousin = last_cousin(parse_heap_game(code));
    return cousin.game.name + " " + std::to_string(cousin.shift);
  };
  CHECK(last("0.4") == "0.137 2");
  CHECK(last("0.07") == "0.137 1");
  CHECK(last("0.454") == "0.1777 1");
  CHECK(last("0.007") == "0.11337 2");
  CHECK(last("4.0") == "0.7 1");
  CHECK(last("0.137") == "0.137 0");
  CHECK(last("0.3F") == "0.3F 0");
  CHECK(last("grundy") == "grundy 0");
  CHECK(last("subtraction:2,3") == "subtraction:2,3 0");
}
