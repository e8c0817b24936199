// query on a file of graph values.
#pragma once

#include "retrograph/cli/verb.hpp"

namespace retrograph::cli {

/// Value and outcome of --vertex, alone or in a sum, and its winning moves where the graph is at hand.
[[nodiscard]] int query_graph_values(Session& session, const std::string& path);

}  // namespace retrograph::cli
