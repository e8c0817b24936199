// The provenance every job starts from.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/store/provenance.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

/// By what the checkpoints of a run are known; after input and rules are set.
inline std::string checkpoint_text(std::string_view verb, const Provenance& provenance) {
  return fmt::format("{}\n{} {}\n{}", verb, provenance.input.size, provenance.input.hash,
                     rules_text(provenance.rules));
}

inline Provenance provenance_of(const RunContext& context) {
  Provenance provenance = begin_provenance(context.tool_version, context.command_line, context.config);
  provenance.threads = par::threads();
  provenance.reproducible = context.reproducible;
  return provenance;
}

}  // namespace retrograph
