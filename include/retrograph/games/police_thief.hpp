// PoliceThief: the state space of a board, without a graph in memory.
//
// A state is (turn, thief, police) on free cells under dense numbers; vertex = (turn * n + thief) * n +
// police with n free cells, turn 0 = police: 2 n^2 vertices, row-major. Values are for the side to move. Same
// cell: the police has won, whoever is to move; else thief on an exit: the thief has won. Such states have no
// moves, a given value and remoteness 0. A state without moves otherwise is a dead end and follows the rule
// of the board. Moves are enumerated by ascending vertex. Vertex ids are 64 bits in this interface, whatever
// the size. Cost: a division for each decoded vertex, a short list for its moves. Safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "retrograph/games/board_moves.hpp"
#include "retrograph/graph/types.hpp"

namespace retrograph {

/// A position of a board; thief and police are dense numbers of free cells.
struct PoliceThiefState {
  Side turn = Side::police;
  std::uint32_t thief = 0;
  std::uint32_t police = 0;
  friend bool operator==(const PoliceThiefState&, const PoliceThiefState&) = default;
};

class PoliceThief {
 public:
  using State = PoliceThiefState;

  PoliceThief(Board board, const PursuitRules& rules)
      : board_(std::move(board)), rules_(rules), moves_(board_, rules_), n_(moves_.count()) {}

  [[nodiscard]] const Board& board() const noexcept { return board_; }
  [[nodiscard]] const PursuitRules& rules() const noexcept { return rules_; }
  [[nodiscard]] const BoardMoves& moves() const noexcept { return moves_; }
  [[nodiscard]] std::uint32_t free_count() const noexcept { return moves_.count(); }
  [[nodiscard]] std::uint64_t vertex_count() const noexcept { return 2 * n_ * n_; }
  /// The position on the board's text. Throws Error(malformed) where a piece stands on a wall.
  [[nodiscard]] State start() const;
  /// The same, absent where a piece stands on a wall.
  [[nodiscard]] std::optional<State> start_if_placed() const noexcept;

  [[nodiscard]] std::uint64_t encode(const State& s) const noexcept {
    return (static_cast<std::uint64_t>(s.turn) * n_ + s.thief) * n_ + s.police;
  }
  [[nodiscard]] State decode(std::uint64_t v) const noexcept {
    const std::uint64_t row = v / n_;
    const bool thief_turn = row >= n_;
    return {thief_turn ? Side::thief : Side::police, static_cast<std::uint32_t>(thief_turn ? row - n_ : row),
            static_cast<std::uint32_t>(v - row * n_)};
  }

  /// win or lose for the side to move where the game is over, else none.
  [[nodiscard]] Value given(const State& s) const noexcept {
    const bool caught = s.police == s.thief;
    if (!caught && !moves_.is_exit(s.thief)) return Value::none;
    return caught == (s.turn == Side::police) ? Value::win : Value::lose;
  }
  [[nodiscard]] Value given(std::uint64_t v) const noexcept { return given(decode(v)); }
  /// The value before any search: given, or that of a dead end; none where it must be found.
  [[nodiscard]] Value initial(const State& s) const noexcept {
    const Value value = given(s);
    if (value != Value::none || !mover_steps(s).empty()) return value;
    return value_of(rules_.dead_end);
  }
  [[nodiscard]] Value initial(std::uint64_t v) const noexcept { return initial(decode(v)); }

  /// Number of moves; 0 at dead ends and where the game is over.
  [[nodiscard]] std::uint64_t out_degree(std::uint64_t v) const noexcept {
    const State s = decode(v);
    return given(s) != Value::none ? 0 : mover_steps(s).size();
  }

  /// f(vertex) for every move, ascending.
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    const State s = decode(v);
    if (given(s) != Value::none) return;
    if (s.turn == Side::police) {
      const std::uint64_t row = (n_ + s.thief) * n_;
      for (const std::uint32_t p : moves_.steps(Side::police, s.police)) f(row + p);
    } else {
      for (const std::uint32_t t : moves_.steps(Side::thief, s.thief)) f(t * n_ + s.police);
    }
  }

  /// f(vertex) for every state that can move to v, ascending.
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    const State s = decode(v);
    if (s.turn == Side::thief) {
      if (moves_.is_exit(s.thief)) return;
      const std::uint64_t row = s.thief * n_;
      for (const std::uint32_t p : moves_.steps_into(Side::police, s.police))
        if (p != s.thief) f(row + p);
    } else {
      for (const std::uint32_t t : moves_.steps_into(Side::thief, s.thief))
        if (t != s.police && !moves_.is_exit(t)) f((n_ + t) * n_ + s.police);
    }
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> mover_steps(const State& s) const noexcept {
    return moves_.steps(s.turn, s.turn == Side::police ? s.police : s.thief);
  }

  Board board_;
  PursuitRules rules_;
  BoardMoves moves_;
  std::uint64_t n_;
};

}  // namespace retrograph
