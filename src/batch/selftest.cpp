#include "retrograph/batch/selftest.hpp"

#include <array>
#include <span>
#include <vector>

#include "retrograph/games/random_board.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/store/input_hash.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014): the instances must be the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

template <class T>
void add(StreamingHash& hash, std::span<const T> values) {
  hash.add(std::as_bytes(values));
}

// Hashes of single runs; all runs of one instance must agree.
class Collector {
 public:
  void run(const std::string& instance, std::string_view engine, const std::string& answer) {
    ++result_.runs;
    if (instance != instance_) {
      instance_ = instance;
      expected_ = answer;
      ++result_.instances;
      add<char>(all_, answer);
    } else if (answer != expected_) {
      fail(Category::internal, "self-test: the engine {} differs from the others on {}", engine, instance);
    }
  }
  SelfTest take() {
    result_.hash = all_.hex();
    return std::move(result_);
  }

 private:
  SelfTest result_;
  StreamingHash all_;
  std::string instance_;
  std::string expected_;
};

Arena<std::uint32_t> random_arena(std::uint64_t seed, std::uint64_t vertices, std::uint64_t edges,
                                  DeadEnd rule) {
  Random random(seed);
  std::vector<Edge<std::uint32_t>> list(edges);
  // Sources from the lower four fifths: the rest are dead ends.
  for (auto& edge : list)
    edge = {static_cast<std::uint32_t>(random.below(vertices * 4 / 5)),
            static_cast<std::uint32_t>(random.below(vertices))};
  return {build_csr<std::uint32_t>(vertices, list), {}, {}, rule};
}

std::string answer_of(const Outcomes<std::uint32_t>& outcomes) {
  StreamingHash hash;
  add<Value>(hash, outcomes.value.span());
  for (std::size_t v = 0; v < outcomes.remoteness.size(); ++v) {
    const std::uint32_t r = outcomes.remoteness[v];
    add<std::uint32_t>(hash, std::span(&r, 1));
  }
  return hash.hex();
}

void graphs(Collector& collector, const RunContext& context, const MoreEngines& more) {
  struct Instance {
    std::uint64_t seed, vertices, edges;
    DeadEnd rule;
  };
  constexpr Instance instances[] = {
      {1, 1000, 3000, DeadEnd::lose},   {2, 1000, 1500, DeadEnd::win},     {3, 1000, 4000, DeadEnd::tie},
      {4, 20000, 60000, DeadEnd::lose}, {5, 50000, 320000, DeadEnd::lose}, {6, 3, 2, DeadEnd::lose},
  };
  SolveOptions options;
  options.stop = context.stop;
  for (const auto& [seed, vertices, edges, rule] : instances) {
    const auto arena = random_arena(seed, vertices, edges, rule);
    for (const Engine& engine : engines())
      collector.run(fmt::format("graph {}", seed), engine.name, answer_of(solve(engine, arena, options)));
    if (more.graphs)
      collector.run(fmt::format("graph {}", seed), "beside them", answer_of(more.graphs(arena)));
  }
}

std::string answer_of(const BoardResult& result) {
  StreamingHash hash;
  const std::uint32_t cells = result.space().board().cell_count();
  std::vector<Value> value(cells);
  std::vector<std::uint32_t> remoteness(cells);
  for (const Side turn : {Side::police, Side::thief})
    for (std::uint32_t thief = 0; thief < cells; ++thief) {
      result.values_row(turn, thief, value);
      result.remoteness_row<std::uint32_t>(turn, thief, remoteness);
      add<Value>(hash, value);
      add<std::uint32_t>(hash, remoteness);
    }
  return hash.hex();
}

void boards(Collector& collector, const RunContext& context, const MoreEngines& more) {
  struct Instance {
    std::uint32_t rows, cols, exits;
    double walls;
  };
  constexpr Instance instances[] = {{3, 3, 0, 0},  {5, 7, 1, 0.2},   {9, 9, 2, 0.3},
                                    {1, 12, 1, 0}, {20, 20, 1, 0.2}, {13, 34, 3, 0.1}};
  BoardSolveOptions options;
  options.stop = context.stop;
  std::uint64_t seed = 0;
  for (const auto& [rows, cols, exits, walls] : instances) {
    const Board board = random_board({rows, cols, walls, exits, ++seed});
    const auto space = std::make_shared<const PoliceThief>(board, PursuitRules{});
    for (const BoardEngine& engine : board_engines())
      if (engine.refusal(*space).empty())
        collector.run(fmt::format("board {}", seed), engine.name, answer_of(*engine.solve(space, options)));
    if (more.boards)
      collector.run(fmt::format("board {}", seed), "beside them", answer_of(*more.boards(space)));
  }
}

void heaps(Collector& collector, const RunContext& context) {
  constexpr std::array<std::string_view, 8> games{
      "0.137", "0.77", "0.6", "grundy", "0.106", "0.3F", "subtraction:2,5,7", "4.0"};
  constexpr std::uint64_t count = 3000;
  for (const std::string_view name : games) {
    const HeapGame game = parse_heap_game(name);
    HeapOptions options;
    options.count = count;
    options.stop = context.stop;
    for (const HeapEngine& engine : heap_engines()) {
      if (!engine.accepts(game)) continue;
      const HeapRun run = engine.run(game, options);
      StreamingHash hash;
      for (std::uint64_t n = 0; n < run.count; ++n) {
        const std::uint32_t value = run.values[n];
        add<std::uint32_t>(hash, std::span(&value, 1));
      }
      collector.run(std::string(name), engine.name, hash.hex());
    }
  }
}

}  // namespace

SelfTest run_selftest(const RunContext& context, const MoreEngines& more) {
  Collector collector;
  graphs(collector, context, more);
  boards(collector, context, more);
  heaps(collector, context);
  return collector.take();
}

}  // namespace retrograph
