// Array<T>: a fixed-size array of trivial elements for the large tables of the project.
//
// Elements are not initialised unless a fill value is given. Blocks of 2 MiB and more are mapped straight
// from the system and ask for transparent huge pages; smaller ones are aligned to 64 bytes. Owned memory has
// at least array_padding readable and writable bytes behind the last element, so that kernels may load and
// store whole vectors. An array can also adopt memory that somebody else owns (a mapped file); such memory
// has no padding and is not to be written. Move-only; no member is safe against a concurrent write, all const
// members are safe together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "retrograph/support/parallel.hpp"

namespace retrograph {

inline constexpr std::size_t array_padding = 128;

/// Memory of at least `bytes` + array_padding bytes; throws Error(resource) naming the size.
[[nodiscard]] std::shared_ptr<std::byte> allocate_bytes(std::size_t count, std::size_t element_size);

template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  explicit Array(std::size_t size)
      : memory_(allocate_bytes(size, sizeof(T))), data_(reinterpret_cast<T*>(memory_.get())), size_(size) {}
  Array(std::size_t size, T fill) : Array(size) {
    constexpr std::size_t grain = (std::size_t{1} << 20) / sizeof(T);
    par::for_ranges(size, grain, [&](std::size_t begin, std::size_t end, unsigned) {
      std::fill(data_ + begin, data_ + end, fill);
    });
  }
  Array(Array&& other) noexcept
      : memory_(std::move(other.memory_)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    memory_ = std::move(other.memory_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// An array over memory that `owner` keeps alive.
  [[nodiscard]] static Array adopt(std::shared_ptr<std::byte> owner, T* data, std::size_t size) {
    Array array;
    array.memory_ = std::move(owner);
    array.data_ = data;
    array.size_ = size;
    return array;
  }
  /// An array over elements that somebody else keeps alive; not to be written.
  [[nodiscard]] static Array view_of(std::span<const T> values) {
    return adopt({}, const_cast<T*>(values.data()), values.size());
  }
  [[nodiscard]] static Array copy_of(std::span<const T> values) {
    Array array(values.size());
    std::copy(values.begin(), values.end(), array.data_);
    return array;
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] std::span<T> span() noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {data_, size_}; }

  /// Forgets the elements from `size` on; the memory stays.
  void shrink(std::size_t size) noexcept { size_ = std::min(size_, size); }

 private:
  std::shared_ptr<std::byte> memory_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace retrograph
