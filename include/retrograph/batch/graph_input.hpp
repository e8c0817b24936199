// Reading the graph of a job: a file of any known format, with terminal values and owners from files of their
// own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/store/graph_file.hpp"

namespace retrograph {

struct GraphInput {
  std::string path;                       // "-": standard input
  std::string format = "auto";            // by the file's content and suffix, or a name in store/formats.hpp
  std::optional<std::uint64_t> vertices;  // --vertices
  bool relabel = false;
  std::string terminals;            // file of "vertex value" lines; empty: none
  std::string owners;               // file of "vertex 0|1" lines; empty: none
  std::optional<DeadEnd> dead_end;  // absent: what the file says
};

/// Reads, checks, and identifies the input (LoadedGraph::input is set). `reverse`: the reverse side too, if
/// the file stores it.
[[nodiscard]] LoadedGraph load_graph(const GraphInput& input, const RunContext& context,
                                     bool reverse = false);

/// The rules a result depends on beside the bytes of its input, and back.
[[nodiscard]] Rules rules_of(const GraphInput& input, const AnyArena& arena);
[[nodiscard]] GraphInput graph_input_of(const Provenance& provenance, const std::string& path);

[[nodiscard]] std::uint64_t vertex_count(const AnyArena& arena);
[[nodiscard]] EdgeIndex edge_count(const AnyArena& arena);
/// Bytes of one side of a graph in memory, ids as narrow as they can be.
[[nodiscard]] std::uint64_t graph_bytes(std::uint64_t vertices, EdgeIndex edges);

}  // namespace retrograph
