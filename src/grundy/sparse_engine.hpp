// The sparse engine: a prefix by the dense one, then steps over the rare heaps alone, in bounded memory.
//
// The rule is chosen at 2^15 heaps and again at every power of two while all values are at hand (up to 2^22).
#pragma once

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

/// Codes of digits up to 7 with a split, and Grundy's game.
[[nodiscard]] bool sparse_accepts(const HeapGame& game);
[[nodiscard]] HeapRun run_sparse(const HeapGame& game, const HeapOptions& options);

/// The dense engine for 2^15 heaps, then whatever is best: the period if it is proved by then, the sparse
/// engine where few heaps are rare, the dense one elsewhere.
[[nodiscard]] HeapRun run_dense_then_sparse(const HeapGame& game, const HeapOptions& options);

}  // namespace retrograph
