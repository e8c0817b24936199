#include "grundy/sparse_engine.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "grundy/dense_engine.hpp"
#include "grundy/heap_state.hpp"
#include "grundy/sparse_period.hpp"
#include "grundy/sparse_runner.hpp"
#include "grundy/table_run.hpp"
#include "grundy/value_store.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t prefix_heaps = std::uint64_t{1} << 15;
constexpr std::uint64_t history_limit = std::uint64_t{1} << 22;
// Steps over the rares cost more than dense tests if more than one heap in this many is rare.
constexpr std::uint64_t most_rare_part = 16;
constexpr std::uint64_t run_block = std::uint64_t{1} << 16;

class SparseRun {
 public:
  SparseRun(const HeapGame& game, const HeapOptions& options)
      : game_(game),
        options_(options),
        count_(options.count + game.heap_offset),
        report_(game, options),
        store_(options.keep_values ? count_ : 0),
        runner_(SparseState(game, std::min(count_, history_limit))) {}

  /// With `choose_engine`, a game whose period shows in the prefix is continued by it, and one with many rare
  /// heaps is left to the dense engine.
  HeapRun run(bool choose_engine) {
    if (const auto state = options_.resumed()) {
      if (choose_engine && state_tag(*state, game_) == StateTag::table) return run_dense(game_, options_);
      return go_on();
    }
    std::vector<std::uint16_t> values = prefix();
    if (choose_engine) {
      const HeapValues table = HeapValues::narrowed(std::span<const std::uint16_t>(values));
      const std::optional<Period> period = find_period(without_offset(game_), table);
      if (period && period->proof != Proof::none) return continue_by(*period, std::move(values));
      if (values.size() < prefix_heaps || choose_rule(game_, values).rares > values.size() / most_rare_part)
        return run_dense(game_, options_);
    }
    runner_.state().load(values);
    if (!values.empty()) runner_.state().choose();
    emit({0, {}, values, nullptr});
    return go_on();
  }

 private:
  HeapRun go_on() {
    PeriodFinder finder(runner_);
    if (const auto state = options_.resumed()) {
      StateReader reader(*state);
      pass(reader, finder);
      reader.end();
      if (runner_.state().next() > count_) StateReader::wrong();
      if (options_.progress != nullptr) options_.progress->add(runner_.state().next());
    }
    while (runner_.state().next() < count_) {
      const std::uint64_t next = runner_.state().next();
      if (std::has_single_bit(next) && runner_.state().history().complete() && runner_.state().choose())
        finder.restart();
      const std::uint64_t end =
          std::min({count_, (next / run_block + 1) * run_block, std::bit_ceil(next + 1)});
      runner_.advance(end, [&](const SparseBlock& block) {
        emit(block);
        if (options_.find_period) finder.feed(block);
      });
      if (options_.find_period) finder.at_block_end();
      if (options_.stop_at_period && finder.period()) break;
      options_.level_done([&](StateSink& to) {
        StateWriter writer(to);
        pass(writer, finder);
      });
    }
    return result(finder);
  }

  template <class Archive>
  void pass(Archive& archive, PeriodFinder& finder) {
    StateTag tag = StateTag::sparse;
    pass_head(archive, tag, game_);
    if (tag != StateTag::sparse) StateReader::wrong();
    runner_.state().pass(archive);
    report_.statistics().pass(archive);
    store_.pass(archive);
    finder.pass(archive);
  }

  [[nodiscard]] std::vector<std::uint16_t> prefix() const {
    std::vector<std::uint16_t> values(std::min(count_, prefix_heaps));
    DenseTable table(game_, values.size());
    table.extend(values.size());
    table.copy(0, values);
    return values;
  }

  // Values beyond the prefix are those one period earlier, which is proved.
  HeapRun continue_by(const Period& period, std::vector<std::uint16_t> values) {
    const std::uint64_t count = options_.stop_at_period ? values.size() : count_;
    emit({0, {}, values, nullptr});
    // A whole number of periods, so that every block is a copy of the same stretch.
    const std::uint64_t whole = (run_block + period.length - 1) / period.length * period.length;
    std::vector<std::uint16_t> stretch(whole);
    for (std::uint64_t i = 0; i < whole; ++i)
      stretch[i] = values[values.size() - period.length + i % period.length];
    for (std::uint64_t next = values.size(); next < count;) {
      const std::uint64_t size = std::min(count - next, whole);
      emit({next, {}, std::span(stretch).first(size), nullptr});
      next += size;
      if (options_.stop != nullptr) options_.stop->throw_if_stopped();
    }
    HeapRun run;
    run.count = count - game_.heap_offset;
    run.engine = "dense";
    run.statistics = report_.statistics().result();
    run.values = std::move(store_).take();
    if (options_.find_period) {
      run.period = period;
      run.certificate = make_certificate(without_offset(game_), period);
    }
    return run;
  }

  void emit(const SparseBlock& block) {
    if (block.packed.empty()) {
      report_.add(block.first, block.plain);
      store_.add(block.plain);
      return;
    }
    if (!options_.keep_values && !options_.sink)
      return report_.add_packed(block.first, block.packed, *block.packing);
    plain_.resize(block.packed.size());
    for (std::size_t i = 0; i < plain_.size(); ++i)
      plain_[i] = static_cast<std::uint8_t>(block.packing->common(block.first + i, block.packed[i]));
    report_.add(block.first, std::span<const std::uint8_t>(plain_));
    store_.add(std::span<const std::uint8_t>(plain_));
  }

  HeapRun result(const PeriodFinder& finder) {
    const SparseState& state = runner_.state();
    HeapRun run;
    run.count = state.next() - game_.heap_offset;
    run.engine = "sparse";
    run.statistics = report_.statistics().result();
    run.values = std::move(store_).take();
    run.rare = state.rares().size();
    run.last_rare = state.last_rare();
    run.depth = state.depth();
    run.rares = state.rares();
    run.mask = state.rule().mask;
    run.position = state.rule().position;
    if (finder.period()) {
      run.period = finder.period();
      run.certificate = finder.certificate();
    }
    return run;
  }

  const HeapGame& game_;
  const HeapOptions& options_;
  std::uint64_t count_;
  ValueReport report_;
  ValueStore store_;
  SparseRunner runner_;
  std::vector<std::uint8_t> plain_;
};

}  // namespace

bool sparse_accepts(const HeapGame& game) {
  return game.most_parts() == 2;
}

HeapRun run_sparse(const HeapGame& game, const HeapOptions& options) {
  return SparseRun(game, options).run(false);
}

HeapRun run_dense_then_sparse(const HeapGame& game, const HeapOptions& options) {
  return SparseRun(game, options).run(true);
}

}  // namespace retrograph
