#include "retrograph/games/connect_four.hpp"

#include <bit>

#include "retrograph/support/error.hpp"

namespace retrograph {

ConnectFour::ConnectFour(unsigned width, unsigned height)
    : width_(width), height_(height), column_((std::uint64_t{1} << (height + 1)) - 1) {
  constexpr unsigned most_bits = 62;
  if (width < 1 || height < 1 || width > most_bits || height > most_bits || width * (height + 1) > most_bits)
    fail(Category::usage, "connect four on {} x {}: width * (height + 1) must be from 2 to {}", width, height,
         most_bits);
  for (unsigned c = 0; c < width; ++c) {
    bottom_ |= std::uint64_t{1} << (c * (height + 1));
    board_ |= (column_ >> 1) << (c * (height + 1));
  }
}

// code = mover + mask + bottom, column by column. mask + bottom has one bit a column, just above its pieces;
// adding the mover's pieces below it carries nothing. So the highest bit of a column of the code is that bit,
// and what is below it is the mover's.
ConnectFour::Pieces ConnectFour::pieces(std::uint64_t position) const noexcept {
  Pieces p{0, 0};
  for (unsigned c = 0; c < width_; ++c) {
    const unsigned shift = c * (height_ + 1);
    const std::uint64_t column = (position >> shift) & column_;
    const std::uint64_t top = std::bit_floor(column);
    p.mask |= (top - 1) << shift;
    p.mover |= (column ^ top) << shift;
  }
  return p;
}

bool ConnectFour::has_four(std::uint64_t side) const noexcept {
  for (const unsigned step : {1U, height_, height_ + 1, height_ + 2}) {
    const std::uint64_t pairs = side & (side >> step);
    if ((pairs & (pairs >> (2 * step))) != 0) return true;
  }
  return false;
}

}  // namespace retrograph
