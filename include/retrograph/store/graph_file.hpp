// Graph files: HDF5, group /graph in the CSR layout of anndata, so that scipy.sparse.csr_matrix takes its
// parts.
//
//   attributes  encoding-type "csr_matrix", encoding-version "0.1.0", shape (n, n)
//   indptr      int64[n + 1], contiguous, attribute xxh3 (hash of its bytes)
//   indices     int32[m] below 2^31 vertices, else int64[m]; row v lists the vertices v can move to; xxh3
//   data        int8[m], all ones by fill value, takes no space
//   terminal    optional, the enum draw 0, win 1, lose 2, tie 3, none 255; one entry a vertex
//   owner       optional, uint8, 0 or 1; one entry a vertex
//   original_id optional, int64: the id each vertex had in the input that was relabelled
// Attribute dead-end on /graph: lose, win or tie. Group /reverse, optional, is laid out alike: row v lists
// the vertices that can move to v, ascending. Contiguous arrays are mapped in place when a file is read, so
// the file must not change while its graph is alive; `compress` chunks them instead.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "retrograph/graph/arena.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/input_hash.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

/// A graph as read from any format.
struct LoadedGraph {
  AnyArena arena;
  Array<std::uint64_t> original_id;  // empty, or the id of each vertex in the input
  std::optional<InputId> input;      // set where reading saw every byte of the input anyway (text)
  std::string_view format = {};      // its name in the table of formats.hpp, where it was read through that
  std::optional<AnyCsrGraph> reverse = {};  // where the file stores it and it was asked for; ids as in arena
};

struct GraphWriteOptions {
  bool compress = false;
  std::span<const std::uint64_t> original_id = {};  // empty, or one a vertex
  bool reverse = false;                             // the reverse side too, built for it
};

/// Reads and checks a graph file: structure, ids, terminals and owners, not the checksums. Error(no_input),
/// Error(malformed) naming file, dataset, position and value, Error(io), or Error(resource) where the
/// arrays are larger than `memory_limit` bytes (0: no limit). `reverse`: the reverse side too, if there is
/// one; that it is the reverse of this graph is for check_graph_file() to say.
[[nodiscard]] LoadedGraph read_graph(const std::filesystem::path& path, std::uint64_t memory_limit = 0,
                                     bool reverse = false);

/// Writes, closes and commits. 64-bit graphs below 2^31 vertices are stored narrow.
template <VertexId V>
void write_graph(PartialFile& out, const Arena<V>& arena, const Provenance& provenance,
                 const GraphWriteOptions& options = {});
void write_graph(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                 const GraphWriteOptions& options = {});

struct GraphFileCheck {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool checksums = false;  // whether the file carried any to compare
  bool reverse = false;    // whether it stores the reverse side
};

/// Everything read_graph() checks, the checksums, and the reverse side against one that is built: throws
/// Error(malformed) for a broken structure and Error(refused) for arrays that are not those written.
GraphFileCheck check_graph_file(const std::filesystem::path& path);

/// Whether the file is HDF5 by its signature; Error(no_input) if it cannot be opened.
[[nodiscard]] bool is_hdf5(const std::filesystem::path& path);

}  // namespace retrograph
