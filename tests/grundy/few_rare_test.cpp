#include <algorithm>
#include <cstring>

#include "retrograph/support/error.hpp"
#include "retrograph/support/simd.hpp"

#include "catch.hpp"
#include "grundy/dense_engine.hpp"
#include "grundy/few_run.hpp"
#include "grundy/sparse_runner.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

// Widths 16, 32 and 64, one to three splitting digits, position parity, dropped bits 0 and 1.
const std::vector<std::string> few_rare_codes = {"0.106", "0.104", "0.454", "0.054", "0.16",
                                                 "0.354", "0.356", "0.644", "0.055", "0.167"};

// All of them, or the first few under a sanitizer.
std::span<const std::string> few_rare_games() {
  const std::size_t most = few_rare_codes.size();
  return std::span(few_rare_codes).first(std::min(most, 1 + test::scaled(most)));
}

std::vector<std::uint16_t> dense_prefix(const std::string& code, std::uint64_t count) {
  DenseTable table(parse_heap_game(code), count);
  table.extend(count);
  std::vector<std::uint16_t> values(count);
  table.copy(0, values);
  return values;
}

SparseState state_from(const std::string& code, const std::vector<std::uint16_t>& values,
                       std::uint64_t history) {
  SparseState state(parse_heap_game(code), history);
  state.load(values);
  state.choose();
  return state;
}

// The values of a runner from where it stands to `end`.
std::vector<std::uint16_t> few_values(SparseRunner& runner, std::uint64_t end, std::uint64_t& by_kernel) {
  std::vector<std::uint16_t> values;
  runner.advance(end, [&](const SparseBlock& block) {
    values.insert(values.end(), block.plain.begin(), block.plain.end());
    by_kernel += block.packed.size();
    for (std::size_t i = 0; i < block.packed.size(); ++i)
      values.push_back(block.packing->common(block.first + i, block.packed[i]));
  });
  return values;
}

}  // namespace

TEST_CASE("few-rare kernels give the values of the dense engine, on every instruction set") {
  constexpr std::uint64_t count = 40'000;
  for (const std::string& code : few_rare_games()) {
    INFO(code);
    const std::vector<std::uint16_t> dense = dense_prefix(code, count);
    const std::vector<std::uint16_t> prefix(dense.begin(), dense.begin() + 20480);
    for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      // One code of each width on every level, the others on the best one.
      const bool all_levels = code == "0.106" || code == "0.454" || code == "0.644";
      if (!all_levels && level != machine_simd_level()) continue;
      const SimdScope scope(level);
      SparseRunner runner(state_from(code, prefix, count));
      std::uint64_t by_kernel = 0;
      const std::vector<std::uint16_t> values = few_values(runner, count, by_kernel);
      CHECK(std::equal(values.begin(), values.end(), dense.begin() + 20480, dense.end()));
      if (runner.state().next() > 2 * runner.state().window() + 8192) CHECK(by_kernel > 0);
      if (code == "0.106") CHECK(by_kernel > 15'000);
    }
  }
}

