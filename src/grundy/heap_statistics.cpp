#include "grundy/heap_statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace retrograph {
namespace {

ValueHistogram histogram_of(std::uint64_t heaps, std::vector<std::uint64_t> count) {
  if (!count.empty()) --count[0];  // heap 0 is not counted, and its value is 0
  return {heaps, std::move(count)};
}

}  // namespace

std::uint64_t StatisticsCollector::next_stop() const noexcept {
  return next_ < 2 ? next_ + 1 : std::bit_ceil(next_) + 1;
}

template <class T>
void StatisticsCollector::add_piece(std::span<const T> values) {
  const T largest = *std::max_element(values.begin(), values.end());
  if (largest > statistics_.max_value || next_ == 0) {
    statistics_.max_value = largest;
    statistics_.max_value_at =
        next_ + static_cast<std::uint64_t>(std::find(values.begin(), values.end(), largest) - values.begin());
  }
  if (count_.size() <= largest) count_.resize(std::size_t{largest} + 1);
  for (const T value : values) ++count_[value];
  next_ += values.size();
  close_piece();
}

template <class T>
void StatisticsCollector::add(std::span<const T> values) {
  while (!values.empty()) {
    const std::size_t piece =
        static_cast<std::size_t>(std::min<std::uint64_t>(values.size(), next_stop() - next_));
    add_piece(values.first(piece));
    values = values.subspan(piece);
  }
}

void StatisticsCollector::add_counts(std::uint64_t heaps, std::span<const std::uint64_t> count,
                                     const std::function<std::uint64_t(std::uint32_t)>& first_of) {
  if (count_.size() < count.size()) count_.resize(count.size());
  for (std::size_t v = 0; v < count.size(); ++v) {
    count_[v] += count[v];
    if (count[v] != 0 && v > statistics_.max_value) {
      statistics_.max_value = static_cast<std::uint32_t>(v);
      statistics_.max_value_at = first_of(statistics_.max_value);
    }
  }
  next_ += heaps;
  close_piece();
}

// A histogram is due when heaps 1 .. 2^i are complete.
void StatisticsCollector::close_piece() {
  if (histograms_ && next_ >= 2 && std::has_single_bit(next_ - 1))
    statistics_.histograms.push_back(histogram_of(next_ - 1, count_));
}

HeapStatistics StatisticsCollector::result() const {
  HeapStatistics result = statistics_;
  result.zeros = count_.empty() ? 0 : count_[0];
  if (histograms_ && next_ >= 2 && (result.histograms.empty() || result.histograms.back().heaps != next_ - 1))
    result.histograms.push_back(histogram_of(next_ - 1, count_));
  for (ValueHistogram& histogram : result.histograms)
    while (!histogram.count.empty() && histogram.count.back() == 0) histogram.count.pop_back();
  return result;
}

template void StatisticsCollector::add(std::span<const std::uint8_t>);
template void StatisticsCollector::add(std::span<const std::uint16_t>);
template void StatisticsCollector::add(std::span<const std::uint32_t>);

}  // namespace retrograph
