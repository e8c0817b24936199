// BoardPart: the states of a board that one rank owns: those with the thief on a range of free cells, for
// both turns. Moves of the police stay inside a rank, moves of the thief leave it at the ends of its range
// alone.
//
// Local number: (turn * cells of the range + thief - first cell) * n + police, n free cells in all. Nothing
// of the moves is stored: 2 bytes a state, and those of the run. Rows of a whole board follow from
// gather().
#pragma once

#include <cstdint>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/parallel.hpp"

#include "cluster/bounds.hpp"

namespace retrograph {

class BoardPart {
 public:
  /// `cells` has the range of every rank.
  BoardPart(const PoliceThief& space, Bounds cells, unsigned rank)
      : value(2 * cells.count(rank) * space.free_count()),
        moves(value.size()),
        space_(space),
        cells_(std::move(cells)),
        rank_(rank),
        n_(space.free_count()) {
    constexpr std::size_t grain = std::size_t{1} << 14;
    par::for_each(value.size(), grain, [&](std::size_t v) {
      const PoliceThiefState s = state_of(v);
      value[v] = space_.initial(s);
      moves[v] =
          static_cast<std::uint8_t>(s.turn == Side::police ? space_.moves().steps(s.turn, s.police).size()
                                                           : space_.moves().steps(s.turn, s.thief).size());
    });
  }

  Array<Value> value;
  Array<std::uint8_t> moves;
  Array<std::uint8_t> owner;  // none: players alternate

  /// Moves from own states to those of other ranks.
  [[nodiscard]] std::uint64_t cross_moves() const {
    std::uint64_t steps = 0;
    for (std::uint64_t t = cells_.begin(rank_); t < cells_.begin(rank_) + cells_.count(rank_); ++t) {
      const auto cell = static_cast<std::uint32_t>(t);
      if (space_.moves().is_exit(cell)) continue;
      for (const std::uint32_t to : space_.moves().steps(Side::thief, cell))
        steps += cells_.owner(to) != rank_;
    }
    return steps * (n_ - 1);  // the game is not over: the police is elsewhere
  }
  [[nodiscard]] std::uint64_t count(unsigned rank) const noexcept { return cells_.count(rank); }
  [[nodiscard]] PoliceThiefState state_of(std::uint64_t v) const noexcept {
    const std::uint64_t row = v / n_;
    const std::uint64_t own = cells_.count(rank_);
    const bool thief_turn = row >= own;
    return {thief_turn ? Side::thief : Side::police,
            static_cast<std::uint32_t>(cells_.begin(rank_) + (thief_turn ? row - own : row)),
            static_cast<std::uint32_t>(v - row * n_)};
  }
  /// The local number of a state in the rank that owns it.
  [[nodiscard]] std::uint32_t local(unsigned rank, const PoliceThiefState& s) const noexcept {
    const std::uint64_t row = (s.turn == Side::thief ? cells_.count(rank) : 0) + s.thief - cells_.begin(rank);
    return static_cast<std::uint32_t>(row * n_ + s.police);
  }
  [[nodiscard]] unsigned owner_of(std::uint32_t thief) const noexcept { return cells_.owner(thief); }

  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    const PoliceThiefState s = state_of(v);
    const BoardMoves& steps = space_.moves();
    if (s.turn == Side::thief) {
      if (steps.is_exit(s.thief)) return;
      for (const std::uint32_t p : steps.steps_into(Side::police, s.police))
        if (p != s.thief) f(rank_, local(rank_, {Side::police, s.thief, p}));
      return;
    }
    for (const std::uint32_t t : steps.steps_into(Side::thief, s.thief)) {
      if (t == s.police || steps.is_exit(t)) continue;
      const unsigned rank = cells_.owner(t);
      f(rank, local(rank, {Side::thief, t, s.police}));
    }
  }

 private:
  const PoliceThief& space_;
  Bounds cells_;
  unsigned rank_;
  std::uint64_t n_;
};

}  // namespace retrograph
