// ValueStore: a growing table of nim-values, one byte each until one does not fit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

class ValueStore {
 public:
  /// Room for `capacity` values; with 0, whatever is added is forgotten.
  explicit ValueStore(std::uint64_t capacity) : capacity_(capacity), narrow_(capacity) {}

  template <class T>
  void add(std::span<const T> values) {
    if (capacity_ == 0) return;
    if (wide_.empty() && std::any_of(values.begin(), values.end(), [](T value) { return value > 0xFF; }))
      widen();
    if (wide_.empty()) {
      for (std::size_t i = 0; i < values.size(); ++i)
        narrow_[size_ + i] = static_cast<std::uint8_t>(values[i]);
    } else {
      std::copy(values.begin(), values.end(), wide_.data() + size_);
    }
    size_ += values.size();
  }

  [[nodiscard]] HeapValues take() && {
    narrow_.shrink(size_);
    wide_.shrink(size_);
    return wide_.empty() ? HeapValues(HeapValues::Storage(std::move(narrow_)))
                         : HeapValues(HeapValues::Storage(std::move(wide_)));
  }

  /// Fields for the state of a run (heap_state.hpp): the values so far, at most `capacity`.
  template <class Archive>
  void pass(Archive& archive) {
    std::uint64_t size = size_;
    std::uint64_t capacity = capacity_;
    archive(capacity, size);
    if constexpr (Archive::reads) {
      std::vector<std::uint8_t> narrow;
      std::vector<std::uint16_t> wide;
      archive(narrow, wide);
      if (capacity != capacity_ || size > capacity || narrow.size() + wide.size() != size) archive.wrong();
      add(std::span<const std::uint8_t>(narrow));
      add(std::span<const std::uint16_t>(wide));
    } else {
      archive(std::span<const std::uint8_t>(narrow_.data(), wide_.empty() ? size_ : 0),
              std::span<const std::uint16_t>(wide_.data(), wide_.empty() ? 0 : size_));
    }
  }

 private:
  void widen() {
    wide_ = Array<std::uint16_t>(capacity_);
    std::copy_n(narrow_.data(), size_, wide_.data());
    narrow_ = {};
  }

  std::uint64_t capacity_;
  std::uint64_t size_ = 0;
  Array<std::uint8_t> narrow_;
  Array<std::uint16_t> wide_;
};

}  // namespace retrograph
