// Pursuit: cops on a grid of 14 x 14 (196 vertices, as many rows and bits as Scotland Yard has, but fewer
// edges), and on Scotland Yard itself where the environment's RETROGRAPH_CASES names the folder of
// published graphs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/pursuit.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

namespace retrograph::bench {
namespace {

using Edges = std::vector<Edge<std::uint32_t>>;

Edges grid(std::uint32_t side) {
  Edges edges;
  for (std::uint32_t v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) edges.push_back({v, v + 1});
    if (v + side < side * side) edges.push_back({v, v + side});
  }
  return edges;
}

Edges scotland_yard() {
  const char* folder = std::getenv("RETROGRAPH_CASES");
  if (folder == nullptr) return {};
  std::ifstream in(std::string(folder) + "/graphs/scotlandyard-all.el");
  Edges edges;
  for (Edge<std::uint32_t> edge{}; in >> edge.from >> edge.to;) edges.push_back(edge);
  return edges;
}

void pursue(benchmark::State& state, const Edges& edges) {
  const par::ThreadScope scope(1);
  if (edges.empty()) return state.SkipWithError("no graph: set RETROGRAPH_CASES");
  std::uint32_t n = 0;
  for (const auto& edge : edges) n = std::max({n, edge.from + 1, edge.to + 1});
  const auto graph = build_csr<std::uint32_t>(n, edges);
  PursuitOptions options;
  options.cops = static_cast<unsigned>(state.range(0));
  options.distances = state.range(1) != 0;
  std::uint64_t positions = 0;
  for (auto _ : state) positions = solve_pursuit(graph, options)->positions;
  state.counters["positions_per_second"] = benchmark::Counter(
      static_cast<double>(positions) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["peak_mb"] = static_cast<double>(peak_rss_bytes() >> 20);
  state.SetLabel(std::string(name_of(simd_level())));
}

void pursuit_grid(benchmark::State& state) {
  pursue(state, grid(14));
}
void pursuit_scotland_yard(benchmark::State& state) {
  pursue(state, scotland_yard());
}

BENCHMARK(pursuit_grid)
    ->Args({2, 1})
    ->Args({3, 0})
    ->Args({3, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(pursuit_scotland_yard)
    ->Args({2, 1})
    ->Args({3, 0})
    ->Args({3, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace retrograph::bench

BENCHMARK_MAIN();
