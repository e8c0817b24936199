// Graphs from one format to another, and generated graphs to a file.
#pragma once

#include <string>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/run_context.hpp"

namespace retrograph {

struct ConvertReport {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  double read_seconds = 0;
  double write_seconds = 0;
};

/// Reads a graph and writes it to context.output in the format `to` ("auto": by the suffix). Error(usage) for
/// what the format cannot hold.
[[nodiscard]] ConvertReport convert_graph(const GraphInput& input, const std::string& to, bool compress,
                                          const RunContext& context);

/// Writes a generated graph to context.output as HDF5. `rules` describe how it was generated.
[[nodiscard]] ConvertReport write_generated(const AnyArena& arena, const Rules& rules, const InputId& input,
                                            const GraphWriteOptions& options, const RunContext& context);

}  // namespace retrograph
