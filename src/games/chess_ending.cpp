#include "retrograph/games/chess_ending.hpp"

#include <array>
#include <bit>

namespace retrograph {
namespace {

constexpr unsigned squares = 64;

struct Position {
  bool black_moves;
  unsigned white_king;
  unsigned piece;
  unsigned black_king;
};

constexpr std::uint64_t encode(const Position& p) {
  return std::uint64_t{p.black_moves} << 18 | std::uint64_t{p.white_king} << 12 |
         std::uint64_t{p.piece} << 6 | p.black_king;
}

constexpr Position decode(std::uint64_t code) {
  return {(code >> 18) != 0, static_cast<unsigned>(code >> 12) % squares,
          static_cast<unsigned>(code >> 6) % squares, static_cast<unsigned>(code) % squares};
}

constexpr std::uint64_t bit(unsigned square) {
  return std::uint64_t{1} << square;
}

struct Step {
  int rank;
  int file;
};
constexpr std::array<Step, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> diagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

// The square one step on, or `squares` beyond the edge.
constexpr unsigned after(unsigned square, Step step) {
  const int rank = static_cast<int>(square / 8) + step.rank;
  const int file = static_cast<int>(square % 8) + step.file;
  return rank < 0 || rank > 7 || file < 0 || file > 7 ? squares : static_cast<unsigned>(rank * 8 + file);
}

std::uint64_t king_steps(unsigned from) {
  std::uint64_t out = 0;
  for (const auto& steps : {straight, diagonal})
    for (const Step step : steps)
      if (const unsigned to = after(from, step); to != squares) out |= bit(to);
  return out;
}

template <class F>
void for_each_bit(std::uint64_t set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

}  // namespace

ChessEnding::ChessEnding(ChessPiece piece) : piece_(piece) {}

std::uint64_t ChessEnding::attacks(unsigned from, unsigned blocker) const noexcept {
  std::uint64_t out = 0;
  const auto ray = [&](Step step) {
    for (unsigned to = after(from, step); to != squares; to = after(to, step)) {
      out |= bit(to);
      if (to == blocker) break;
    }
  };
  for (const Step step : straight) ray(step);
  if (piece_ == ChessPiece::queen)
    for (const Step step : diagonal) ray(step);
  return out;
}

bool ChessEnding::legal(std::uint64_t position) const noexcept {
  const Position p = decode(position);
  if (p.white_king == p.piece || p.white_king == p.black_king || p.piece == p.black_king) return false;
  if ((king_steps(p.white_king) & bit(p.black_king)) != 0) return false;
  return p.black_moves || (attacks(p.piece, p.white_king) & bit(p.black_king)) == 0;
}

std::vector<std::uint64_t> ChessEnding::roots() const {
  std::vector<std::uint64_t> all;
  for (std::uint64_t position = 0; position < std::uint64_t{1} << 19; ++position)
    if (legal(position)) all.push_back(position);
  all.push_back(piece_gone);
  return all;
}

std::vector<std::uint64_t> ChessEnding::moves(std::uint64_t position) const {
  std::vector<std::uint64_t> out;
  const Position p = decode(position);
  const auto add = [&](const Position& to) {
    if (legal(encode(to))) out.push_back(encode(to));
  };
  if (p.black_moves) {
    // The king that flees along a line does not shield the squares behind it: legal() looks at the line
    // without him.
    for_each_bit(king_steps(p.black_king), [&](unsigned to) {
      if (to != p.piece) {
        add({false, p.white_king, p.piece, to});
      } else if ((king_steps(p.white_king) & bit(to)) == 0) {
        out.push_back(piece_gone);
      }
    });
    return out;
  }
  for_each_bit(king_steps(p.white_king), [&](unsigned to) { add({true, to, p.piece, p.black_king}); });
  for_each_bit(attacks(p.piece, p.white_king),
               [&](unsigned to) { add({true, p.white_king, to, p.black_king}); });
  return out;
}

Value ChessEnding::given(std::uint64_t position) const {
  if (position == piece_gone) return Value::draw;
  const Position p = decode(position);
  if (!p.black_moves || !moves(position).empty()) return Value::none;
  const bool check = (attacks(p.piece, p.white_king) & bit(p.black_king)) != 0;
  return check ? Value::lose : Value::draw;
}

}  // namespace retrograph
