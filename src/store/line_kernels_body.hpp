// The kernel of line_kernels.hpp over Ops, which has
//   digits64(text)   the bits of the digits among 64 characters
// Included by the source of each instruction set, behind its target pragma.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "store/line_kernels.hpp"

namespace retrograph {
namespace {

constexpr std::size_t tiles_at_once = 32;
constexpr std::size_t tile = 64;

struct Ends {
  std::uint16_t at[tiles_at_once * tile / 2 + 16];  // after each number, from the first character on
  std::size_t count = 0;
};

// The ends of the numbers of up to `tiles` tiles, as far as digits and single other characters alternate.
template <class Ops>
void find_ends(const char* text, std::size_t tiles, Ends& ends) {
  std::uint64_t digit_before = 0;
  std::uint16_t* out = ends.at;
  for (std::size_t t = 0; t < tiles; ++t) {
    const std::uint64_t digits = Ops::digits64(text + t * tile);
    std::uint64_t rest = ~digits;
    if ((rest & ~(digits << 1 | digit_before)) != 0) break;
    digit_before = digits >> 63;
    std::uint16_t* const next = out + std::popcount(rest);
    const auto base = static_cast<std::uint16_t>(t * tile);
    // Eight at a time without a look at the count; what is too much is written over.
    while (rest != 0) {
      for (int k = 0; k < 8; ++k) {
        out[k] = static_cast<std::uint16_t>(base + static_cast<unsigned>(std::countr_zero(rest)));
        rest &= rest - 1;
      }
      out += 8;
    }
    out = next;
  }
  ends.count = static_cast<std::size_t>(out - ends.at);
}

// The number in the `length` characters (1 to 8) before `end`.
inline std::uint32_t number_before(const char* end, unsigned length) {
  std::uint64_t word = 0;
  std::memcpy(&word, end - 8, 8);
  word &= ~std::uint64_t{0} << ((64 - 8 * length) & 63);
  word = (word & 0x0f0f0f0f0f0f0f0fU) * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ffU) * 6553601 >> 16;
  return static_cast<std::uint32_t>((word & 0x0000ffff0000ffffU) * 42949672960001U >> 32);
}

template <class Ops>
void read_plain_lines(PlainLines& lines) {
  Ends ends;
  const std::uint32_t most = lines.last - lines.first;
  for (;;) {
    const auto tiles = std::min(static_cast<std::size_t>(lines.end - lines.at) / tile, tiles_at_once);
    find_ends<Ops>(lines.at, tiles, ends);
    const std::size_t count = ends.count / 2;
    if (count == 0) return;
    const char* const text = lines.at;
    Edge<std::uint32_t>* const to = lines.to;
    unsigned begin = 0;
    unsigned wrong = 0;
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned middle = ends.at[2 * i];
      const unsigned end = ends.at[2 * i + 1];
      const unsigned from_length = middle - begin;
      const unsigned to_length = end - middle - 1;
      wrong |= (from_length - 1) >> 3 | (to_length - 1) >> 3;
      wrong |= static_cast<unsigned>(text[middle] != ' ' && text[middle] != '\t') |
               static_cast<unsigned>(text[end] != '\n');
      const std::uint32_t u = number_before(text + middle, from_length) - lines.first;
      const std::uint32_t v = number_before(text + end, to_length) - lines.first;
      largest = std::max({largest, u, v});  // an id below the first has become a large one
      to[i] = {u, v};
      begin = end + 1;
    }
    if (wrong != 0 || largest > most) return;
    lines.at = text + begin;
    lines.to = to + count;
    lines.largest = std::max(lines.largest, largest);
    if (tiles < tiles_at_once) return;
  }
}

}  // namespace
}  // namespace retrograph
