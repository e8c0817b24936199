// The kernel of line_kernels.hpp over Ops, which has
//   look(text)    which of 64 characters are digits, blanks (or tabs) and newlines, a bit for each
//   edges(...)    as one_by_one() below, for as many edges as it likes; how many it made, or none at all
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

struct Tile {
  std::uint64_t digits;
  std::uint64_t blanks;
  std::uint64_t newlines;
};

// Where numbers end: behind the one before the first, then behind each, from the first character on.
struct Ends {
  std::uint16_t at[1 + tiles_at_once * tile / 2 + 16] = {0xffff};
};

// Edges of a batch on their way; what is wrong shows in `largest`.
struct Batch {
  const char* text;
  const std::uint16_t* ends;  // 2 * count + 1
  std::size_t count;
  Edge<std::uint32_t>* to;
  std::uint32_t first;
  std::uint64_t largest;  // id; one below the first has become a large one
};

// How many numbers end in up to `tiles` tiles, as far as they are lines of two numbers and single separators.
template <class Ops>
std::size_t find_ends(const char* text, std::size_t tiles, Ends& ends) {
  std::uint64_t digit_before = 0;
  std::uint64_t open = 0;  // 1 between the blank of a line and its end
  std::uint16_t* out = ends.at + 1;
  for (std::size_t t = 0; t < tiles; ++t) {
    const Tile now = Ops::look(text + t * tile);
    std::uint64_t rest = ~now.digits;
    // The difference has ones from every blank to before its newline. A blank where one is open gets a zero,
    // a newline where none is open a one: then separators do not alternate.
    const std::uint64_t between = now.newlines - now.blanks - open;
    const std::uint64_t wrong = (rest & ~(now.digits << 1 | digit_before)) |
                                (rest ^ (now.blanks | now.newlines)) | ((between & rest) ^ now.blanks);
    if (wrong != 0) break;
    digit_before = now.digits >> 63;
    open = between >> 63;
    std::uint16_t* const next = out + std::popcount(rest);
    const auto base = static_cast<unsigned>(t * tile);
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
  return static_cast<std::size_t>(out - ends.at) - 1;
}

// The number in the `length` characters (1 to 8) before `end`.
inline std::uint64_t number_of_eight(const char* end, unsigned length) {
  std::uint64_t word = 0;
  std::memcpy(&word, end - 8, 8);
  word &= ~std::uint64_t{0} << ((64 - 8 * length) & 63);
  word = (word & 0x0f0f0f0f0f0f0f0fU) * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ffU) * 6553601 >> 16;
  return (word & 0x0000ffff0000ffffU) * 42949672960001U >> 32;
}

// The same for up to 16; more gives what is too large for an id.
inline std::uint64_t number_before(const char* end, unsigned length) {
  constexpr std::uint64_t too_large = std::uint64_t{1} << 62;
  if (length <= 8) return number_of_eight(end, length);
  if (length > 16) return too_large;
  return number_of_eight(end, 8) + 100'000'000 * number_of_eight(end - 8, length - 8);
}

// The edges of the batch from number `from` on.
inline void one_by_one(Batch& batch, std::size_t from) {
  for (std::size_t i = from; i < batch.count; ++i) {
    const std::uint16_t* const e = batch.ends + 2 * i;
    const std::uint64_t u =
        number_before(batch.text + e[1], static_cast<std::uint16_t>(e[1] - e[0] - 1)) - batch.first;
    const std::uint64_t v = number_before(batch.text + e[2], e[2] - e[1] - 1U) - batch.first;
    batch.largest = std::max({batch.largest, u, v});
    batch.to[i] = {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v)};
  }
}

template <class Ops>
void read_plain_lines(PlainLines& lines) {
  Ends ends;
  for (;;) {
    const auto tiles = std::min(static_cast<std::size_t>(lines.end - lines.at) / tile, tiles_at_once);
    const std::size_t count = find_ends<Ops>(lines.at, tiles, ends) / 2;
    if (count == 0) return;
    Batch batch{lines.at, ends.at, count, lines.to, lines.first, 0};
    one_by_one(batch, Ops::edges(batch));
    if (batch.largest > lines.last - lines.first) return;
    lines.at += ends.at[2 * count] + 1;
    lines.to += count;
    lines.largest = std::max(lines.largest, static_cast<std::uint32_t>(batch.largest));
    if (tiles < tiles_at_once) return;
  }
}

}  // namespace
}  // namespace retrograph
