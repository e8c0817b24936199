// The packed state of a run: what is written to a checkpoint and read back, field by field.
//
// One function names the fields of a class, for both ways: `archive(a, b, c)`. Numbers are 8 bytes,
// little-endian; arrays are their length and their bytes. The state starts with a tag (its layout), the
// game's name and its heap offset; it does not depend on the number of threads or on the instruction set.
// StateReader throws Error(malformed) where the bytes end early or hold what cannot be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/certificate.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

template <class T>
inline constexpr bool is_plain_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class StateWriter {
 public:
  static constexpr bool reads = false;
  template <class... T>
  void operator()(const T&... fields) {
    (put(fields), ...);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return out_; }

 private:
  template <class T>
    requires is_plain_number<T>
  void put(const T& value) {
    number(static_cast<std::uint64_t>(value));
  }
  void put(const std::string& text) {
    number(text.size());
    raw(text.data(), text.size());
  }
  void put(const RareHeap& rare) { (*this)(rare.heap, rare.value); }
  void put(const CertificateWindow& window) { (*this)(window.at, window.values); }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::span<const T>(values));
  }
  template <class T>
  void put(const std::span<const T>& values) {
    number(values.size());
    if constexpr (is_plain_number<T>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  void number(std::uint64_t value) { raw(&value, sizeof value); }
  void raw(const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    out_.insert(out_.end(), begin, begin + size);
  }
  std::vector<std::byte> out_;
};

class StateReader {
 public:
  static constexpr bool reads = true;
  explicit StateReader(std::span<const std::byte> state) : rest_(state) {}
  template <class... T>
  void operator()(T&... fields) {
    (get(fields), ...);
  }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
  [[noreturn]] static void wrong() {
    fail(Category::malformed, "the checkpoint does not hold the state of a run of heap games");
  }

 private:
  template <class T>
    requires is_plain_number<T>
  void get(T& value) {
    value = static_cast<T>(number());
  }
  void get(std::string& text) {
    text.resize(length(1));
    raw(text.data(), text.size());
  }
  void get(RareHeap& rare) { (*this)(rare.heap, rare.value); }
  void get(CertificateWindow& window) { (*this)(window.at, window.values); }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (is_plain_number<T>) {
      values.resize(length(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      values.resize(length(sizeof(std::uint64_t)));
      for (T& value : values) get(value);
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value = there ? std::optional<T>(T{}) : std::nullopt;
    if (value) get(*value);
  }
  std::size_t length(std::size_t unit) {
    const std::uint64_t n = number();
    if (n > rest_.size() / unit) wrong();
    return static_cast<std::size_t>(n);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    raw(&value, sizeof value);
    return value;
  }
  void raw(void* to, std::size_t size) {
    if (size > rest_.size()) wrong();
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }
  std::span<const std::byte> rest_;
};

enum class StateTag : std::uint64_t {
  table = 0x3130454c42415447,   // "GTABLE01": all values, of the engines that keep them
  sparse = 0x3130455352415053,  // "SPARSE01"
};

/// The head of every state; a reader refuses another game.
template <class Archive>
void pass_head(Archive& archive, StateTag& tag, const HeapGame& game) {
  std::string name = game.name;
  std::uint64_t offset = game.heap_offset;
  archive(tag, name, offset);
  if (Archive::reads && (name != game.name || offset != game.heap_offset))
    fail(Category::usage, "the checkpoint belongs to {}, this run is of {}", name, game.name);
}

/// The tag of a packed state of this game.
[[nodiscard]] inline StateTag state_tag(std::span<const std::byte> state, const HeapGame& game) {
  StateReader reader(state);
  StateTag tag{};
  pass_head(reader, tag, game);
  if (tag != StateTag::table && tag != StateTag::sparse) StateReader::wrong();
  return tag;
}

}  // namespace retrograph
