// Boards by the frontier engine: over an explicit arena, or over the state space without a graph.
#pragma once

#include <memory>

#include "retrograph/solve/police_thief_engines.hpp"

namespace retrograph {

[[nodiscard]] std::uint64_t board_explicit_bytes(const PoliceThief& space, StoreLevel store);
[[nodiscard]] std::unique_ptr<BoardResult> solve_board_explicit(std::shared_ptr<const PoliceThief> space,
                                                                const BoardSolveOptions& options);
[[nodiscard]] std::uint64_t board_on_the_fly_bytes(const PoliceThief& space, StoreLevel store);
[[nodiscard]] std::unique_ptr<BoardResult> solve_board_on_the_fly(std::shared_ptr<const PoliceThief> space,
                                                                  const BoardSolveOptions& options);

}  // namespace retrograph
