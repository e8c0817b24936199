// What solvers of sums ask of a single term.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

/// Every removal is allowed and none splits: G(n) = n.
[[nodiscard]] inline bool is_nim(const HeapGame& game) {
  return game.kind == HeapGame::Kind::all_but && game.excluded.empty();
}

/// What a move leaves of a heap, as its owner counts it: a strip in cells, without the parts that are shorter
/// than any.
[[nodiscard]] inline std::vector<std::uint64_t> in_cells(std::span<const std::uint64_t> parts,
                                                         std::uint64_t offset) {
  std::vector<std::uint64_t> cells;
  for (const std::uint64_t part : parts)
    if (part > offset) cells.push_back(part - offset);
  return cells;
}

}  // namespace retrograph
