#include "retrograph/grundy/heap_engine.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "retrograph/support/error.hpp"

#include "grundy/dense_engine.hpp"
#include "grundy/heap_reference.hpp"
#include "grundy/sparse_engine.hpp"

namespace retrograph {
namespace {

bool accepts_all(const HeapGame&) {
  return true;
}

HeapRun run_auto(const HeapGame& game, const HeapOptions& options) {
  if (sparse_accepts(game)) return run_dense_then_sparse(game, options);
  return dense_accepts(game) ? run_dense(game, options) : run_reference(game, options);
}

constexpr std::array engines = {
    HeapEngine{"auto", "the fastest engine that takes the game", accepts_all, run_auto},
    HeapEngine{"reference", "every option of every heap; the textbook loop", accepts_all, run_reference},
    HeapEngine{"dense",
               "least unmarked values tested against a reversed copy of the table; no three-way splits",
               dense_accepts, run_dense},
    HeapEngine{"sparse", "splits with one of the few rare heaps only; needs a split, bounded memory",
               sparse_accepts, run_sparse},
};

void add_period(const HeapGame& game, HeapRun& run) {
  HeapGame code = without_offset(game);
  std::optional<Period> period = find_period(code, run.values);
  if (!period) return;
  if (period->proof != Proof::none) run.certificate = make_certificate(code, *period);
  run.period = period;
}

// Strips are heaps of the code from heap_offset on.
void drop_offset(const HeapGame& game, HeapRun& run) {
  if (game.heap_offset == 0 || run.values.empty()) return;
  run.values = std::visit(
      [&](const auto& all) { return HeapValues(all.copy_of(all.span().subspan(game.heap_offset))); },
      run.values.storage());
}

}  // namespace

std::span<const HeapEngine> heap_engines() {
  return engines;
}

const HeapEngine& find_heap_engine(std::string_view name, const HeapGame& game) {
  const auto found = std::find_if(engines.begin(), engines.end(),
                                  [&](const HeapEngine& engine) { return engine.name == name; });
  if (found == engines.end()) {
    std::string names;
    for (const HeapEngine& engine : engines) names += (names.empty() ? "" : ", ") + std::string(engine.name);
    fail(Category::usage, "no heap engine is named '{}': there are {}", name, names);
  }
  if (!found->accepts(game)) fail(Category::usage, "heap engine '{}' cannot take {}", name, game.name);
  return *found;
}

HeapRun run_heap_engine(const HeapGame& game, const HeapOptions& options, std::string_view engine) {
  HeapRun run = find_heap_engine(engine, game).run(game, options);
  if (options.find_period && !run.period && !run.values.empty()) add_period(game, run);
  if (run.period) run.period->start -= std::min<std::uint64_t>(run.period->start, game.heap_offset);
  drop_offset(game, run);
  if (!options.keep_values) run.values = {};
  return run;
}

std::uint64_t heap_memory_estimate(const HeapGame& game, const HeapOptions& options,
                                   std::string_view engine) {
  const std::uint64_t fixed = std::uint64_t{1} << 26;
  if (sparse_accepts(game) && engine != "reference" && engine != "dense" && !options.keep_values)
    return fixed;
  const bool wide = game.kind == HeapGame::Kind::all_but || game.most_parts() == 3;
  const std::uint64_t table = (wide ? 8 : 4) * options.count;
  return table + (options.find_period ? 4 * options.count : 0) + fixed;
}

}  // namespace retrograph
