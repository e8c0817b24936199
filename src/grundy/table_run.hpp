// The common frame of the engines that keep every value: blocks, statistics, sink, progress, stop.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "grundy/heap_state.hpp"
#include "grundy/heap_statistics.hpp"
#include "grundy/packing.hpp"

namespace retrograph {

// Values between two polls of the stop request: 0.1 to 1 s at a million heaps.
inline constexpr std::uint64_t table_block = 4096;

/// What stands between a run's values and its report: shift by the game's heap offset, then count and send.
class ValueReport {
 public:
  ValueReport(const HeapGame& game, const HeapOptions& options)
      : options_(options), offset_(game.heap_offset), statistics_(options.histograms) {}

  /// The values of heaps first, first + 1, … of the code; called in order.
  template <class T>
  void add(std::uint64_t first, std::span<const T> values) {
    if (options_.progress != nullptr) options_.progress->add(values.size());
    if (first < offset_) {
      const std::size_t skip =
          std::min<std::size_t>(values.size(), static_cast<std::size_t>(offset_ - first));
      values = values.subspan(skip);
      first += skip;
    }
    if (values.empty()) return;
    statistics_.add(values);
    if (options_.sink) options_.sink({first - offset_, values});
  }
  /// The same for packed common values, counted as they are; for runs without a sink.
  void add_packed(std::uint64_t first, std::span<const std::uint8_t> packed, const Packing& packing) {
    if (options_.progress != nullptr) options_.progress->add(packed.size());
    while (!packed.empty()) {
      const auto piece = packed.first(static_cast<std::size_t>(
          std::min<std::uint64_t>(packed.size(), statistics_.next_stop() - statistics_.heaps())));
      add_counted(first, piece, packing);
      first += piece.size();
      packed = packed.subspan(piece.size());
    }
  }
  [[nodiscard]] StatisticsCollector& statistics() noexcept { return statistics_; }

 private:
  void add_counted(std::uint64_t first, std::span<const std::uint8_t> packed, const Packing& packing) {
    const std::size_t forms = std::size_t{*std::max_element(packed.begin(), packed.end())} + 1;
    std::array<std::array<std::uint32_t, Packing::values / 2>, 2> counts;
    for (auto& count : counts) std::fill_n(count.begin(), forms, 0U);
    std::size_t i = 0;
    for (; i + 1 < packed.size(); i += 2) {
      ++counts[0][packed[i]];
      ++counts[1][packed[i + 1]];
    }
    if (i < packed.size()) ++counts[0][packed[i]];
    std::array<std::uint64_t, Packing::values> values;
    std::fill_n(values.begin(), 2 * forms, 0U);
    for (std::uint64_t parity = 0; parity < 2; ++parity)
      for (std::size_t p = 0; p < forms; ++p)
        if (counts[parity][p] != 0)
          values[packing.common(first + parity, static_cast<std::uint32_t>(p))] += counts[parity][p];
    std::size_t size = 2 * forms;
    while (size > 0 && values[size - 1] == 0) --size;
    statistics_.add_counts(packed.size(), std::span(values).first(size), [&](std::uint32_t value) {
      std::size_t at = 0;
      while (packing.common(first + at, packed[at]) != value) ++at;
      return first + at - offset_;
    });
  }

  const HeapOptions& options_;
  std::uint64_t offset_;
  StatisticsCollector statistics_;
};

/// The values of the state to go on from, for engines that keep them all; none without one.
template <class T>
[[nodiscard]] std::vector<T> table_state(const HeapGame& game, const HeapOptions& options) {
  std::vector<T> values;
  const auto state = options.resumed();
  if (state == nullptr) return values;
  StateReader reader(*state);
  StateTag tag{};
  pass_head(reader, tag, game);
  if (tag != StateTag::table)
    fail(Category::usage, "the checkpoint is one of the sparse engine, this run's engine keeps all values");
  reader(values);
  reader.end();
  return values;
}

template <class T>
void save_table(const HeapGame& game, StateSink& to, std::span<const T> values) {
  StateWriter writer(to);
  StateTag tag = StateTag::table;
  pass_head(writer, tag, game);
  writer(values);
}

/// Runs extend(values, begin, end) block by block; it sets values[begin] .. values[end - 1] from those
/// before. adopt(values, end) takes over values that a state brings.
template <class T, class Extend, class Adopt>
[[nodiscard]] HeapRun run_table(const HeapGame& game, const HeapOptions& options, std::string_view engine,
                                Extend&& extend, Adopt&& adopt) {
  const std::uint64_t count = options.count + game.heap_offset;
  Array<T> values(count);
  ValueReport report(game, options);
  const std::vector<T> resumed = table_state<T>(game, options);
  if (resumed.size() > count) StateReader::wrong();
  std::copy(resumed.begin(), resumed.end(), values.data());
  if (!resumed.empty()) adopt(values.data(), resumed.size());
  report.add(0, std::span<const T>(resumed));
  for (std::uint64_t begin = resumed.size(); begin < count;) {
    const std::uint64_t end = std::min(count, begin + table_block);
    extend(values.data(), begin, end);
    report.add(begin, std::span<const T>(values.data() + begin, end - begin));
    begin = end;
    options.level_done(
        [&](StateSink& to) { save_table<T>(game, to, std::span<const T>(values.data(), begin)); });
  }
  HeapRun run;
  run.count = options.count;
  run.engine = engine;
  run.statistics = report.statistics().result();
  run.values = HeapValues::narrowed(std::span<const T>(values.data(), count));
  return run;
}

}  // namespace retrograph
