// Heap games: values a second of the engines, exclusion included.
//
// Each is a whole run of run_heap_engine without a table, prefix and analysis included. x_reference is the
// ratio to the textbook loop in this process, which runs first and once, for 20,000 values; its time for more
// is taken as growing with their square.
#include <chrono>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

namespace {

using namespace retrograph;

double seconds_of(const std::string& code, std::uint64_t count, const char* engine) {
  HeapOptions options;
  options.count = count;
  options.keep_values = false;
  const auto begin = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(run_heap_engine(parse_heap_game(code), options, engine).statistics.zeros);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Seconds that the reference takes for `count` values.
double reference_seconds(const std::string& code, std::uint64_t count) {
  constexpr std::uint64_t measured = 20'000;
  static std::map<std::string, double> known;
  auto [place, fresh] = known.try_emplace(code, 0.0);
  if (fresh) place->second = seconds_of(code, measured, "reference");
  const double factor = static_cast<double>(count) / static_cast<double>(measured);
  return place->second * factor * factor;
}

void measure(benchmark::State& state, const std::string& code, std::uint64_t count, const char* engine,
             unsigned threads, SimdLevel level) {
  const SimdScope scope(level);
  const par::ThreadScope thread_scope(threads);
  const double reference = reference_seconds(code, count);
  double seconds = 0;
  for ([[maybe_unused]] auto turn : state) seconds += seconds_of(code, count, engine);
  state.counters["values"] = benchmark::Counter(
      static_cast<double>(count) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["x_reference"] = reference * static_cast<double>(state.iterations()) / seconds;
}

struct Case {
  const char* code;
  std::uint64_t count;
  const char* engine;
  unsigned threads;
};

constexpr Case cases[] = {
    {"0.104", 400'000, "dense", 1},      {"0.104", 400'000, "dense", 2},
    {"0.007", 200'000, "dense", 1},      {"0.106", 100'000'000, "sparse", 1},
    {"0.104", 100'000'000, "sparse", 1}, {"0.454", 100'000'000, "sparse", 1},
    {"0.055", 100'000'000, "sparse", 1}, {"0.356", 100'000'000, "sparse", 1},
    {"0.054", 100'000'000, "sparse", 1}, {"0.16", 100'000'000, "sparse", 1},
    {"0.167", 100'000'000, "sparse", 1}, {"0.644", 100'000'000, "sparse", 1},
    {"0.354", 50'000'000, "sparse", 1},  {"0.6", 1'000'000, "sparse", 1},
    {"grundy", 1'000'000, "sparse", 1},
};

}  // namespace

int main(int argc, char** argv) {
  using namespace retrograph;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > machine_simd_level()) continue;
    for (const Case& c : cases)
      benchmark::RegisterBenchmark((std::string(c.code) + "/" + c.engine + "/threads:" +
                                    std::to_string(c.threads) + "/" + std::string(name_of(level)))
                                       .c_str(),
                                   [c, level](benchmark::State& state) {
                                     measure(state, c.code, c.count, c.engine, c.threads, level);
                                   })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
