// Many-rare plan: how blocks of values of a game with hundreds or thousands of rare heaps are computed.
//
// Bit row w holds a bit a heap: its packed value (packing.hpp) is w. A pair (d, v) forbids packed value c to
// the heaps of row c ^ v, d further on: an OR of rows at bit offsets tells which heaps of a block cannot have
// c. A list of pairs for each c comes first; what it leaves is a queue of candidates a heap, settled by all
// pairs (many_kernels.hpp). A rare value with packed form u is reached by a split with the common part a at
// the heaps of row u ^ packed(a); what the list of u leaves is looked for part by part. Parts beyond the
// depth so far are in no list, so the depth is what single steps find. Lists are chosen greedily on sampled
// heaps: by frequency they leave 3 to 5 times more, as the sequences are autocorrelated. A new rare heap is
// late: its splits are looked up one by one, and while a block would read its value there is no plan.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "grundy/sparse_pairs.hpp"
#include "grundy/sparse_plan.hpp"

namespace retrograph::many {

inline constexpr std::uint64_t sub_block = 64;
/// Heaps of a block: the bits of 128 bytes, less those that a shift by up to 7 loses, in whole sub-blocks.
inline constexpr std::uint64_t block = 15 * sub_block;
inline constexpr std::uint32_t rows_from = 1024;
inline constexpr std::size_t pairs_of_chunk = 64;
/// Packed values that fit the rows; beyond, the plan ends.
inline constexpr std::uint32_t most_packed = 239;
/// Walks for what the lists leave go so far through bytes; beyond, through the history of the run.
inline constexpr std::uint64_t walk_most = std::uint64_t{1} << 16;

/// Loads for each packed value c: `offsets` are bytes from the first byte of a block in row 0, in groups by
/// the bits s (0 to 7) that what is loaded lies too far left; group 8 c + s begins at begins[8 c + s].
struct RowLists {
  std::vector<std::uint32_t> begins{0};
  std::vector<std::int32_t> offsets;
};

struct Plan : SparsePlan {
  std::uint64_t keep = 0;    // heaps before a block that stay at hand, a multiple of sub_block
  std::uint64_t window = 0;  // heaps of a row
  std::uint64_t stride = 0;  // bytes of a row
  std::uint32_t values = 0;  // packed candidates 0 .. values - 1; others one by one
  std::vector<std::uint32_t> splits;
  std::vector<RareHeap> late;  // rare heaps so far on that their partners may be small: by themselves
  std::vector<Pair> near;      // distance < sub_block
  std::vector<std::uint32_t> distances;  // of the others, shuffled, in whole chunks, some repeated
  std::vector<std::uint8_t> xors;
  RowLists candidates;
  RowLists exclusion;
  std::vector<std::uint8_t> reversed;  // packed values of parts walk_most .. 0

  /// Rare values with packed forms 0 .. limit - 1 are below the common value with form `packed` at heap n.
  [[nodiscard]] std::uint32_t limit(std::uint64_t n, std::uint32_t packed) const noexcept {
    const unsigned b = packing.dropped_bit();
    return ((packed >> b) + (packing.common(n, packed) >> b & 1U)) << b;
  }
};

struct PlanEffort {
  std::uint64_t least_heaps = std::uint64_t{1} << 17;
  /// Sampled places at most; one for every 1024 known heaps. With few, lists fit the samples instead of the
  /// sequence, but the choice costs less than the heaps so far.
  std::uint64_t stretches = 1024;
  /// Rare heaps from here on are late in any case.
  std::uint64_t late_from = std::numeric_limits<std::uint64_t>::max();
};

/// A plan for the heaps from state.next() on, or nothing where none is fit: values beyond the rows, rare
/// heaps that keep coming, too few known heaps to choose lists from. Costs 0.2 to 2 seconds.
[[nodiscard]] std::shared_ptr<const Plan> make_plan(const SparseState& state, const PlanEffort& effort = {});

}  // namespace retrograph::many
