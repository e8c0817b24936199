// Boards as text, and the rules of police and thief as "key=value" pairs.
//
// Text: an optional first line "n m" (rows, columns); then rows of equal length: . free, * wall, E exit (any
// number), exactly one P and one T on plain cells. CRLF, a missing last newline and empty lines at the end
// are accepted; anything else is Error(malformed) with file, line and column (both from 1).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "retrograph/games/board.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

/// The path "-" is standard input.
[[nodiscard]] Board read_board(const std::filesystem::path& path);
[[nodiscard]] Board parse_board(std::string_view text, std::string_view name);

/// The rows of the board with P and T, a newline behind each, no first line of sizes.
[[nodiscard]] std::string board_text(const Board& board);

/// Keys first, police-diagonal, thief-diagonal, police-stay, thief-stay, exit-closed, dead-end, as the
/// options.
[[nodiscard]] Rules rules_of(const PursuitRules& rules);
/// The reverse; keys that are absent keep their defaults, others than the above are ignored, a value that is
/// not known is Error(malformed) naming `origin`.
[[nodiscard]] PursuitRules pursuit_rules_of(const Rules& rules, std::string_view origin);

}  // namespace retrograph
