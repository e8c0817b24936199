// The local rule of a table: G(n) is the mex of what the options of n are worth by the table itself. If it
// holds for every heap, all values are right, by induction on n.
#pragma once

#include "retrograph/batch/verify_job.hpp"

namespace retrograph {

[[nodiscard]] VerifyJobReport verify_table(const VerifyJob& job, const RunContext& context);

}  // namespace retrograph
