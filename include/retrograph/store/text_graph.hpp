// Graphs as plain text: edge lists (.el, SNAP) and the files that give vertices terminal values and owners.
//
// An edge list has a line "from to" for every move, ids in decimal, separated by blanks or tabs; empty lines
// and lines that start with # or % are skipped; CRLF and a missing last newline are accepted. Ids are kept as
// they are: there are 1 + largest id vertices (or `vertices`); `relabel` numbers the ids that occur in
// ascending order and gives the map back. Errors are Error(malformed) with file, line, value and limit. The
// path "-" is standard input. Ids are 32 bits below 2^31 vertices, else 64.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "retrograph/store/graph_file.hpp"

namespace retrograph {

struct TextGraphOptions {
  std::optional<std::uint64_t> vertices = {};  // --vertices N: ids must be below it
  bool relabel = false;
  std::uint64_t memory_limit = 0;  // Error(resource) where 1 + largest id cannot fit; 0 = the machine's limit
};

[[nodiscard]] LoadedGraph read_edge_list(const std::filesystem::path& path,
                                         const TextGraphOptions& options = {});
/// The same from memory; `name` appears in messages.
[[nodiscard]] LoadedGraph parse_edge_list(std::string_view text, std::string_view name,
                                          const TextGraphOptions& options = {});

/// One line "from to" for every move, rows in order. Writes, closes and commits. Terminal values and owners
/// have no place in an edge list: Error(usage) if there are any.
void write_edge_list(PartialFile& out, const AnyArena& arena);

/// Sets terminal values from lines "vertex value" (win, lose, tie or draw, or 0 to 3). `original_id` empty:
/// vertices by number, else by the id of the input. A vertex given twice with different values is malformed.
void read_terminals(const std::filesystem::path& path, LoadedGraph& graph);
void parse_terminals(std::string_view text, std::string_view name, LoadedGraph& graph);

/// Sets owners from lines "vertex 0|1"; every vertex must be given.
void read_owners(const std::filesystem::path& path, LoadedGraph& graph);
void parse_owners(std::string_view text, std::string_view name, LoadedGraph& graph);

}  // namespace retrograph
