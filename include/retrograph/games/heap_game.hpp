// HeapGame: a taking-and-breaking game on heaps, as a code.
//
// An octal code d0.d1d2d3... says for every k what removing k counters may leave (digits sum these bits):
//   1  nothing: the heap must have been exactly k
//   2  one heap of n - k > 0
//   4  two non-empty heaps a + b = n - k (d0 may be 4: split without removing)
//   8  three non-empty heaps (hexadecimal digits)
// (Guy and Smith 1956; Berlekamp, Conway and Guy, Winning Ways, chapter 4.) A subtraction set {s...} is the
// code with digit 3 at each s. All-but sets allow every removal that is not listed. Grundy's game splits a
// heap into two unequal non-empty heaps and has no code. Nim is the all-but set that excludes nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retrograph {

struct HeapGame {
  enum class Kind : std::uint8_t { code, subtraction, all_but, grundy };
  Kind kind = Kind::code;
  std::vector<std::uint8_t> digits;  // code, subtraction: digits[k] = d_k, digits[0] = d0; last one non-zero
  std::vector<std::uint32_t> excluded;  // all_but: removals that are not allowed, ascending
  std::string name;  // canonical: "0.137", "subtraction:1,3,4", "subtraction:all-but:2,5", "grundy"
  std::uint32_t heap_offset =
      0;  // a strip of n cells is heap n + heap_offset of the code (2 for treblecross, else 0)

  /// k, the index of the last non-zero digit; 0 for all_but and grundy.
  [[nodiscard]] std::uint32_t last_digit() const noexcept {
    return digits.empty() ? 0 : static_cast<std::uint32_t>(digits.size() - 1);
  }
  /// The most heaps that one move can leave of one heap: 1, 2 or 3.
  [[nodiscard]] unsigned most_parts() const noexcept;
};

/// Reads a code, `subtraction:...`, `grundy` or a name (nim, kayles, dawson-kayles, dawson-chess, crosses,
/// officers, treblecross); throws Error(usage) quoting the text and the place that is wrong. At most 32
/// digits behind the point.
[[nodiscard]] HeapGame parse_heap_game(std::string_view text);

/// The code that a game of strips stands on, with its heaps as they are: 0.007 for treblecross. Any other
/// game is returned as it is.
[[nodiscard]] HeapGame without_offset(const HeapGame& game);

}  // namespace retrograph
