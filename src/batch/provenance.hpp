// The provenance every job starts from.
#pragma once

#include "retrograph/batch/run_context.hpp"
#include "retrograph/store/provenance.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

inline Provenance provenance_of(const RunContext& context) {
  Provenance provenance = begin_provenance(context.tool_version, context.command_line, context.config);
  provenance.threads = par::threads();
  provenance.reproducible = context.reproducible;
  return provenance;
}

}  // namespace retrograph
