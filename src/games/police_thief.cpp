#include "retrograph/games/police_thief.hpp"

#include "retrograph/support/error.hpp"

namespace retrograph {

std::optional<PoliceThief::State> PoliceThief::start_if_placed() const noexcept {
  const auto dense = [&](std::uint32_t cell) {
    return cell < board_.cells.size() ? moves_.dense_of(cell) : no_cell;
  };
  if (dense(board_.thief) == no_cell || dense(board_.police) == no_cell) return std::nullopt;
  return State{rules_.first, dense(board_.thief), dense(board_.police)};
}

PoliceThief::State PoliceThief::start() const {
  const auto dense = [&](std::uint32_t cell, const char* piece) {
    if (cell >= board_.cells.size() || moves_.dense_of(cell) == no_cell)
      fail(Category::malformed, "{} is not on a free cell (cell {})", piece, cell);
    return moves_.dense_of(cell);
  };
  return {rules_.first, dense(board_.thief, "the thief"), dense(board_.police, "the police")};
}

}  // namespace retrograph
