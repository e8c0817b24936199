#include <random>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

TEST_CASE("the reference engine gives every published prefix") {
  for (const SequenceCase& c : sequence_cases) {
    INFO(c.code);
    const HeapValues values = run_values(c.code, c.first + c.values.size(), "reference").values;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.values.size(); ++i) wrong += values[c.first + i] != c.values[i];
    CHECK(wrong == 0);
  }
}

TEST_CASE("the reference engine agrees with the list of options") {
  for (const char* game :
       {"0.137", "0.7", "4.7", "0.3F", "8.8", "C.F3", "0.0123", "0.007", "0.454", "grundy", "nim",
        "subtraction:3,7,8", "subtraction:all-but:2,5", "subtraction:all-but:1", "0.123", "0.1"}) {
    INFO(game);
    CHECK(as_vector(run_values(game, 200, "reference").values) ==
          values_by_options(parse_heap_game(game), 200));
  }
}

TEST_CASE("random codes agree with the list of options") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    const unsigned base = round % 6 == 0 ? 16 : 8;
    std::string code = random() % 4 == 0 ? "4." : "0.";
    for (std::uint64_t digits = 1 + random() % 5; digits > 0; --digits)
      code += "0123456789ABCDEF"[random() % base];
    code += "1234567"[random() % 7];
    INFO(code);
    const std::uint64_t count = base == 16 ? 50 : 150;
    CHECK(as_vector(run_values(code, count, "reference").values) ==
          values_by_options(parse_heap_game(code), count));
  }
}

TEST_CASE("the reference engine gives the same at any number of threads") {
  for (const char* game : {"0.454", "grundy", "0.3F", "0.137"}) {
    const std::uint64_t count = std::string_view(game) == "0.3F" ? 700 : 6000;
    std::vector<std::uint32_t> first;
    for (const unsigned threads : {1U, 2U, 4U}) {
      const par::ThreadScope scope(threads);
      const auto values = as_vector(run_values(game, count, "reference").values);
      if (first.empty()) first = values;
      CHECK(values == first);
    }
  }
}

TEST_CASE("strips of treblecross are heaps of 0.007 two larger") {
  const HeapRun strips = run_values("treblecross", 100);
  const HeapRun heaps = run_values("0.007", 102);
  REQUIRE(strips.values.size() == 100);
  for (std::uint64_t n = 0; n < 100; ++n) CHECK(strips.values[n] == heaps.values[n + 2]);
  CHECK(strips.statistics.max_value == heaps.statistics.max_value);
  CHECK(strips.statistics.max_value_at + 2 == heaps.statistics.max_value_at);
}

TEST_CASE("statistics: first maximum, zeros, histograms at powers of two") {
  HeapOptions options;
  options.count = 1025;
  options.histograms = true;
  const HeapRun run = run_heap_engine(parse_heap_game("0.172"), options);
  const auto g = as_vector(run.values);
  CHECK(run.statistics.max_value == *std::max_element(g.begin(), g.end()));
  CHECK(g[run.statistics.max_value_at] == run.statistics.max_value);
  CHECK(std::find(g.begin(), g.end(), run.statistics.max_value) - g.begin() ==
        static_cast<std::ptrdiff_t>(run.statistics.max_value_at));
  CHECK(run.statistics.zeros == static_cast<std::uint64_t>(std::count(g.begin(), g.end(), 0U)));
  REQUIRE(run.statistics.histograms.size() == 11);
  for (const ValueHistogram& histogram : run.statistics.histograms)
    for (std::uint32_t v = 0; v < histogram.count.size(); ++v)
      CHECK(histogram.count[v] ==
            static_cast<std::uint64_t>(
                std::count(g.begin() + 1, g.begin() + 1 + static_cast<std::ptrdiff_t>(histogram.heaps), v)));
  // 0.172, heaps 1 .. 1024: 8 zeros, 85 ones, 29 twos (Rogalski).
  CHECK(run.statistics.histograms.back().heaps == 1024);
  CHECK(std::vector(run.statistics.histograms.back().count.begin(),
                    run.statistics.histograms.back().count.begin() + 3) ==
        std::vector<std::uint64_t>{8, 85, 29});
}

TEST_CASE("values reach the sink once, in order, shifted for strips") {
  for (const char* game : {"treblecross", "0.77", "nim", "0.3F"}) {
    std::vector<std::uint32_t> received;
    bool in_order = true;
    HeapOptions options;
    options.count = std::string_view(game) == "0.3F" ? 600 : 5000;
    options.keep_values = false;
    options.sink = [&](const ValueBlock& block) {
      in_order = in_order && block.first == received.size();
      std::visit([&](const auto& values) { received.insert(received.end(), values.begin(), values.end()); },
                 block.values);
    };
    CHECK(run_heap_engine(parse_heap_game(game), options).values.empty());
    CHECK(in_order);
    CHECK(received == as_vector(run_values(game, options.count).values));
  }
}

TEST_CASE("a stop request ends a run, and an unknown engine is refused") {
  StopSource stop;
  stop.request_stop();
  HeapOptions options;
  options.count = 100000;
  options.stop = &stop;
  try {
    (void)run_heap_engine(parse_heap_game("0.137"), options);
    FAIL("the run went on");
  } catch (const Error& error) {
    CHECK(error.category() == Category::stopped);
  }
  CHECK_THROWS_AS(find_heap_engine("quick", parse_heap_game("0.137")), Error);
}
