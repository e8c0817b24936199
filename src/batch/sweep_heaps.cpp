// Sweeps of heap games: period, proof and extremes of every code.
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_count = std::uint64_t{1} << 50;

void check_heaps(const JobValues& values, const RunContext& /*context*/) {
  (void)number_of_key(grundy_sweep, values, "count", 1, most_count);
  const std::string code = value_of_key(grundy_sweep, values, "game");
  try {
    (void)find_heap_engine(value_of_key(grundy_sweep, values, "engine"), parse_heap_game(code));
  } catch (const Error& e) {
    throw Error(Category::malformed, e.what());
  }
}

std::vector<SweepCell> run_heaps(const JobValues& values, const RunContext& context) {
  const HeapGame game = parse_heap_game(value_of_key(grundy_sweep, values, "game"));
  HeapOptions options;
  options.count = number_of_key(grundy_sweep, values, "count", 1, most_count);
  options.keep_values = false;
  options.find_period = true;
  options.stop = context.stop;
  StopWatch watch;
  const HeapRun run = run_heap_engine(game, options, value_of_key(grundy_sweep, values, "engine"));
  const double seconds = watch.lap();
  const Period period = run.period.value_or(Period{no_number, no_number, no_number, Proof::none});
  return {game.name,
          period.length,
          period.start,
          run.period ? period.last_exception().value_or(no_number) : no_number,
          period.saltus,
          std::string(run.period ? name_of(period.proof) : "-"),
          std::uint64_t{run.statistics.max_value},
          run.statistics.max_value_at,
          run.statistics.zeros,
          run.rare.value_or(no_number),
          run.last_rare.value_or(no_number),
          run.depth.value_or(no_number),
          seconds};
}

std::unique_ptr<SweepRunner> start_heaps(const SweepConfig& /*config*/, const RunContext& context) {
  return std::make_unique<PlainSweepRunner<run_heaps>>(context);
}

}  // namespace

const SweepKind grundy_sweep{"grundy",
                             {{"game", ""}, {"count", "", true}, {"engine", "auto"}},
                             {"canonical", "period", "start", "last_exception", "saltus", "proof",
                              "max_value", "max_value_at", "zeros", "rare", "last_rare", "depth", "seconds"},
                             check_heaps,
                             start_heaps};

}  // namespace retrograph
