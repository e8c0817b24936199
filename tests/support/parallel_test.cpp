#include "retrograph/support/parallel.hpp"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("for_ranges visits every index once, for every thread count and grain") {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const par::ThreadScope scope(threads);
    for (const std::size_t n : {0, 1, 7, 64, 1000})
      for (const std::size_t grain : {0, 1, 3, 64, 5000}) {
        std::vector<std::atomic<int>> seen(n);
        std::atomic<bool> worker_in_range{true};
        par::for_ranges(n, grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
          if (worker >= threads) worker_in_range = false;
          for (std::size_t i = begin; i < end; ++i) seen[i].fetch_add(1);
        });
        REQUIRE(worker_in_range);
        for (auto& s : seen) REQUIRE(s == 1);
      }
  }
}

TEST_CASE("reduce and exclusive_scan equal their serial meaning") {
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    for (const std::size_t n : {0UL, 1UL, 65536UL, 65537UL, 300000UL}) {
      std::vector<std::uint64_t> values(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = i * 7 % 13;
      std::vector<std::uint64_t> expected(n);
      std::exclusive_scan(values.begin(), values.end(), expected.begin(), std::uint64_t{0});
      const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
      const auto reduced = par::reduce(
          n, 1000, std::uint64_t{0},
          [&](std::size_t begin, std::size_t end) {
            std::uint64_t s = 0;
            for (std::size_t i = begin; i < end; ++i) s += values[i];
            return s;
          },
          [](std::uint64_t a, std::uint64_t b) { return a + b; });
      REQUIRE(reduced == sum);
      REQUIRE(par::exclusive_scan(std::span(values)) == sum);
      REQUIRE(values == expected);
    }
  }
}

TEST_CASE("a loop inside a worker is serial and the scope comes back") {
  const par::ThreadScope scope(4);
  std::atomic<bool> nested_serial{true};
  par::for_each(16, 1, [&](std::size_t) {
    if (par::threads() != 1) nested_serial = false;
  });
  REQUIRE((nested_serial || par::threads() == 1));
  REQUIRE(par::threads() == 4);
  {
    const par::ThreadScope inner(2);
    REQUIRE(par::threads() == 2);
  }
  REQUIRE(par::threads() == 4);
}

TEST_CASE("an exception in a worker reaches the caller") {
  const par::ThreadScope scope(3);
  REQUIRE_THROWS_AS(par::for_each(100, 1,
                                  [](std::size_t i) {
                                    if (i == 57) throw std::runtime_error("57");
                                  }),
                    std::runtime_error);
  std::atomic<int> count{0};
  par::for_each(100, 1, [&](std::size_t) { ++count; });
  REQUIRE(count == 100);
}
