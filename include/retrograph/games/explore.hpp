// Explicit graphs of games given by their positions: breadth-first from the start, or over a whole list.
//
// A position is one 64-bit number, its meaning the game's own. A game has
//   std::vector<std::uint64_t> roots() const    where the search starts
//   Value given(position) const                 the value of an ended game for the side to move, or none
//   void for_each_move(position, f) const       f(position) for every move of a game not ended
// Vertices are numbered in the order of discovery: roots first, then level by level. Ended games carry their
// value and have no edges. Moves that lead to one position are kept as parallel edges. Memory while it runs:
// about 70 bytes a position and 8 a move.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

struct ExploredGame {
  Arena<std::uint32_t> arena;
  Array<std::uint64_t> position;  // of every vertex
};

template <class Game>
class Explorer {
 public:
  explicit Explorer(const Game& game) : game_(game) {}

  [[nodiscard]] ExploredGame explore(std::uint64_t memory_limit) {
    for (const std::uint64_t root : game_.roots()) number_of(root);
    for (std::size_t v = 0; v < position_.size(); ++v) {
      if (v % check_every == 0) check_room(memory_limit);
      const std::uint64_t at = position_[v];
      terminal_.push_back(game_.given(at));
      if (terminal_.back() == Value::none)
        game_.for_each_move(at, [&](std::uint64_t to) { targets_.push_back(number_of(to)); });
      offsets_.push_back(targets_.size());
    }
    return {{{Array<EdgeIndex>::copy_of(offsets_), Array<std::uint32_t>::copy_of(targets_)},
             Array<Value>::copy_of(terminal_),
             {},
             DeadEnd::lose},
            Array<std::uint64_t>::copy_of(position_)};
  }

 private:
  static constexpr std::size_t check_every = 1024;

  // The table of numbers with its buckets, and the vectors, which grow by doubling and are copied at the end.
  void check_room(std::uint64_t memory_limit) const {
    const std::uint64_t bytes = 70 * position_.size() + 8 * targets_.size();
    if (bytes > memory_limit)
      fail(Category::resource,
           "{} positions of the game and their moves need {} bytes of memory, the limit "
           "(--memory) is {}",
           position_.size(), bytes, memory_limit);
  }

  std::uint32_t number_of(std::uint64_t position) {
    const auto [found, fresh] = number_.try_emplace(position, static_cast<std::uint32_t>(position_.size()));
    if (fresh) {
      if (position_.size() >= narrow_vertex_limit - 1)
        fail(Category::resource, "the game has more than {} positions", narrow_vertex_limit - 1);
      position_.push_back(position);
    }
    return found->second;
  }

  const Game& game_;
  std::unordered_map<std::uint64_t, std::uint32_t> number_;
  std::vector<std::uint64_t> position_;
  std::vector<EdgeIndex> offsets_{0};
  std::vector<std::uint32_t> targets_;
  std::vector<Value> terminal_;
};

/// Error(resource) where that needs more than `memory_limit` bytes.
template <class Game>
[[nodiscard]] ExploredGame explore(const Game& game, std::uint64_t memory_limit = ~std::uint64_t{0}) {
  return Explorer<Game>(game).explore(memory_limit);
}

}  // namespace retrograph
