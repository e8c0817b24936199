// What the kinds of sweeps over boards of police and thief have in common: keys, boards, rules, figures.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "retrograph/games/board.hpp"
#include "retrograph/solve/outcomes.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {

/// The keys of a board and of the rules, and behind them `more`.
[[nodiscard]] std::vector<SweepKeySpec> with_board_keys(std::vector<SweepKeySpec> more);
[[nodiscard]] bool is_rule(std::string_view key);

/// The board of a job, from its file or made at random, the pieces where the job wants them.
/// Error(malformed) for values that make none.
void read_board_of_job(const SweepKind& kind, const JobValues& values, Board& board);
[[nodiscard]] inline Board board_of_job(const SweepKind& kind, const JobValues& values) {
  Board board;
  read_board_of_job(kind, values, board);
  return board;
}

[[nodiscard]] PursuitRules rules_of_job(const JobValues& values);
[[nodiscard]] bool on_off_of_key(const SweepKind& kind, const JobValues& values, std::string_view key);

[[nodiscard]] inline std::uint64_t number_of_plies(std::uint32_t plies) noexcept {
  return plies == RemotenessArray::none ? no_number : std::uint64_t{plies};
}
[[nodiscard]] inline double share_of(std::uint64_t part, std::uint64_t whole) noexcept {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace retrograph
