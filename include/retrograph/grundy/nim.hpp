// Sums of heaps: the value by xor (Sprague 1935, Grundy 1939) and every winning move; misère Nim (Bouton
// 1901).
//
// Cost: one table up to the largest heap, except for Nim itself, where G(n) = n and no table is needed. Moves
// to the same multiset of heaps are listed once, in order of the heap's index and then of `to`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

struct SumMove {
  std::uint64_t heap = 0;         // index in the list that was given, from 0
  std::uint64_t from = 0;         // its size
  std::vector<std::uint64_t> to;  // what is left of it: 0 to 3 heaps, ascending, none of size 0
  friend bool operator==(const SumMove&, const SumMove&) = default;
};

struct SumAnswer {
  std::uint64_t value = 0;     // xor of the heaps' values (of the heaps themselves for Nim, misère too)
  bool win = false;            // for the player to move
  std::vector<SumMove> moves;  // all that win; empty if none does
};

/// The sum of these heaps of one game under normal play. Throws Error(resource) if a table up to the largest
/// heap is out of reach.
[[nodiscard]] SumAnswer solve_sum(const HeapGame& game, std::span<const std::uint64_t> heaps);

/// Nim where taking the last counter loses.
[[nodiscard]] SumAnswer solve_misere_nim(std::span<const std::uint64_t> heaps);

}  // namespace retrograph
