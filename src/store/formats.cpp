#include "retrograph/store/formats.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "retrograph/store/file_kind.hpp"

#include "store/format_readers.hpp"

namespace retrograph {
namespace {

using namespace format;

constexpr std::string_view hdf5_mark = "\x89HDF\r\n\x1a\n";

constexpr std::array table{
    GraphFormat{"hdf5", ".h5 .hdf5", hdf5_mark, false, "rows in HDF5, as written by this program", read_hdf5,
                write_hdf5},
    GraphFormat{"edges", "", hdf5_mark, true, "HDF5 dataset /edges of m x 2 integers", read_hdf5_edges,
                write_hdf5_edges},
    GraphFormat{"npz", ".npz", "PK", false, "matrix of SciPy (save_npz), csr", read_npz, write_npz},
    GraphFormat{"mtx", ".mtx", "%%MatrixMarket", false, "Matrix Market coordinates, ids from 1", read_mtx,
                write_mtx},
    GraphFormat{"gr", ".gr", "", false, "DIMACS shortest paths, lines 'a from to weight', ids from 1",
                read_gr, write_gr},
    GraphFormat{"pg", ".pg .gm", "parity ", false, "PGSolver parity game, with owners", read_pg, write_pg},
    GraphFormat{"adj", ".adj", "AdjacencyGraph", false, "Ligra adjacency graph, plain or weighted", read_adj,
                write_adj},
    GraphFormat{"aut", ".aut", "des", false, "Aldebaran labelled transition system", read_aut, write_aut},
    GraphFormat{"wel", ".wel", "", true, "edge list with weights, lines 'from to weight'", read_wel,
                write_wel},
    GraphFormat{"el", ".el .txt .snap .edges .tsv", "", true, "edge list or SNAP, lines 'from to'", read_el,
                write_el},
};

const GraphFormat& edge_list = table.back();

const GraphFormat* by_suffix(std::filesystem::path path) {
  if (path.extension() == ".gz") path.replace_extension();
  const std::string suffix = path.extension().string();
  if (suffix.empty()) return nullptr;
  for (const GraphFormat& format : table)
    if (fmt::format(" {} ", format.suffixes).find(fmt::format(" {} ", suffix)) != std::string::npos)
      return &format;
  return nullptr;
}

// Edge lists begin as they please, so a mark counts only where a word of an edge list could not stand.
const GraphFormat* by_mark(ByteSource& in) {
  constexpr std::string_view weighted = "Weighted";
  std::string_view head = in.peek(64);
  if (head.starts_with(weighted)) head.remove_prefix(weighted.size());
  for (const GraphFormat& format : table)
    if (!format.mark.empty() && head.starts_with(format.mark)) return &format;
  return nullptr;
}

const GraphFormat& format_of(ByteSource& in) {
  if (const GraphFormat* format = by_mark(in)) {
    if (format->mark != hdf5_mark || in.path().empty()) return *format;
    return graph_format_named(kind_of_file(in.path()) == FileKind::edges ? "edges" : "hdf5");
  }
  const GraphFormat* const format = by_suffix(in.path());
  return format == nullptr ? edge_list : *format;
}

LoadedGraph read(std::string_view name, ByteSource& in, const GraphReadOptions& options) {
  const GraphFormat& format = name == "auto" ? format_of(in) : graph_format_named(name);
  if (!format.edge_list && (options.vertices || options.relabel))
    fail(Category::usage, "{}: --vertices and --relabel are for edge lists, the format is {}", in.name(),
         format.name);
  LoadedGraph graph = format.read(in, options);
  graph.format = format.name;
  std::visit([&](const auto& arena) { check_arena(arena, in.name()); }, graph.arena);
  return graph;
}

}  // namespace

namespace format {

void check_count(const ByteSource& in, std::uint64_t found, std::uint64_t claimed, std::string_view what) {
  if (found != claimed)
    fail(Category::malformed, "{}: there are {} {}, the heading says {}", in.name(), found, what, claimed);
}

void refuse_more_than_moves(const PartialFile& out, const AnyArena& arena, std::string_view what) {
  if (std::visit([](const auto& a) { return !a.terminal.empty() || a.has_owners(); }, arena))
    fail(Category::usage, "{}: {} has no place for terminal values and owners", out.target().string(), what);
}

}  // namespace format

std::span<const GraphFormat> graph_formats() {
  return table;
}

std::string graph_format_names() {
  std::string names = "auto";
  for (const GraphFormat& format : table) names.append(", ").append(format.name);
  return names;
}

const GraphFormat& graph_format_named(std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const GraphFormat& f) { return f.name == name; });
  if (found == table.end())
    fail(Category::usage, "unknown graph format '{}': known are {}", name, graph_format_names());
  return *found;
}

const GraphFormat& graph_format_of_name(const std::filesystem::path& path) {
  if (const GraphFormat* format = by_suffix(path)) return *format;
  fail(Category::usage, "{}: no format is known by the suffix '{}', name one with --to", path.string(),
       path.extension().string());
}

const GraphFormat& graph_format_of_file(const std::filesystem::path& path) {
  ByteSource in(path);
  return format_of(in);
}

LoadedGraph read_graph_as(std::string_view format, const std::filesystem::path& path,
                          const GraphReadOptions& options) {
  ByteSource in(path);
  LoadedGraph graph = read(format, in, options);
  // Text has been hashed as it came; formats that jump about have not seen every byte.
  const bool passed = in.path().empty() || in.id().size == in.file_size();
  graph.input = passed ? in.id() : identify_file(path);
  return graph;
}

LoadedGraph parse_graph_as(std::string_view format, std::string_view bytes, std::string_view name,
                           const GraphReadOptions& options) {
  ByteSource in(bytes, name);
  LoadedGraph graph = read(format, in, options);
  graph.input = in.id();
  return graph;
}

}  // namespace retrograph
