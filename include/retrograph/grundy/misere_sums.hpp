// MisereSums: sums under misère play (the player without a move wins), by exact search with a memo.
//
// A position is the multiset of its parts; parts without a move are left out, heaps of Nim are numbers. Every
// position that the search meets is kept, and there may be as many as the product of the parts' sizes: made
// for small sums. Sums of numbers alone, of any size, follow Bouton's rule: play as in normal Nim while some
// heap stays above 1, else leave an odd number of ones. Graphs must be acyclic. One thread at a time; an
// object may be asked many times and remembers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "retrograph/grundy/misere_genus.hpp"
#include "retrograph/grundy/sums.hpp"
#include "retrograph/grundy/sums_solver.hpp"

namespace retrograph {

struct MisereLimits {
  std::size_t positions = std::size_t{1} << 24;  // Error(resource) beyond; 100 to 300 bytes each
};

struct MisereResult {
  bool win = false;             // for the player to move
  std::vector<TermMove> moves;  // all that win, as in SumResult
};

/// Nim where the last counter loses: does the player to move win?
[[nodiscard]] bool misere_nim_wins(std::span<const std::uint64_t> heaps);

class MisereSums {
 public:
  explicit MisereSums(GraphOpener open = {}, MisereLimits limits = {});
  ~MisereSums();
  MisereSums(MisereSums&&) noexcept;
  MisereSums& operator=(MisereSums&&) noexcept;

  /// Throws Error(usage) for a vertex that a graph does not have, and for a graph with cycles.
  [[nodiscard]] MisereResult solve(const Sum& sum);
  /// misere[0] is the misère nim-value of the sum.
  [[nodiscard]] Genus genus(const Sum& sum);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace retrograph
