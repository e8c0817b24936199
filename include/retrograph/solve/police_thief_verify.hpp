// Checks an answer for a board against the rules. Knows the game and the answer only; never calls an engine.
//
// Four claims, complete together:
//   1  the local rule holds at every state: win iff a losing child, else lose iff all children are wins, else
//      tie iff a tie child, else draw; ended games and dead ends have what the rules give
//   2  every win, loss and tie is founded: best play reaches an end. With distances this follows from claim
//   3;
//      without, foundations are built up from the ends until nothing changes, and must cover every state
//   3  each distance is exactly 0, 1 + min or 1 + max, as the value demands, and a draw has none
//   4  counts and largest remoteness equal those of the summary
// The answer is asked for rows (all police cells for one turn and thief cell, laid out as in result files)
// from several threads at once. Cost: about 15 looks at a child a state; without distances one such pass over
// every row whose neighbourhood changed, and a bit a state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/solve/board_result.hpp"
#include "retrograph/support/function_ref.hpp"
#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct BoardAnswer {
  FunctionRef<void(Side, std::uint32_t, std::span<Value>)> values_row;
  /// Absent where distances were not kept.
  std::optional<FunctionRef<void(Side, std::uint32_t, std::span<std::uint32_t>)>> remoteness_row;
  OutcomeCounts counts;
};

struct BoardCheck {
  std::uint64_t checked = 0;          // states
  std::uint64_t failed = 0;           // states or summary entries that are wrong
  std::vector<std::string> failures;  // the first few by vertex, each with where and what
  [[nodiscard]] bool ok() const noexcept { return failed == 0; }
};

[[nodiscard]] BoardCheck verify_board(const PoliceThief& space, const BoardAnswer& answer,
                                      const StopSource* stop = nullptr, Progress* progress = nullptr);
[[nodiscard]] BoardCheck verify_board(const BoardResult& result);

}  // namespace retrograph
