// Headers of NumPy's .npy format, versions 1 to 3: element type and shape before the bytes of an array.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace retrograph {

struct NpyArray {
  char kind = 0;            // i, u, b, S, U, f, ...
  std::uint64_t width = 0;  // bytes of an element (characters, for U)
  bool swapped = false;     // bytes in the other order than this machine's
  std::uint64_t dimensions = 0;
  std::uint64_t size = 0;  // elements
  std::string_view bytes;  // of the elements
};

/// The array in these bytes; Error(malformed) naming `where` if they are too few or no .npy.
[[nodiscard]] NpyArray npy_array(std::string_view bytes, std::string_view where);

/// The header of a little-endian array.
[[nodiscard]] std::string npy_header(std::string_view type, std::initializer_list<std::uint64_t> shape);

}  // namespace retrograph
