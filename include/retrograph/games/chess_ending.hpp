// King and rook, or king and queen, against the bare king: every legal position, both sides to move.
//
// position = turn << 18 | white king << 12 | piece << 6 | black king; squares rank * 8 + file, turn 0 =
// white. One more position, all ones of 19 bits, stands for "the piece is gone": a draw. The side that is not
// to move is never in check. Checkmate is a dead end (a loss), stalemate and the lost piece are draws given.
// No castling, no symmetry reduction.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/types.hpp"

namespace retrograph {

enum class ChessPiece : std::uint8_t { rook, queen };

class ChessEnding {
 public:
  explicit ChessEnding(ChessPiece piece);

  static constexpr std::uint64_t piece_gone = (std::uint64_t{1} << 19) - 1;
  /// All legal positions, white to move first, ascending, then `piece_gone`.
  [[nodiscard]] std::vector<std::uint64_t> roots() const;
  [[nodiscard]] Value given(std::uint64_t position) const;
  template <class F>
  void for_each_move(std::uint64_t position, F&& f) const {
    for (const std::uint64_t to : moves(position)) f(to);
  }

 private:
  [[nodiscard]] bool legal(std::uint64_t position) const noexcept;
  /// Squares the piece on `from` attacks with one more blocker on the board.
  [[nodiscard]] std::uint64_t attacks(unsigned from, unsigned blocker) const noexcept;
  [[nodiscard]] std::vector<std::uint64_t> moves(std::uint64_t position) const;
  ChessPiece piece_;
};

}  // namespace retrograph
