// The values in a file of graph values, against the graph they were made from.
#pragma once

#include "retrograph/batch/verify_job.hpp"

namespace retrograph {

/// Finds the graph (by its stored name, or VerifyJob::game), compares its hash, and checks every vertex.
[[nodiscard]] VerifyJobReport verify_graph_values_file(const VerifyJob& job, const RunContext& context);

}  // namespace retrograph
