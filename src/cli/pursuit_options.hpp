// The rules of police and thief as options, shared by the verbs that take a board.
#pragma once

#include <vector>

#include "retrograph/cli/options.hpp"
#include "retrograph/games/board.hpp"

namespace retrograph::cli {

[[nodiscard]] std::vector<OptionSpec> pursuit_option_specs();
[[nodiscard]] PursuitRules pursuit_rules(const Options& options);
/// --dead-end lose|win|tie, or --misere.
[[nodiscard]] DeadEnd dead_end_rule(const Options& options);

}  // namespace retrograph::cli
