// Pairs of a sparse game: how heaps with few choices of a part forbid common values.
//
// A pair (d, v): a value that is common at n and whose packed form is packed(n - d) ^ v is the value of an
// option of heap n. All pairs together are the splits with a rare part and the moves to one heap whose value
// is common at n; they hold for heaps beyond twice the last rare one (splits in two rare parts and, in
// Grundy's game, in halves lie behind).
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "grundy/packing.hpp"
#include "grundy/sparse_state.hpp"

namespace retrograph {

struct Pair {
  std::uint32_t distance = 0;
  std::uint32_t value = 0;  // packed
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// All pairs of the state's first `rares` rare heaps and of its moves to one heap, by distance, each once.
[[nodiscard]] std::vector<Pair> pairs_of(const SparseState& state, const Packing& packing, std::size_t rares);
/// The largest packed form among the values up to the largest so far.
[[nodiscard]] std::uint32_t largest_packed(const SparseState& state, const Packing& packing);

}  // namespace retrograph
