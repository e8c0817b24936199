// Which theorem proves a period of which game, for the search; the checker has its own reading of them.
#pragma once

#include <cstdint>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/period.hpp"

namespace retrograph {

/// All-but games: how many windows, one period apart, are tried before a period counts as unproved.
inline constexpr std::uint64_t all_but_repeats_tried = 64;

/// Subtraction sets, finite or all-but: one window of values decides the rest.
[[nodiscard]] bool only_takes(const HeapGame& game);

/// The theorem that needs nothing but values.
[[nodiscard]] Proof proof_of(const HeapGame& game);

/// k: the last non-zero digit, the largest excluded removal, or 0.
[[nodiscard]] std::uint32_t window_of(const HeapGame& game);

}  // namespace retrograph
