// Retrograde analysis: every engine on every graph, with the textbook program in the same process.
//
// Rate = moves into decided vertices a second. The build of the textbook's lists and the transpose are not
// counted; what an engine allocates and labels is. One run of each engine goes before the measured ones, so
// that the pages it gets are ones this process has touched before: the first touch of memory on a virtual
// machine costs more than the solve. x_textbook is the ratio of times in this process, cpu_x that of
// processor times (of all threads together), which holds on a machine that is shared as well.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "bench_graphs.hpp"

namespace retrograph::bench {
namespace {

using Game = Arena<std::uint32_t>;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Processor seconds of this process so far, all threads together.
double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The graph in use; one at a time, since the largest takes a gigabyte.
struct Subject {
  std::string name;
  Game game;
  std::optional<CsrGraph<std::uint32_t>> reverse;
  double textbook_seconds = 0;
  double textbook_cpu = 0;
  std::uint64_t decided_edges = 0;
};

Subject& subject(const GraphKind& kind) {
  static std::unique_ptr<Subject> current;
  if (current && current->name == kind.name) return *current;
  current.reset();
  current = std::make_unique<Subject>();
  current->name = kind.name;
  current->game = kind.make();
  current->reverse = transpose(current->game.moves);
  Reference<std::uint32_t> textbook(current->game);
  std::vector<double> times;
  std::vector<double> cpu_times;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const double cpu = cpu_seconds();
    textbook.solve();
    times.push_back(seconds_since(start));
    cpu_times.push_back(cpu_seconds() - cpu);
  }
  std::sort(times.begin(), times.end());
  std::sort(cpu_times.begin(), cpu_times.end());
  current->textbook_seconds = times[1];
  current->textbook_cpu = cpu_times[1];
  for (std::uint64_t v = 0; v < current->game.vertex_count(); ++v)
    if (textbook.value()[v] != Value::draw) current->decided_edges += current->reverse->out_degree(v);
  return *current;
}

void report(benchmark::State& state, const Subject& s, std::uint64_t engine_bytes, double cpu) {
  const auto edges = static_cast<double>(s.decided_edges);
  state.counters["edges/s"] = benchmark::Counter(edges, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["x_textbook"] =
      benchmark::Counter(s.textbook_seconds, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["cpu_x"] = s.textbook_cpu * static_cast<double>(state.iterations()) / cpu;
  state.counters["cpu_edges/s"] = edges * static_cast<double>(state.iterations()) / cpu;
  state.counters["bytes/edge"] = static_cast<double>(engine_bytes) /
                                 static_cast<double>(std::max<std::uint64_t>(1, s.game.moves.edge_count()));
  state.counters["peak_MB"] = static_cast<double>(peak_rss_bytes()) / 1e6;
}

void textbook(benchmark::State& state, const GraphKind& kind) {
  Subject& s = subject(kind);
  for (auto _ : state) state.SetIterationTime(s.textbook_seconds);
  report(state, s, 0, s.textbook_cpu);
}

void engine(benchmark::State& state, const GraphKind& kind, const Engine& engine, unsigned threads,
            SimdLevel level) {
  Subject& s = subject(kind);
  const par::ThreadScope scope(threads);
  const SimdScope simd(level);
  const auto run = [&] { return solve(engine, s.game, {}, engine.uses_reverse ? &*s.reverse : nullptr); };
  benchmark::DoNotOptimize(run());
  const double cpu = cpu_seconds();
  for (auto _ : state) benchmark::DoNotOptimize(run());
  const double cpu_used = cpu_seconds() - cpu;
  report(state, s, estimate_memory(engine, size_of(s.game, true), {}), cpu_used);
}

void add(const GraphKind& kind, const Engine& which, unsigned threads, SimdLevel level) {
  const std::string name = std::string(kind.name) + "/" + std::string(which.name) +
                           "/threads:" + std::to_string(threads) + "/" + std::string(name_of(level));
  benchmark::RegisterBenchmark(name.c_str(),
                               [&kind, &which, threads, level](benchmark::State& state) {
                                 engine(state, kind, which, threads, level);
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_all() {
  for (const GraphKind& kind : graph_kinds()) {
    benchmark::RegisterBenchmark((std::string(kind.name) + "/textbook").c_str(),
                                 [&kind](benchmark::State& state) { textbook(state, kind); })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
    for (const Engine& which : engines()) {
      if (which.name == "reference") continue;
      for (const unsigned threads : {1U, 2U}) add(kind, which, threads, machine_simd_level());
      for (const SimdLevel level : {SimdLevel::avx2, SimdLevel::scalar})
        if (level < machine_simd_level() && which.name != "frontier") add(kind, which, 1, level);
    }
  }
}

}  // namespace
}  // namespace retrograph::bench

int main(int argc, char** argv) {
  retrograph::bench::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
