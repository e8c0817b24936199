// Tic-tac-toe on 3 x 3: X first, play stops at a line of three or a full board, which is a tie.
//
// position = x | o << 9, cell bit = row * 3 + col; X is to move where both have as many. In misère play a
// line loses for who made it. 5478 positions can be reached.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "retrograph/graph/types.hpp"

namespace retrograph {

class TicTacToe {
 public:
  explicit TicTacToe(bool misere) : misere_(misere) {}

  [[nodiscard]] std::vector<std::uint64_t> roots() const { return {0}; }

  [[nodiscard]] Value given(std::uint64_t position) const noexcept {
    // Only the side that has just moved can have a line.
    if (has_line(x(position)) || has_line(o(position))) return misere_ ? Value::win : Value::lose;
    return (x(position) | o(position)) == all ? Value::tie : Value::none;
  }

  template <class F>
  void for_each_move(std::uint64_t position, F&& f) const {
    const bool x_moves = std::popcount(x(position)) == std::popcount(o(position));
    for (unsigned cell = 0; cell < cells; ++cell) {
      const std::uint64_t bit = std::uint64_t{1} << cell;
      if (((x(position) | o(position)) & bit) == 0) f(position | (x_moves ? bit : bit << cells));
    }
  }

 private:
  static constexpr unsigned cells = 9;
  static constexpr std::uint64_t all = 0x1ff;
  [[nodiscard]] static std::uint64_t x(std::uint64_t position) noexcept { return position & all; }
  [[nodiscard]] static std::uint64_t o(std::uint64_t position) noexcept { return position >> cells; }
  [[nodiscard]] static bool has_line(std::uint64_t side) noexcept {
    for (const std::uint64_t line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U})
      if ((side & line) == line) return true;
    return false;
  }
  bool misere_;
};

}  // namespace retrograph
