// The common frame of the engines that keep every value: blocks, statistics, sink, progress, stop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "grundy/heap_statistics.hpp"

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
  [[nodiscard]] StatisticsCollector& statistics() noexcept { return statistics_; }

 private:
  const HeapOptions& options_;
  std::uint64_t offset_;
  StatisticsCollector statistics_;
};

/// Runs extend(values, begin, end) block by block; it sets values[begin] .. values[end - 1] from those
/// before.
template <class T, class Extend>
[[nodiscard]] HeapRun run_table(const HeapGame& game, const HeapOptions& options, std::string_view engine,
                                Extend&& extend) {
  const std::uint64_t count = options.count + game.heap_offset;
  Array<T> values(count);
  ValueReport report(game, options);
  for (std::uint64_t begin = 0; begin < count;) {
    const std::uint64_t end = std::min(count, begin + table_block);
    extend(values.data(), begin, end);
    report.add(begin, std::span<const T>(values.data() + begin, end - begin));
    begin = end;
    if (options.stop != nullptr) options.stop->throw_if_stopped();
  }
  HeapRun run;
  run.count = options.count;
  run.engine = engine;
  run.statistics = report.statistics().result();
  run.values = HeapValues::narrowed(std::span<const T>(values.data(), count));
  return run;
}

}  // namespace retrograph
