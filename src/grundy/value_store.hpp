// ValueStore: a growing table of nim-values, one byte each until one does not fit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

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
