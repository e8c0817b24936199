#include "store/npy.hpp"

#include <bit>
#include <charconv>
#include <limits>

#include "retrograph/support/error.hpp"

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

constexpr std::string_view npy_mark = "\x93NUMPY";

[[noreturn]] void broken(std::string_view where, std::string_view what) {
  fail(Category::malformed, "{}: {}", where, what);
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// What follows 'key': in the text of a Python dictionary.
std::string_view after_key(std::string_view text, std::string_view key, std::string_view where) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) fail(Category::malformed, "{}: its header has no {}", where, key);
  text.remove_prefix(at + key.size());
  const std::size_t value = text.find_first_not_of(": ");
  return value == std::string_view::npos ? std::string_view() : text.substr(value);
}

void read_type(std::string_view text, NpyArray& array, std::string_view where) {
  const std::size_t end = text.starts_with('\'') ? text.find('\'', 1) : std::string_view::npos;
  if (end == std::string_view::npos || end < 4) broken(where, "its header names no plain type");
  const std::string_view type = text.substr(1, end - 1);
  constexpr bool little = std::endian::native == std::endian::little;
  array.swapped = type[0] == '>' ? little : type[0] == '<' && !little;
  array.kind = type[1];
  const auto [stop, error] = std::from_chars(type.data() + 2, type.data() + type.size(), array.width);
  if (error != std::errc{} || stop != type.data() + type.size() || array.width == 0 || array.width > 1024)
    fail(Category::malformed, "{}: the type {} is not known", where, quote(type));
}

void read_shape(std::string_view text, NpyArray& array, std::string_view where) {
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos)
    broken(where, "its header has no shape in brackets");
  text = text.substr(1, end - 1);
  array.size = 1;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
    if (text.empty()) return;
    std::uint64_t extent = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc{}) fail(Category::malformed, "{}: the extent {} is no number", where, quote(text));
    if (extent != 0 && array.size > std::numeric_limits<std::uint64_t>::max() / 4096 / extent)
      fail(Category::malformed, "{}: an extent of {} is too much", where, extent);
    array.size *= extent;
    ++array.dimensions;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  }
}

}  // namespace

NpyArray npy_array(std::string_view bytes, std::string_view where) {
  constexpr std::size_t start = 12;
  if (!bytes.starts_with(npy_mark) || bytes.size() < start) broken(where, "is no array of NumPy");
  const bool narrow = bytes[6] == 1;  // the version
  const std::size_t begin = narrow ? 10 : 12;
  const std::uint64_t length = little_endian(bytes.substr(8, narrow ? 2 : 4));
  if (length > bytes.size() - begin) broken(where, "its header is cut short");
  const std::string_view header = bytes.substr(begin, length);
  NpyArray array;
  read_type(after_key(header, "'descr'", where), array, where);
  read_shape(after_key(header, "'shape'", where), array, where);
  const std::uint64_t width = array.width * (array.kind == 'U' ? 4 : 1);
  array.bytes = bytes.substr(begin + length);
  if (array.bytes.size() / width < array.size)
    fail(Category::malformed, "{}: {} elements of {} bytes are claimed, there are {} bytes", where,
         array.size, width, array.bytes.size());
  array.bytes = array.bytes.substr(0, array.size * width);
  return array;
}

std::string npy_header(std::string_view type, std::initializer_list<std::uint64_t> shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': (", type);
  for (const std::uint64_t extent : shape) text += fmt::format("{},", extent);
  text += "), }";
  constexpr std::size_t alignment = 64;
  constexpr std::size_t before = 10;
  while ((before + text.size() + 1) % alignment != 0) text += ' ';
  text += '\n';
  std::string header(npy_mark);
  header += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

}  // namespace retrograph
