// Transposing a graph and building one from edges, beside the plain counting sort, in edges a second.
//
// Extra memory is the growth of the peak resident set over both sides. Bytes moved by the blocked
// transpose, an edge: targets are read twice (8), the packed entry written (4), copied to a scratch in the
// caches (4), and the source written back (4): 20. One run before the measured ones touches the memory;
// what a run allocates comes fresh from the system each time.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/games/random_board.hpp"
#include "retrograph/games/random_graph.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph::bench {
namespace {

using Graph = CsrGraph<std::uint32_t>;

Graph random_of(unsigned scale) {
  return random_graph<std::uint32_t>({std::uint64_t{1} << scale, 6.4, 0.2, 1});
}
Graph board_of() {
  return std::move(arena_of<std::uint32_t>(PoliceThief(random_board({40, 40, 0.2, 2, 1}), {})).moves);
}

struct Kind {
  const char* name;
  Graph (*make)();
};
constexpr Kind kinds[] = {{"random20", [] { return random_of(20); }},
                          {"random22", [] { return random_of(22); }},
                          {"random24", [] { return random_of(24); }},
                          {"rmat22", [] { return rmat_graph<std::uint32_t>({22, 8, 0.05, 1}); }},
                          {"board40", board_of}};

// One at a time: the largest takes a gigabyte with what is made of it.
const Graph& graph_of(const Kind& kind) {
  static std::string name;
  static std::unique_ptr<Graph> graph;
  if (name != kind.name) {
    graph.reset();
    graph = std::make_unique<Graph>(kind.make());
    name = kind.name;
  }
  return *graph;
}

// One counter a vertex, two passes over the edges.
Graph counting_transpose(const Graph& graph) {
  Array<EdgeIndex> offsets(graph.vertex_count() + 1, EdgeIndex{0});
  Array<std::uint32_t> sources(graph.edge_count());
  for (const std::uint32_t v : graph.targets()) ++offsets[v + std::size_t{1}];
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v) offsets[v + 1] += offsets[v];
  Array<EdgeIndex> next = Array<EdgeIndex>::copy_of(std::as_const(offsets).span());
  for (std::uint32_t u = 0; u < graph.vertex_count(); ++u)
    for (const std::uint32_t v : graph.successors(u)) sources[next[v]++] = u;
  return {std::move(offsets), std::move(sources)};
}

template <class F>
void measure(benchmark::State& state, const Kind& kind, unsigned threads, F&& run) {
  const Graph& graph = graph_of(kind);
  const par::ThreadScope scope(threads);
  benchmark::DoNotOptimize(run(graph));
  for (auto _ : state) benchmark::DoNotOptimize(run(graph));
  state.counters["edges/s"] = benchmark::Counter(static_cast<double>(graph.edge_count()),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

std::vector<Edge<std::uint32_t>> edges_of(const Graph& graph, bool turned) {
  std::vector<Edge<std::uint32_t>> edges;
  edges.reserve(graph.edge_count());
  for (std::uint32_t u = 0; u < graph.vertex_count(); ++u)
    for (const std::uint32_t v : graph.successors(u))
      edges.push_back(turned ? Edge<std::uint32_t>{v, u} : Edge<std::uint32_t>{u, v});
  return edges;
}

void extra_memory(benchmark::State& state) {
  const Graph graph = random_of(24);
  const std::uint64_t sides = 2 * (graph.offsets().size_bytes() + graph.targets().size_bytes());
  const std::uint64_t other = current_rss_bytes() - sides / 2;
  for (auto _ : state) benchmark::DoNotOptimize(transpose(graph));
  state.counters["extra_MB"] =
      (static_cast<double>(peak_rss_bytes()) - static_cast<double>(sides + other)) / 1e6;
}

template <class F>
void add(const std::string& name, F&& run) {
  benchmark::RegisterBenchmark(name.c_str(), std::forward<F>(run))
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_all() {
  benchmark::RegisterBenchmark("transpose/random24/extra-memory", extra_memory)->Iterations(1);
  for (const Kind& kind : kinds) {
    const std::string name(kind.name);
    add("transpose/" + name + "/counting-sort",
        [&kind](benchmark::State& state) { measure(state, kind, 1, counting_transpose); });
    for (const unsigned threads : {1U, 2U})
      add("transpose/" + name + "/threads:" + std::to_string(threads),
          [&kind, threads](benchmark::State& state) {
            measure(state, kind, threads, [](const Graph& graph) { return transpose(graph); });
          });
    for (const bool turned : {false, true})
      for (const unsigned threads : {1U, 2U})
        add("build/" + name + (turned ? "/by-target" : "/by-source") + "/threads:" + std::to_string(threads),
            [&kind, threads, turned](benchmark::State& state) {
              const auto edges = edges_of(graph_of(kind), turned);
              measure(state, kind, threads, [&](const Graph& graph) {
                return build_csr<std::uint32_t>(graph.vertex_count(), edges);
              });
            });
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
