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

/// How a file is to be written; the ids of its vertices come with the graph.
struct ConvertOptions {
  std::string to = "auto";  // a format by name, or by the suffix
  bool compress = false;
  bool reverse = false;  // store the reverse side: HDF5 only
};

/// Reads a graph and writes it to context.output. Error(usage) for what the format cannot hold.
[[nodiscard]] ConvertReport convert_graph(const GraphInput& input, const ConvertOptions& options,
                                          const RunContext& context);

/// Writes a generated graph to context.output as HDF5. `rules` describe how it was generated.
[[nodiscard]] ConvertReport write_generated(const AnyArena& arena, const Rules& rules, const InputId& input,
                                            const GraphWriteOptions& options, const RunContext& context);

}  // namespace retrograph
