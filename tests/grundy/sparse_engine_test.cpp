#include <algorithm>
#include <random>

#include "retrograph/grundy/certificate_check.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "grundy/sparse_rule.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

TEST_CASE("the rule with the fewest rare heaps is found") {
  struct Case {
    const char* game;
    std::uint32_t mask;
    bool position;
    std::uint64_t rare;
    std::uint64_t last;
  };
  // Flammenkamp's tables; Gangolli and Plambeck 1989; Winning Ways, chapter 4.
  for (const Case& c : {Case{"0.104", 0x17, true, 20, 284}, Case{"0.106", 0x0d, true, 15, 1103},
                        Case{"0.454", 0x3d, false, 17, 124}, Case{"0.16", 0x1e, false, 53, 13935},
                        Case{"0.156", 0x1b, false, 15, 357}, Case{"0.354", 0x3f, false, 132, 3227}}) {
    INFO(c.game);
    const HeapRun run = run_values(c.game, 40000, "sparse");
    CHECK(run.engine == "sparse");
    CHECK(run.mask == c.mask);
    CHECK(run.position == c.position);
    CHECK(run.rare == c.rare);
    CHECK(run.last_rare == c.last);
    CHECK(run.rares.size() == c.rare);
    CHECK(as_vector(run.values) == as_vector(run_values(c.game, 40000, "dense").values));
  }
}

TEST_CASE("sparse and dense agree on random codes, well suited or not") {
  std::mt19937_64 random(8);
  for (int round = 0; round < 6; ++round) {
    std::string code = random() % 4 == 0 ? "4." : "0.";
    for (std::uint64_t digits = random() % 3; digits > 0; --digits) code += "01234567"[random() % 8];
    code += "4567"[random() % 4];
    INFO(code);
    CHECK(as_vector(run_values(code, 34000, "sparse").values) ==
          as_vector(run_values(code, 34000, "dense").values));
  }
}

TEST_CASE("rare heaps reported are those of the rule, all of them") {
  const HeapRun run = run_values("0.6", 36000, "sparse");
  SparseRule rule{run.mask, run.position, 0};
  std::vector<RareHeap> rares;
  for (std::uint64_t n = 0; n < run.count; ++n)
    if (rule.rare(n, run.values[n])) rares.push_back({n, run.values[n]});
  CHECK(rares == run.rares);
  CHECK(rares.size() == 1584);
  CHECK(rares.back() == RareHeap{20627, 277});
}

TEST_CASE("auto says what it ran, and continues a proved period") {
  CHECK(run_values("0.104", 40000).engine == "sparse");
  CHECK(run_values("0.104", 4000).engine == "dense");
  CHECK(run_values("0.3F", 40).engine == "reference");
  const HeapRun run = run_values("0.137", 3'000'000, "auto", true);
  CHECK(run.count == 3'000'000);
  CHECK(run.period == Period{34, 52, 0, Proof::guy_smith});
  std::size_t wrong = 0;
  for (std::uint64_t n = 86; n < run.count; ++n) wrong += run.values[n] != run.values[n - 34];
  CHECK(wrong == 0);
  CHECK(run.statistics.max_value == 9);
}

TEST_CASE("a repeated window proves periods that the prefix does not, and the checker agrees") {
  struct Case {
    const char* game;
    std::uint64_t length;
    std::uint64_t start;
  };
  for (const Case& c : {Case{"0.127", 4, 46578}, Case{"0.156", 349, 3479}, Case{"0.56", 144, 326640},
                        Case{"0.16", 149459, 105351}}) {
    INFO(c.game);
    HeapOptions options;
    options.count = 700'000;
    options.find_period = true;
    options.stop_at_period = true;
    options.keep_values = false;
    const HeapRun run = run_heap_engine(parse_heap_game(c.game), options, "sparse");
    REQUIRE(run.period.has_value());
    CHECK(*run.period == Period{c.length, c.start, 0, Proof::sparse_window});
    CHECK(run.values.empty());
    const Certificate& good = run.certificate.value();
    const CheckReport report = check_certificate(good);
    CHECK(report.failure == "");
    CHECK(report.ok);
    CHECK(report.segments == good.windows.size() - 1);
  }
}

TEST_CASE("sparse-window certificates with one thing wrong are refused") {
  HeapOptions options;
  options.count = 200'000;
  options.find_period = true;
  options.stop_at_period = true;
  const HeapRun run = run_heap_engine(parse_heap_game("0.156"), options, "sparse");
  const Certificate good = run.certificate.value();
  REQUIRE(check_certificate(good).ok);
  const auto refusal = [](const Certificate& c) {
    try {
      const CheckReport report = check_certificate(c);
      CHECK_FALSE(report.ok);
      return report.failure;
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  Certificate c = good;
  c.windows.back().values.back() ^= 1U;
  CHECK(refusal(c).find("the period breaks at") != std::string::npos);
  c = good;
  c.windows.front().values.front() ^= 1U;
  CHECK(refusal(c).find("the window says") != std::string::npos);
  c = good;
  c.start -= 1;
  CHECK(refusal(c) != "");
  c = good;
  c.start += 1;
  CHECK(refusal(c) != "");
  c = good;
  c.period *= 2;
  CHECK(refusal(c) != "");
  c = good;
  c.mask ^= 2U;
  CHECK(refusal(c) != "");
  c = good;
  c.depth = 20;
  CHECK(refusal(c) != "");
  c = good;
  c.rares.pop_back();
  CHECK(refusal(c) != "");
  c = good;
  c.rares[3].value ^= 3U;
  CHECK(refusal(c) != "");
  c = good;
  c.k = 2;
  CHECK(refusal(c) != "");
  c = good;
  c.windows.erase(c.windows.begin() + 1);
  CHECK(refusal(c).find("no window at") != std::string::npos);
}

TEST_CASE("segments of a certificate are proved one shard at a time") {
  HeapOptions options;
  options.count = 600'000;
  options.find_period = true;
  options.stop_at_period = true;
  const Certificate certificate =
      run_heap_engine(parse_heap_game("0.16"), options, "sparse").certificate.value();
  std::uint64_t segments = 0;
  for (std::uint64_t shard = 0; shard < 3; ++shard) {
    CheckOptions check;
    check.shard = shard;
    check.shards = 3;
    const CheckReport report = check_certificate(certificate, check);
    CHECK(report.ok);
    CHECK(report.sampled);
    segments += report.segments;
  }
  CHECK(segments == certificate.windows.size() - 1);
}
