// Terminal values and owners of a graph's vertices, from text beside the graph.
//
// A line for a vertex, words separated by blanks or tabs; empty lines and lines that start with # or % are
// skipped; CRLF and a missing last newline are accepted, and so is gzip. Vertices are named by number, or
// by the id of the input where that was relabelled. Errors are Error(malformed) with file, line, value and
// limit. The path "-" is standard input.
#pragma once

#include <filesystem>
#include <string_view>

#include "retrograph/store/graph_file.hpp"

namespace retrograph {

/// Sets terminal values from lines "vertex value" (win, lose, tie or draw, or 0 to 3). A vertex given twice with
/// different values is malformed.
void read_terminals(const std::filesystem::path& path, LoadedGraph& graph);
void parse_terminals(std::string_view text, std::string_view name, LoadedGraph& graph);

/// Sets owners from lines "vertex 0|1"; every vertex must be given.
void read_owners(const std::filesystem::path& path, LoadedGraph& graph);
void parse_owners(std::string_view text, std::string_view name, LoadedGraph& graph);

}  // namespace retrograph
