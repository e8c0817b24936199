// RemotenessStore: remoteness while it is being found, in the narrowest type that holds the levels so far.
//
// All ones is "none". begin_level(k) must come before set(v, k): it widens the entries once at level 255 and
// once at 65535, where they lie (one pass each): there is room for 4 bytes a position, but pages that no
// entry reaches are never touched, so a run that never gets there pays one byte. set() may be called by
// several threads for different positions. A store that is not wanted keeps nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
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
  RemotenessStore(std::size_t size, bool wanted) : RemotenessStore(unfilled(wanted ? size : 0)) {
    constexpr std::size_t grain = std::size_t{1} << 20;
    par::for_ranges(size_, grain, [&](std::size_t begin, std::size_t end, unsigned) {
      std::memset(entries_.get() + begin, 0xff, end - begin);
    });
  }

  /// A store of bytes that the caller fills through bytes() before anything else; size 0 = not wanted.
  [[nodiscard]] static RemotenessStore unfilled(std::size_t size) {
    RemotenessStore store;
    if (size == 0) return store;
    store.entries_ = allocate_bytes(size, sizeof(std::uint32_t));
    store.size_ = size;
    store.width_ = 1;
    return store;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// What was set, or none; of a store that keeps something.
  [[nodiscard]] std::uint32_t operator[](std::size_t v) const noexcept {
    if (width_ == 1) return entry(as<std::uint8_t>()[v]);
    return width_ == 2 ? entry(as<std::uint16_t>()[v]) : as<std::uint32_t>()[v];
  }
  /// The entries while they are bytes, else null.
  [[nodiscard]] std::uint8_t* bytes() noexcept { return width_ == 1 ? as<std::uint8_t>() : nullptr; }
  /// The first level that needs a wider type than the present one.
  [[nodiscard]] std::uint64_t limit() const noexcept {
    if (width_ == 0) return RemotenessArray::none;
    return width_ == 4 ? RemotenessArray::none : (std::uint64_t{1} << (8 * width_)) - 1;
  }

  void begin_level(std::uint64_t level) {
    if (level < std::numeric_limits<std::uint8_t>::max()) return;
    if (width_ == 1) widen<std::uint8_t, std::uint16_t>();
    if (level < std::numeric_limits<std::uint16_t>::max()) return;
    if (width_ == 2) widen<std::uint16_t, std::uint32_t>();
    if (level >= RemotenessArray::none)
      fail(Category::resource, "a remoteness of {} is beyond 32 bits", level);
  }

  /// f(entries) in the present type; null where nothing is kept.
  template <class F>
  decltype(auto) visit(F&& f) {
    if (width_ == 2) return f(as<std::uint16_t>());
    if (width_ == 4) return f(as<std::uint32_t>());
    return f(as<std::uint8_t>());
  }

  void set(std::size_t v, std::uint64_t level) noexcept {
    visit([&]<class T>(T* entries) {
      if (entries != nullptr) entries[v] = static_cast<T>(level);
    });
  }

  /// Fields for the state of a run (support/state.hpp).
  template <class Archive, class Store>
  static void pass(Archive& archive, Store& store) {
    if constexpr (Archive::reads) {
      unsigned width = 0;
      std::size_t size = 0;
      Array<std::byte> entries;
      archive(width, size, entries);
      const bool kept = width == 1 || width == 2 || width == 4;
      if (kept != (size > 0) || entries.size() % (kept ? width : 1) != 0 ||
          entries.size() / (kept ? width : 1) != size)
        archive.wrong();
      store = unfilled(size);
      store.width_ = width;
      if (size > 0) std::memcpy(store.entries_.get(), entries.data(), entries.size());
    } else {
      archive(store.width_, store.size_,
              std::span<const std::byte>(store.entries_.get(), store.size_ * store.width_));
    }
  }

  [[nodiscard]] RemotenessArray take() && {
    if (width_ == 0) return {};
    return visit([&]<class T>(T* entries) {
      return RemotenessArray(Array<T>::adopt(std::move(entries_), entries, size_));
    });
  }

 private:
  template <class T>
  static std::uint32_t entry(T value) noexcept {
    return value == std::numeric_limits<T>::max() ? RemotenessArray::none : value;
  }
  template <class T>
  [[nodiscard]] T* as() const noexcept {
    return reinterpret_cast<T*>(entries_.get());
  }

  // `from` and `to` do not overlap: a loop that compilers make vectors of, which is half of the time.
  template <class Narrow, class Wide>
  static void move_entries(const std::byte* __restrict from, std::byte* __restrict to,
                           std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      Narrow narrow;
      std::memcpy(&narrow, from + i * sizeof narrow, sizeof narrow);
      const Wide none =
          narrow == std::numeric_limits<Narrow>::max() ? std::numeric_limits<Wide>::max() : Wide{0};
      const auto wide = static_cast<Wide>(narrow | none);
      std::memcpy(to + i * sizeof wide, &wide, sizeof wide);
    }
  }

  // The upper half of the entries goes to where none of it lies, so in any order; then the upper half of the
  // rest. The last few go by way of a copy.
  template <class Narrow, class Wide>
  void widen() {
    static_assert(sizeof(Wide) == 2 * sizeof(Narrow));
    constexpr std::size_t few = 64;
    constexpr std::size_t grain = std::size_t{1} << 16;
    std::size_t end = size_;
    for (; end > few; end = (end + 1) / 2) {
      const std::size_t half = (end + 1) / 2;
      par::for_ranges(end - half, grain, [&](std::size_t first, std::size_t last, unsigned) {
        const std::size_t at = half + first;
        move_entries<Narrow, Wide>(entries_.get() + at * sizeof(Narrow), entries_.get() + at * sizeof(Wide),
                                   last - first);
      });
    }
    std::array<std::byte, few * sizeof(Narrow)> rest;
    std::memcpy(rest.data(), entries_.get(), end * sizeof(Narrow));
    move_entries<Narrow, Wide>(rest.data(), entries_.get(), end);
    width_ = sizeof(Wide);
  }

  std::shared_ptr<std::byte> entries_;
  std::size_t size_ = 0;
  unsigned width_ = 0;  // bytes an entry; 0 = nothing is kept
};

template <class Archive, class Store>
  requires std::is_same_v<std::remove_const_t<Store>, RemotenessStore>
void pass_fields(Archive& archive, Store& store) {
  RemotenessStore::pass(archive, store);
}

}  // namespace retrograph
