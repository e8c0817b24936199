#include "graph/row_sort.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "catch.hpp"

using namespace retrograph;

TEMPLATE_TEST_CASE("a row of any length is sorted and keeps what it holds, its neighbours untouched", "",
                   std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(1);
  for (std::size_t count = 0; count <= 40; ++count)
    for (int round = 0; round < 40; ++round) {
      std::vector<TestType> row(count + 2);
      // Few different ones, small ones, and all up to the largest.
      const std::uint64_t most = round % 4 == 0 ? 3 : round % 4 == 1 ? 1000 : std::uint64_t{1} << 32;
      for (TestType& v : row) v = static_cast<TestType>(random() % most);
      if (round % 8 == 3) std::fill(row.begin() + 1, row.end(), static_cast<TestType>(-1));
      std::vector<TestType> want = row;
      std::sort(want.begin() + 1, want.end() - 1);
      sort_row(row.data() + 1, row.data() + 1 + count);
      REQUIRE(row == want);
    }
}
