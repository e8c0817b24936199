// Running statistics of a sequence of nim-values, fed in blocks from one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

class StatisticsCollector {
 public:
  StatisticsCollector() = default;
  explicit StatisticsCollector(bool histograms) : histograms_(histograms) {}

  /// The values of the next heaps.
  template <class T>
  void add(std::span<const T> values);

  /// The same from counts: `count[v]` of the next `heaps` heaps have value v; the stretch must not pass a
  /// power of two other than at its end (next_stop()). `first_of(v)` is asked for the first heap of value v
  /// when v is a new maximum.
  void add_counts(std::uint64_t heaps, std::span<const std::uint64_t> count,
                  const std::function<std::uint64_t(std::uint32_t)>& first_of);

  /// Heaps fed so far.
  [[nodiscard]] std::uint64_t heaps() const noexcept { return next_; }
  /// add_counts() may be fed up to here: the next heap number whose predecessor is a power of two.
  [[nodiscard]] std::uint64_t next_stop() const noexcept;
  [[nodiscard]] HeapStatistics result() const;
  /// Fields for the state of a run (heap_state.hpp).
  template <class Archive>
  void pass(Archive& archive) {
    archive(histograms_, next_, count_, statistics_.max_value, statistics_.max_value_at);
    std::uint64_t size = statistics_.histograms.size();
    archive(size);
    if constexpr (Archive::reads) {
      if (size > 64) archive.wrong();
      statistics_.histograms.resize(size);
    }
    for (ValueHistogram& histogram : statistics_.histograms) archive(histogram.heaps, histogram.count);
  }

 private:
  template <class T>
  void add_piece(std::span<const T> values);
  void close_piece();

  bool histograms_ = false;
  std::uint64_t next_ = 0;
  std::vector<std::uint64_t>
      count_;  // of heaps 0 .. next_ - 1; heap 0 has value 0 and is taken off at the end
  HeapStatistics statistics_;
};

}  // namespace retrograph
