// The formats of graphs: one table that help, --format, --to, the suffixes of names and the tests read.
//
// An input is of the format that is asked for, else of the one whose mark its first bytes bear, else of the
// one its name ends in (before .gz), else an edge list. Text may be gzip, and standard input ("-") will do
// for all but HDF5. Text is parsed by all workers in blocks as it arrives: it is never in memory as a
// whole. Whatever breaks the rules of a format is Error(malformed) with file, line or byte, value and
// limit. The sources of the readers, src/store/format_*.cpp, say what each accepts. Ids are 32 bits below
// 2^31 vertices, else 64.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "retrograph/store/graph_file.hpp"

namespace retrograph {

class ByteSource;

struct GraphReadOptions {
  std::optional<std::uint64_t> vertices = {};  // --vertices N of edge lists: ids must be below it
  bool relabel = false;            // of edge lists: ids that occur become 0, 1, ... in ascending order
  std::uint64_t memory_limit = 0;  // Error(resource) where the graph cannot fit; 0 = the machine's limit
  bool reverse = false;            // of hdf5: the reverse side too, where it is stored
};

struct GraphFormat {
  std::string_view name;      // of --format and --to
  std::string_view suffixes;  // of file names, separated by blanks
  std::string_view mark;      // how its content begins; empty where nothing tells it from others
  bool edge_list;             // whether ids may be sparse: takes --vertices and --relabel
  std::string_view help;
  LoadedGraph (*read)(ByteSource& in, const GraphReadOptions& options);
  /// Writes, closes and commits; Error(usage) for what the format has no place for.
  void (*write)(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                const GraphWriteOptions& options);
};

[[nodiscard]] std::span<const GraphFormat> graph_formats();
/// "auto, hdf5, el, ...": for help and messages.
[[nodiscard]] std::string graph_format_names();
/// Error(usage) for a name that is not in the table.
[[nodiscard]] const GraphFormat& graph_format_named(std::string_view name);
/// The format of an output by the suffix of its name; Error(usage) where that says nothing.
[[nodiscard]] const GraphFormat& graph_format_of_name(const std::filesystem::path& path);
/// The format of an input, by its content and its name. `path` must be a file.
[[nodiscard]] const GraphFormat& graph_format_of_file(const std::filesystem::path& path);

/// Reads a graph in the format called `format`, or "auto". LoadedGraph::input is set.
[[nodiscard]] LoadedGraph read_graph_as(std::string_view format, const std::filesystem::path& path,
                                        const GraphReadOptions& options = {});
/// The same from memory; `name` appears in messages. Not for HDF5.
[[nodiscard]] LoadedGraph parse_graph_as(std::string_view format, std::string_view bytes,
                                         std::string_view name, const GraphReadOptions& options = {});

}  // namespace retrograph
