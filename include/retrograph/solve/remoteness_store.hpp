// RemotenessStore: remoteness while it is being found, in the narrowest type that holds the levels so far.
//
// All ones is "none". begin_level(k) must come before set(v, k): it widens the array once at level 255 and
// once at 65535 (one pass each), so a run that never gets there pays one byte a position. set() may be called
// by several threads for different positions. A store that is not wanted keeps nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "retrograph/solve/outcomes.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

class RemotenessStore {
 public:
  RemotenessStore() = default;
  RemotenessStore(std::size_t size, bool wanted) {
    if (!wanted) return;
    bytes_ = Array<std::uint8_t>(size, std::numeric_limits<std::uint8_t>::max());
    width_ = 1;
  }

  /// A store of bytes that the caller fills through bytes() before anything else; size 0 = not wanted.
  [[nodiscard]] static RemotenessStore unfilled(std::size_t size) {
    RemotenessStore store(0, false);
    if (size == 0) return store;
    store.bytes_ = Array<std::uint8_t>(size);
    store.width_ = 1;
    return store;
  }

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() + words_.size() + longs_.size(); }
  /// What was set, or none; of a store that keeps something.
  [[nodiscard]] std::uint32_t operator[](std::size_t v) const noexcept {
    if (width_ == 1) return entry(bytes_[v]);
    return width_ == 2 ? entry(words_[v]) : longs_[v];
  }
  /// The entries while they are bytes, else null.
  [[nodiscard]] std::uint8_t* bytes() noexcept { return width_ == 1 ? bytes_.data() : nullptr; }
  /// The first level that needs a wider type than the present one.
  [[nodiscard]] std::uint64_t limit() const noexcept {
    if (width_ == 0) return RemotenessArray::none;
    return width_ == 4 ? RemotenessArray::none : (std::uint64_t{1} << (8 * width_)) - 1;
  }

  void begin_level(std::uint64_t level) {
    if (level < std::numeric_limits<std::uint8_t>::max()) return;
    if (width_ == 1) {
      widen(bytes_, words_);
      width_ = 2;
    }
    if (level < std::numeric_limits<std::uint16_t>::max()) return;
    if (width_ == 2) {
      widen(words_, longs_);
      width_ = 4;
    }
    if (level >= RemotenessArray::none)
      fail(Category::resource, "a remoteness of {} is beyond 32 bits", level);
  }

  void set(std::size_t v, std::uint64_t level) noexcept {
    if (width_ == 1) {
      bytes_[v] = static_cast<std::uint8_t>(level);
    } else if (width_ == 2) {
      words_[v] = static_cast<std::uint16_t>(level);
    } else if (width_ == 4) {
      longs_[v] = static_cast<std::uint32_t>(level);
    }
  }

  /// Fields for the state of a run (support/state.hpp).
  template <class Archive, class Store>
  static void pass(Archive& archive, Store& store) {
    archive(store.width_, store.bytes_, store.words_, store.longs_);
    if constexpr (Archive::reads) {
      const bool one = store.size() == (store.width_ == 1   ? store.bytes_.size()
                                        : store.width_ == 2 ? store.words_.size()
                                                            : store.longs_.size());
      if (!one || (store.width_ != 1 && store.width_ != 2 && store.width_ != 4)) archive.wrong();
    }
  }

  [[nodiscard]] RemotenessArray take() && {
    if (width_ == 1) return RemotenessArray(std::move(bytes_));
    if (width_ == 2) return RemotenessArray(std::move(words_));
    if (width_ == 4) return RemotenessArray(std::move(longs_));
    return {};
  }

 private:
  template <class T>
  static std::uint32_t entry(T value) noexcept {
    return value == std::numeric_limits<T>::max() ? RemotenessArray::none : value;
  }
  template <class Narrow, class Wide>
  static void widen(Array<Narrow>& from, Array<Wide>& to) {
    to = Array<Wide>(from.size());
    par::for_each(from.size(), std::size_t{1} << 16, [&](std::size_t i) {
      to[i] =
          from[i] == std::numeric_limits<Narrow>::max() ? std::numeric_limits<Wide>::max() : Wide{from[i]};
    });
    from = {};
  }

  Array<std::uint8_t> bytes_;
  Array<std::uint16_t> words_;
  Array<std::uint32_t> longs_;
  unsigned width_ = 0;  // bytes an entry; 0 = nothing is kept
};

template <class Archive, class Store>
  requires std::is_same_v<std::remove_const_t<Store>, RemotenessStore>
void pass_fields(Archive& archive, Store& store) {
  RemotenessStore::pass(archive, store);
}

}  // namespace retrograph
