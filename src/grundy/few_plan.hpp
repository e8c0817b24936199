// Few-rare plan: how the next value of a code with few rare heaps follows from the values before it.
//
// Common values are packed (packing.hpp) and stored one-hot: word[n] = 1 << packed(n), 0 for a rare heap. A
// pair (d, v) says that word[n - d], its bits permuted by xor with v, holds values that heap n cannot have;
// all pairs are the splits with a rare part and the moves to one heap whose value is common at n. The value
// is the lowest bit that no pair sets. Pairs are sorted by distance:
//   near   d <= 7, source and target in the same or in neighbouring steps of 4 heaps
//   rows   pushed from the source: d <= 4 + 128 / bytes of a word
//   bulk   pulled for blocks of 64 bytes, from words, or from unions over the splitting removals
// The exclusion marks the rare values that splits with one of a fixed list of small common parts reach; what
// it leaves is looked for in the history. Bulk and exclusion are programs: groups of offsets that share v,
// between which the accumulated words are flipped, so that one flip serves all groups before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "retrograph/support/array.hpp"

#include "grundy/sparse_pairs.hpp"
#include "grundy/sparse_plan.hpp"

namespace retrograph::few {

inline constexpr unsigned step = 4;
inline constexpr unsigned near_most = 7;
inline constexpr std::uint64_t chunk = 1024;
/// The walk for what the list of parts leaves goes so far; beyond, single steps with the whole history.
inline constexpr std::uint64_t walk_most = std::uint64_t{1} << 16;

/// acc = flip(acc, flip) | OR of what lies `offset` words back, for each offset [begin, end).
struct Group {
  std::uint32_t flip = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Program {
  std::vector<Group> groups;
  std::vector<std::int64_t> offsets;  // into the words; those into the unions lie `unions` beyond
  std::uint32_t last_flip = 0;
};

/// A common part of the exclusion's list, or (part 0) a move to one heap that reaches a rare value.
struct Tick {
  std::uint32_t part = 0;
  std::uint32_t distance = 0;  // smallest removal + part, or the removal
  std::uint32_t value = 0;     // packed
};

struct Plan : SparsePlan {
  unsigned width = 16;  // bits of a word
  std::vector<std::uint32_t> splits;
  std::vector<Pair> near;
  std::vector<Pair> rows;
  std::vector<Pair> bulk;
  std::vector<Tick> ticks;
  Program bulk_program;
  Program exclusion_program;
  std::uint64_t upper[2] = {0, 0};     // by parity of n: packed forms whose rare twin is smaller
  std::uint64_t history = 0;           // values before a heap that the plan reads at most
  std::vector<std::uint8_t> reversed;  // packed values of parts walk_most .. 0; rare parts 0x80

  [[nodiscard]] unsigned lanes_of_block() const noexcept { return 512 / width; }
  [[nodiscard]] unsigned reach_of_rows() const noexcept { return step + 1024 / width; }
};

/// Words of the buffer of a run; the unions lie so many behind the words.
[[nodiscard]] constexpr std::uint64_t buffer_heaps(std::uint64_t history) noexcept {
  return (history + 64 * chunk + 4095) / 4096 * 4096;
}

/// A plan for the heaps from state.next() on, or nothing where none is fit: other games than codes, values
/// that need words beyond 64 bits, rare heaps that keep coming. `least_width` is asked for after an overflow.
[[nodiscard]] std::shared_ptr<const Plan> make_plan(const SparseState& state, unsigned least_width);

}  // namespace retrograph::few
