// Options of the verbs that read a graph, and the task they describe.
#pragma once

#include <vector>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/cli/options.hpp"

namespace retrograph::cli {

[[nodiscard]] std::vector<OptionSpec> graph_option_specs();
[[nodiscard]] GraphInput graph_input(const Options& options, const std::string& path);

}  // namespace retrograph::cli
