// Connect four on small boards: pieces fall in a column, four in a row win, a full board is a tie.
//
// Columns of height + 1 bits, bottom first: position = side to move's pieces + the mask of all pieces + one
// bit at the bottom of every column (the unique code of J. Tromp; bitboards after J. Herzberg). width *
// (height + 1) bits, at most 62.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/types.hpp"

namespace retrograph {

class ConnectFour {
 public:
  /// Throws Error(usage) unless both sizes are at least 1 and width * (height + 1) is at most 62.
  ConnectFour(unsigned width, unsigned height);

  [[nodiscard]] std::vector<std::uint64_t> roots() const { return {bottom_}; }
  [[nodiscard]] Value given(std::uint64_t position) const noexcept {
    const Pieces p = pieces(position);
    // Only the side that has just moved can have four.
    if (has_four(p.mask ^ p.mover)) return Value::lose;
    return p.mask == board_ ? Value::tie : Value::none;
  }
  template <class F>
  void for_each_move(std::uint64_t position, F&& f) const {
    const Pieces p = pieces(position);
    for (unsigned column = 0; column < width_; ++column) {
      const std::uint64_t cells = column_ << (column * (height_ + 1));
      const std::uint64_t mask = p.mask | ((p.mask + (bottom_ & cells)) & cells & board_);
      // The other side is to move next: its pieces are those of the mask before that the mover does not own.
      if (mask != p.mask) f((p.mask ^ p.mover) + mask + bottom_);
    }
  }

 private:
  struct Pieces {
    std::uint64_t mover;
    std::uint64_t mask;
  };
  [[nodiscard]] Pieces pieces(std::uint64_t position) const noexcept;
  [[nodiscard]] bool has_four(std::uint64_t side) const noexcept;

  unsigned width_;
  unsigned height_;
  std::uint64_t column_;  // one column, the spare top bit included
  std::uint64_t bottom_ = 0;
  std::uint64_t board_ = 0;
};

}  // namespace retrograph
