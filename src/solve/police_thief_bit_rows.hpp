// The bit-row engine of boards: one bit a state, vectors of police cells.
#pragma once

#include <memory>
#include <string>

#include "retrograph/solve/police_thief_engines.hpp"

namespace retrograph {

[[nodiscard]] std::string board_bit_rows_refusal(const PoliceThief& space);
[[nodiscard]] std::uint64_t board_bit_rows_bytes(const PoliceThief& space, StoreLevel store);
[[nodiscard]] std::unique_ptr<BoardResult> solve_board_bit_rows(std::shared_ptr<const PoliceThief> space,
                                                                const BoardSolveOptions& options);

}  // namespace retrograph
