// The textbook engine of boards: simple, serial, written from the rules; what every other engine is compared
// with. About 190 bytes a state.
#pragma once

#include <memory>

#include "retrograph/solve/police_thief_engines.hpp"

namespace retrograph {

[[nodiscard]] std::uint64_t board_reference_bytes(const PoliceThief& space, StoreLevel store);
[[nodiscard]] std::unique_ptr<BoardResult> solve_board_reference(std::shared_ptr<const PoliceThief> space,
                                                                 const BoardSolveOptions& options);

}  // namespace retrograph