TEST_CASE("few-rare kernels find the depth and the rare heaps of single steps") {
  for (const std::string code : {"0.16", "0.104", "0.644"}) {
    INFO(code);
    const std::vector<std::uint16_t> prefix = dense_prefix(code, 32768);
    SparseRunner runner(state_from(code, prefix, 1 << 20));
    SparseState steps = state_from(code, prefix, 1 << 20);
    std::uint64_t by_kernel = 0;
    const std::vector<std::uint16_t> values = few_values(runner, 70'000, by_kernel);
    std::size_t wrong = 0;
    for (const std::uint16_t value : values) {
      steps.step();
      wrong += steps.history()[steps.next() - 1] != value;
    }
    CHECK(wrong == 0);
    CHECK(by_kernel > 20'000);
    CHECK(runner.state().depth() == steps.depth());
    CHECK(runner.state().rares() == steps.rares());
    CHECK(runner.state().largest() == steps.largest());
  }
}

TEST_CASE("every rare value that the list of parts marks is the value of a real split") {
  for (const std::string& code : few_rare_games()) {
    INFO(code);
    const std::vector<std::uint16_t> g = dense_prefix(code, 32768);
    const SparseState state = state_from(code, g, 32768);
    const auto plan = few::make_plan(state, 16);
    if (!plan) continue;
    const few::Prepared prepared(plan);
    const few::Kernels kernels = few::kernels_for(simd_level(), prepared.tables);
    const std::uint64_t bytes = plan->width / 8;
    const std::uint64_t heaps = few::buffer_heaps(plan->history);
    std::vector<std::byte> words(2 * heaps * bytes + 4096);
    // Heap `last - heaps + i` stands at place i.
    const std::uint64_t last = g.size() / few::chunk * few::chunk;
    for (std::uint64_t i = 0; i < heaps; ++i) {
      if (last + i < heaps) continue;
      const std::uint64_t n = last + i - heaps;
      const std::uint64_t word = plan->rule.rare(n, g[n]) ? 0 : std::uint64_t{1} << plan->packing.pack(g[n]);
      std::memcpy(words.data() + i * bytes, &word, bytes);
    }
    const std::uint64_t reach = plan->splits.back() / few::chunk * few::chunk + few::chunk;
    kernels.unions(prepared.tables, words.data() + reach * bytes, heaps - reach);
    std::vector<std::byte> missing(few::chunk * bytes);
    kernels.exclude(prepared.tables, words.data() + (heaps - few::chunk) * bytes, missing.data(), few::chunk);
    std::size_t wrong = 0;
    std::size_t left = 0;
    for (std::uint64_t i = 0; i < few::chunk; ++i) {
      const std::uint64_t n = last - few::chunk + i;
      std::uint64_t want = 0;
      for (std::uint32_t v = 0; v < g[n]; ++v)
        if (plan->rule.rare(n, v)) want |= std::uint64_t{1} << plan->packing.pack(v);
      for (const few::Tick& tick : plan->ticks)
        for (const std::uint32_t k : plan->splits) {
          const std::uint64_t other = n - k - tick.part;
          if (tick.part == 0 || plan->rule.rare(other, g[other])) continue;
          const std::uint32_t value = g[tick.part] ^ std::uint32_t{g[other]};
          REQUIRE(plan->rule.rare(n, value));
          want &= ~(std::uint64_t{1} << plan->packing.pack(value));
        }
      for (const few::Tick& tick : plan->ticks)
        if (tick.part == 0) want &= ~(std::uint64_t{1} << plan->packing.pack(g[n - tick.distance]));
      std::uint64_t got = 0;
      std::memcpy(&got, missing.data() + i * bytes, bytes);
      wrong += got != want;
      left += want != 0;
    }
    CHECK(wrong == 0);
    CHECK(left < few::chunk / 4);
  }
}

TEST_CASE("a walk that is cut short leaves heaps, and the run says so") {
  const SparseState state = state_from("0.16", dense_prefix("0.16", 65536), 65536);
  auto plan = few::make_plan(state, 16);
  REQUIRE(plan);
  const auto chunks = [&](std::shared_ptr<const few::Plan> p) {
    few::Run run(std::make_shared<const few::Prepared>(std::move(p)), state, simd_level());
    int whole = 0;
    while (whole < 40 && run.next(state, few::chunk).whole) ++whole;
    return whole;
  };
  CHECK(chunks(plan) == 40);
  auto cut = std::make_shared<few::Plan>(*plan);
  cut->reversed.erase(cut->reversed.begin(), cut->reversed.end() - 65);
  CHECK(chunks(cut) < 40);
}

TEST_CASE("a value without a place in the words widens them") {
  // Values of 0.56 pass 63 at heap 22778: words of 32 bits do for the heaps before.
  const std::vector<std::uint16_t> dense = dense_prefix("0.56", 40'000);
  const std::vector<std::uint16_t> prefix(dense.begin(), dense.begin() + 18432);
  const SparseState state = state_from("0.56", prefix, 40'000);
  const auto plan = few::make_plan(state, 16);
  REQUIRE(plan);
  REQUIRE(plan->width == 32);
  SparseRunner runner(state);
  std::uint64_t by_kernel = 0;
  const std::vector<std::uint16_t> values = few_values(runner, 40'000, by_kernel);
  CHECK(std::equal(values.begin(), values.end(), dense.begin() + 18432, dense.end()));
  CHECK(by_kernel > 4'000);
}

TEST_CASE("counts of packed values are those of the values") {
  for (const char* code : {"0.106", "0.454"}) {
    HeapOptions options;
    options.count = 150'000;
    options.histograms = true;
    const HeapRun kept = run_heap_engine(parse_heap_game(code), options, "sparse");
    options.keep_values = false;
    const HeapRun counted = run_heap_engine(parse_heap_game(code), options, "sparse");
    CHECK(counted.values.empty());
    CHECK(counted.statistics == kept.statistics);
    CHECK(counted.depth == kept.depth);
  }
}
