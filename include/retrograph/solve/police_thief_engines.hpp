// The engines that solve boards of police and thief, behind one interface.
//
//   reference   the textbook: reverse lists of the whole graph, counters, a queue by levels; serial
//   explicit    the graph as an arena, solved by the frontier engine
//   on-the-fly  the same engine over the state space, without a graph
//   bit-rows    two fixpoints of rows of bits: 1 bit a state, and the distances where they are asked for
// All give the same labels and distances for every number of threads. `auto` takes the fastest engine that
// takes the rules. An engine is refused before it starts where its estimate exceeds the limit.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "retrograph/solve/board_result.hpp"
#include "retrograph/support/run_control.hpp"

namespace retrograph {

/// Checkpoints are kept by all engines but `reference`, and not of boards that take less than a second.
struct BoardSolveOptions : RunControl {
  StoreLevel store = StoreLevel::full;
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();
};

struct BoardEngine {
  std::string_view name;
  std::string_view help;
  /// Why the engine cannot take this board under its rules; empty if it can.
  std::string (*refusal)(const PoliceThief& space);
  /// Peak bytes of a run, the result included.
  std::uint64_t (*bytes)(const PoliceThief& space, StoreLevel store);
  std::unique_ptr<BoardResult> (*solve)(std::shared_ptr<const PoliceThief> space,
                                        const BoardSolveOptions& options);
};

/// All engines, `reference` first, the fastest last.
[[nodiscard]] std::span<const BoardEngine> board_engines();

/// The engine of that name, or for `auto` the last one that takes the board; throws Error(usage) naming the
/// engines there are, or why the engine does not take this board.
[[nodiscard]] const BoardEngine& board_engine(std::string_view name, const PoliceThief& space);

/// Solves a board; throws Error(resource) before starting where the estimate exceeds options.memory_limit.
[[nodiscard]] std::unique_ptr<BoardResult> solve_board(Board board, const PursuitRules& rules,
                                                       std::string_view engine = "auto",
                                                       const BoardSolveOptions& options = {});

}  // namespace retrograph
