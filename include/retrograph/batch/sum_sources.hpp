// The graphs that sums name: opened, and with their values.
//
// A name may be that of a file of values (then its graph is found by the name stored in it, or by `game`, and
// must not have changed) or of a graph in any known format (then its values are computed). Nim-values are
// those of normal play: graphs that give values or owners to vertices have none.
#pragma once

#include <string>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/run_context.hpp"
#include "retrograph/grundy/sums_solver.hpp"

namespace retrograph {

/// For the solvers of sums; `context` must outlive it. `game`, if not empty, stands for the stored name of
/// the graph of every file of values.
[[nodiscard]] GraphOpener graph_opener(const RunContext& context, std::string game = {});

/// Error(usage) naming `path` if the game is no plain graph under normal play.
void require_plain_game(const AnyArena& arena, const std::string& path);

}  // namespace retrograph
