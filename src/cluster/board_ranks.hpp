// A board of police and thief over ranks.
#pragma once

#include <memory>
#include <optional>

#include "retrograph/batch/rank_report.hpp"
#include "retrograph/cluster/ranks.hpp"
#include "retrograph/solve/police_thief_engines.hpp"

namespace retrograph {

inline constexpr std::string_view board_ranks_engine = "ranks";

/// Most bytes that a rank takes; those of rank 0, which holds the result, are the most where it is kept.
[[nodiscard]] std::uint64_t board_ranks_bytes(const Ranks& ranks, const PoliceThief& space, StoreLevel store);

/// Solves; collective. The result is whole in rank 0 (in all ranks with `everywhere`); in the others it has
/// the counts and the value of the start.
[[nodiscard]] std::unique_ptr<BoardResult> solve_board_ranks(const Ranks& ranks,
                                                             std::shared_ptr<const PoliceThief> space,
                                                             const BoardSolveOptions& options,
                                                             bool everywhere, RankReport& report);

}  // namespace retrograph
