// Values of graphs: the mex engine against the textbook's depth-first search, and Smith values by levels.
//
// Rate = edges a second. For the textbook and for "mex" the build of lists and of the reverse side is not
// counted, for "mex+transpose" that of the reverse side is. Every measured run follows one that is not
// measured, so that its pages are ones this process has touched before. x_textbook is the ratio of times in
// this process: the textbook runs first and three times, the median counts.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/grundy/graph_reference.hpp"
#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "bench_dags.hpp"

namespace retrograph::bench {
namespace {

using Graph = CsrGraph<std::uint32_t>;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The graph in use; one at a time.
struct Subject {
  std::string name;
  Graph graph;
  Graph reverse;
  double textbook_seconds = 0;
};

Subject& subject(const ValueGraph& which, bool textbook) {
  static std::unique_ptr<Subject> current;
  if (current && current->name == which.name) return *current;
  current.reset();
  current = std::make_unique<Subject>();
  current->name = which.name;
  current->graph = which.make();
  current->reverse = transpose(current->graph);
  if (!textbook) return *current;
  const auto rows = adjacency_lists(current->graph);
  std::vector<double> times;
  for (int run = 0; run < 3; ++run) {
    const auto start = Clock::now();
    benchmark::DoNotOptimize(reference_mex(rows));
    times.push_back(seconds_since(start));
  }
  std::sort(times.begin(), times.end());
  current->textbook_seconds = times[1];
  return *current;
}

void report(benchmark::State& state, const Subject& s) {
  state.counters["edges/s"] = benchmark::Counter(static_cast<double>(s.graph.edge_count()),
                                                 benchmark::Counter::kIsIterationInvariantRate);
  if (s.textbook_seconds != 0)
    state.counters["x_textbook"] =
        benchmark::Counter(s.textbook_seconds, benchmark::Counter::kIsIterationInvariantRate);
}

void textbook(benchmark::State& state, const ValueGraph& which) {
  Subject& s = subject(which, true);
  for (auto _ : state) state.SetIterationTime(s.textbook_seconds);
  report(state, s);
}

void mex(benchmark::State& state, const ValueGraph& which, unsigned threads, SimdLevel level, bool whole) {
  Subject& s = subject(which, true);
  const par::ThreadScope scope(threads);
  const SimdScope simd(level);
  const auto run = [&] {
    if (whole) return mex_values(s.graph).finite_limit;
    return mex_labels(s.graph, s.reverse).values->finite_limit;
  };
  benchmark::DoNotOptimize(run());
  for (auto _ : state) benchmark::DoNotOptimize(run());
  report(state, s);
}

// Level 0 alone, by the engine that the levels use.
void outcomes(benchmark::State& state, const ValueGraph& which, unsigned threads) {
  Subject& s = subject(which, false);
  const par::ThreadScope scope(threads);
  Arena<std::uint32_t> arena;
  arena.moves =
      Graph(Array<EdgeIndex>::view_of(s.graph.offsets()), Array<std::uint32_t>::view_of(s.graph.targets()));
  SolveOptions options;
  options.distances = false;
  const auto run = [&] { return solve(choose_engine(arena, false), arena, options); };
  benchmark::DoNotOptimize(run());
  for (auto _ : state) benchmark::DoNotOptimize(run());
  report(state, s);
}

// For each level: edges of its game, seconds to copy and to solve it.
void smith(benchmark::State& state, const ValueGraph& which, unsigned threads) {
  Subject& s = subject(which, false);
  const par::ThreadScope scope(threads);
  benchmark::DoNotOptimize(smith_labels(s.graph));
  SmithLabels last;
  for (auto _ : state) last = smith_labels(s.graph);
  report(state, s);
  double later = 0;
  double walked = 0;  // edges of the games that later levels are copied from
  for (std::size_t m = 1; m < last.levels.size(); ++m) {
    later += last.levels[m].copy_seconds + last.levels[m].solve_seconds;
    walked += static_cast<double>(last.levels[m - 1].edges);
  }
  for (std::size_t m = 0; m < std::min<std::size_t>(5, last.levels.size()); ++m) {
    const std::string level = fmt::format("L{}", m);
    state.counters[level + "_Medges"] = static_cast<double>(last.levels[m].edges) / 1e6;
    state.counters[level + "_copy_ms"] = last.levels[m].copy_seconds * 1e3;
    state.counters[level + "_solve_ms"] = last.levels[m].solve_seconds * 1e3;
  }
  state.counters["levels"] = static_cast<double>(last.levels.size());
  state.counters["later_edges/s"] = later == 0 ? 0 : walked / later;
  state.counters["sets_ms"] = last.sets_seconds * 1e3;
}

void add(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime()->Unit(benchmark::kMillisecond);
}

void add_acyclic(const ValueGraph& which) {
  const std::string name(which.name);
  benchmark::RegisterBenchmark((name + "/textbook").c_str(),
                               [&which](benchmark::State& state) { textbook(state, which); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  for (const SimdLevel level : {SimdLevel::avx512, SimdLevel::avx2, SimdLevel::scalar}) {
    if (level > machine_simd_level()) continue;
    for (const unsigned threads : {1U, 2U})
      if (threads == 1 || level == machine_simd_level())
        add(name + "/mex/threads:" + std::to_string(threads) + "/" + std::string(name_of(level)),
            [&which, threads, level](benchmark::State& s) { mex(s, which, threads, level, false); });
  }
  for (const unsigned threads : {1U, 2U})
    add(name + "/mex+transpose/threads:" + std::to_string(threads),
        [&which, threads](benchmark::State& s) { mex(s, which, threads, machine_simd_level(), true); });
}

void add_all() {
  for (const ValueGraph& which : acyclic_graphs()) add_acyclic(which);
  for (const ValueGraph& which : cyclic_graphs())
    for (const unsigned threads : {1U, 2U}) {
      const std::string end = "/threads:" + std::to_string(threads);
      add(std::string(which.name) + "/outcomes" + end,
          [&which, threads](benchmark::State& s) { outcomes(s, which, threads); });
      add(std::string(which.name) + "/smith" + end,
          [&which, threads](benchmark::State& s) { smith(s, which, threads); });
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
