// What an engine for heap games is asked and what it answers.
//
// HeapValues holds G(0) .. G(count-1) in the narrowest unsigned type that fits all of them: 8, 16 or 32 bits.
// There is no sentinel: every entry is a nim-value. A run that keeps no values hands them to a sink, in order
// and in blocks, or only counts them.
//
// Rare heaps exist in a run of the sparse engine alone. With parity(x) = number of ones of x, mod 2, and
// q(n) = parity(G(n) & mask) + (position ? n : 0), mod 2, heap n is rare if q(n) = rare_parity: 0, except 1
// where `position` is set and the splitting digits remove odd numbers (Flammenkamp; Winning Ways, chapter 4).
// All structures are plain data; nothing here is shared between threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/grundy/period.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/run_control.hpp"

namespace retrograph {

/// Nim-values of heaps 0, 1, 2, … in the narrowest type.
class HeapValues {
 public:
  using Storage = std::variant<Array<std::uint8_t>, Array<std::uint16_t>, Array<std::uint32_t>>;

  HeapValues() = default;
  explicit HeapValues(Storage storage) : storage_(std::move(storage)) {}

  [[nodiscard]] std::uint64_t size() const noexcept {
    return std::visit([](const auto& a) -> std::uint64_t { return a.size(); }, storage_);
  }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  /// Bytes an entry: 1, 2 or 4.
  [[nodiscard]] unsigned width() const noexcept { return 1U << storage_.index(); }
  [[nodiscard]] std::uint32_t operator[](std::uint64_t n) const noexcept {
    return std::visit([n](const auto& a) -> std::uint32_t { return a[n]; }, storage_);
  }
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }

  /// The same numbers in the narrowest type.
  [[nodiscard]] static HeapValues narrowed(std::span<const std::uint16_t> values);
  [[nodiscard]] static HeapValues narrowed(std::span<const std::uint32_t> values);

 private:
  Storage storage_;
};

/// Consecutive values on their way to a sink: the values of heaps first, first + 1, …
struct ValueBlock {
  std::uint64_t first = 0;
  std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>, std::span<const std::uint32_t>>
      values;
};
using ValueSink = std::function<void(const ValueBlock&)>;

/// How often each value occurs among heaps 1 .. heaps.
struct ValueHistogram {
  std::uint64_t heaps = 0;
  std::vector<std::uint64_t> count;  // count[v]; as long as the largest value met + 1
  friend bool operator==(const ValueHistogram&, const ValueHistogram&) = default;
};

struct HeapStatistics {
  std::uint32_t max_value = 0;
  std::uint64_t max_value_at = 0;          // the first heap that has it
  std::uint64_t zeros = 0;                 // heaps of value 0 among 0 .. count-1
  std::vector<ValueHistogram> histograms;  // at 2^0, 2^1, … below count, and at count - 1
  friend bool operator==(const HeapStatistics&, const HeapStatistics&) = default;
};

/// Progress counts values; stop and checkpoint are polled between blocks.
struct HeapOptions : RunControl {
  std::uint64_t count = 0;   // values wanted: G(0) .. G(count-1)
  bool keep_values = true;   // false: HeapRun::values stays empty, memory stays bounded where the engine can
  bool find_period = false;  // look for the period and prove it
  bool stop_at_period = false;  // a run that has proved its period ends there; HeapRun::count says where
  bool histograms = false;      // fill HeapStatistics::histograms
  ValueSink sink;               // optional: every value once, in order, called on the thread of the caller
};

/// What a run found. `count` is options.count unless the run stopped at its period.
struct HeapRun {
  std::uint64_t count = 0;
  HeapValues values;  // empty if not kept
  HeapStatistics statistics;
  std::string_view engine;  // what ran last: "reference", "dense" or "sparse" (auto moves on when it pays)
  // Of the sparse engine; `rare` counts the heaps 0 .. count-1 that satisfy the rule.
  std::optional<std::uint64_t> rare;
  std::optional<std::uint64_t> last_rare;
  std::optional<std::uint64_t> depth;  // the largest part a that an exclusion needed
  std::vector<RareHeap> rares;
  std::uint32_t mask = 0;
  bool position = false;
  // Of find_period.
  std::optional<Period> period;
  std::optional<Certificate> certificate;  // present where period->proof is not `none`
};

}  // namespace retrograph
