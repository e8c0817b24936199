// A board drawn as text, in the letters of the board files, with the pieces where they stand now.
#pragma once

#include <cstdint>
#include <string>

#include "retrograph/games/board.hpp"

namespace retrograph {

/// One line a row, each ended by a newline: `.` free, `*` wall, `E` exit, `P` police, `T` thief, `X` where
/// the police has caught the thief. `police` and `thief` are cells of the board (row * cols + col).
[[nodiscard]] std::string board_picture(const Board& board, std::uint32_t police, std::uint32_t thief);

}  // namespace retrograph
