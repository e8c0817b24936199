// The packed state of a run: what is written to a checkpoint and read back, field by field.
//
// One function names the fields of a class, for both ways: `archive(a, b, c)`. Numbers are 8 bytes,
// little-endian; strings and arrays are their length and their bytes, written from where they lie. Classes of
// other kinds have a function pass_fields(archive, object) beside them. StateReader throws Error(malformed)
// where the state ends early or a length cannot be. One thread at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "retrograph/support/array.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

/// Where the bytes of a state go to.
class StateSink {
 public:
  virtual ~StateSink() = default;
  virtual void put(std::span<const std::byte> bytes) = 0;
};

/// Where they come from.
class StateSource {
 public:
  virtual ~StateSource() = default;
  /// Fills `bytes`, of which there are never more than left().
  virtual void get(std::span<std::byte> bytes) = 0;
  [[nodiscard]] virtual std::uint64_t left() const noexcept = 0;
};

template <class T>
inline constexpr bool is_plain_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class StateWriter {
 public:
  static constexpr bool reads = false;
  explicit StateWriter(StateSink& to) : to_(to) {}
  template <class... T>
  void operator()(const T&... fields) {
    (put(fields), ...);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      number(std::bit_cast<std::uint64_t>(double{value}));
    } else if constexpr (is_plain_number<T>) {
      number(static_cast<std::uint64_t>(value));
    } else {
      pass_fields(*this, value);
    }
  }
  void put(const std::string& text) { elements(std::span<const char>(text)); }
  template <class T>
  void put(const std::vector<T>& values) {
    elements(std::span<const T>(values));
  }
  template <class T>
  void put(const Array<T>& values) {
    elements(values.span());
  }
  template <class T>
  void put(const std::span<const T>& values) {
    elements(values);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void elements(std::span<const T> values) {
    number(values.size());
    if constexpr (is_plain_number<T>) {
      to_.put(std::as_bytes(values));
    } else {
      for (const T& value : values) put(value);
    }
  }
  void number(std::uint64_t value) { to_.put(std::as_bytes(std::span(&value, 1))); }

  StateSink& to_;
};

class StateReader {
 public:
  static constexpr bool reads = true;
  explicit StateReader(StateSource& from) : from_(from) {}
  template <class... T>
  void operator()(T&... fields) {
    (get(fields), ...);
  }
  /// Nothing is left, or Error(malformed).
  void end() const {
    if (from_.left() != 0) wrong();
  }
  [[noreturn]] static void wrong() {
    fail(Category::malformed, "the checkpoint does not hold a state of this run");
  }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(std::bit_cast<double>(number()));
    } else if constexpr (is_plain_number<T>) {
      value = static_cast<T>(number());
    } else {
      pass_fields(*this, value);
    }
  }
  void get(std::string& text) {
    text.resize(length(1));
    raw(std::as_writable_bytes(std::span(text)));
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (is_plain_number<T>) {
      values.resize(length(sizeof(T)));
      raw(std::as_writable_bytes(std::span(values)));
    } else {
      values.resize(length(sizeof(std::uint64_t)));
      for (T& value : values) get(value);
    }
  }
  template <class T>
  void get(Array<T>& values) {
    values = Array<T>(length(sizeof(T)));
    raw(std::as_writable_bytes(std::span(values.data(), values.size())));
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
    if (n > from_.left() / unit) wrong();
    return static_cast<std::size_t>(n);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    raw(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  void raw(std::span<std::byte> bytes) {
    if (bytes.size() > from_.left()) wrong();
    if (!bytes.empty()) from_.get(bytes);
  }

  StateSource& from_;
};

}  // namespace retrograph
