// Boards of police and thief: the bit-row engine against the textbook explicit program in the same process.
//
// The textbook (engine `reference`) builds the graph of all states with lists of predecessors and walks it
// level by level; its time is taken once a board, build included. x_textbook is the ratio of times,
// states_per_second counts both turns. Times of the engine contain everything from the board's cells to
// counts: numbering, masks, memory. Environment: RETROGRAPH_SIMD=avx512|avx2|scalar, RETROGRAPH_THREADS
// (default 1).
#include <chrono>
#include <cstdlib>
#include <map>
#include <vector>

#include <benchmark/benchmark.h>

#include "retrograph/games/random_board.hpp"
#include "retrograph/solve/board_sweeper.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

namespace retrograph::bench {
namespace {

unsigned threads_asked() {
  const char* text = std::getenv("RETROGRAPH_THREADS");
  return text == nullptr ? 1 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

Board board_of(std::int64_t side, std::uint64_t seed = 1) {
  RandomBoard parameters;
  parameters.rows = parameters.cols = static_cast<std::uint32_t>(side);
  parameters.seed = seed;
  return random_board(parameters);
}

double textbook_seconds(std::int64_t side) {
  static std::map<std::int64_t, double> known;
  if (const auto found = known.find(side); found != known.end()) return found->second;
  const auto start = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(solve_board(board_of(side), {}, "reference"));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return known[side] = seconds;
}

void tell(benchmark::State& state, std::uint64_t states, std::int64_t side) {
  using benchmark::Counter;
  const auto solved = static_cast<double>(states) * static_cast<double>(state.iterations());
  state.counters["states_per_second"] = Counter(solved, Counter::kIsRate);
  state.SetLabel(std::string(name_of(simd_level())));
  // 60 x 60 is the largest board that the textbook solves in 3 GB.
  if (side > 0 && side <= 60)
    state.counters["x_textbook"] =
        Counter(textbook_seconds(side) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

void one_board(benchmark::State& state, StoreLevel store) {
  const par::ThreadScope scope(threads_asked());
  const Board board = board_of(state.range(0));
  (void)(state.range(0) <= 60 ? textbook_seconds(state.range(0)) : 0.0);
  BoardSolveOptions options;
  options.store = store;
  std::uint64_t states = 0;
  for (auto _ : state) {
    const auto result = solve_board(board, {}, "bit-rows", options);
    states = result->space().vertex_count();
  }
  tell(state, states, state.range(0));
}

void values(benchmark::State& state) {
  one_board(state, StoreLevel::values);
}
void distances(benchmark::State& state) {
  one_board(state, StoreLevel::full);
}

// Boards a second, one after the other on one thread.
void sweep(benchmark::State& state, bool plies) {
  std::vector<Board> boards;
  for (std::uint64_t seed = 0; seed < 200; ++seed) boards.push_back(board_of(state.range(0), seed));
  BoardSweeper sweeper({}, plies);
  std::uint64_t states = 0;
  for (auto _ : state) {
    states = 0;
    for (const Board& board : boards) {
      const BoardFigures figures = sweeper.solve(board);
      states += figures.counts.win + figures.counts.lose + figures.counts.draw;
    }
  }
  tell(state, states, 0);
  state.counters["boards_per_second"] =
      benchmark::Counter(static_cast<double>(boards.size()) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void sweep_values(benchmark::State& state) {
  sweep(state, false);
}
void sweep_plies(benchmark::State& state) {
  sweep(state, true);
}

BENCHMARK(values)->Arg(20)->Arg(30)->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(distances)->Arg(20)->Arg(30)->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sweep_values)->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sweep_plies)->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace retrograph::bench

BENCHMARK_MAIN();
