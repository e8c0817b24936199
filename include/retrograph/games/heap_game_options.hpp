// The moves of a heap game, one by one: shared by sums, tests and explicit graphs; engines have their own
// loops.
//
// f receives what a move leaves of the heap: 0 to 3 sizes, ascending, none of them 0. Every multiset comes
// once for each digit that allows it (no two digits leave the same total, so it comes once). 64-bit safe up
// to 2^62.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

using Parts = std::span<const std::uint64_t>;

/// Calls f for every move from a heap of n (n counts counters of the code, not cells of a strip).
void for_each_option(const HeapGame& game, std::uint64_t n, FunctionRef<void(Parts)> f);

/// How many moves a heap of n has.
[[nodiscard]] std::uint64_t count_options(const HeapGame& game, std::uint64_t n);

}  // namespace retrograph
