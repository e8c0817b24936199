// Graph values files: the Grundy or Smith value of every vertex of a graph.
//
//   /grundy/value              uint8, uint16 or uint32[n]: the code of each vertex. Below the attribute
//                              finite_limit it is the vertex's nim-value; from there on the vertex is
//                              infinite with set number code - finite_limit
//   /grundy/infinite/offsets   uint64[sets + 1], and
//   /grundy/infinite/members   uint32[...]: set s holds members[offsets[s]] .. members[offsets[s + 1] - 1],
//                              ascending: the values of the finite options of the vertices that carry it.
//                              Sets stand in the order of their first vertex; no two are equal. Only where
//                              there are infinite vertices
// Attributes on /grundy: vertices, edges, finite_limit, max_value, infinite (how many vertices), sets, cyclic
// (1 if the graph has a cycle). The value 0 is a loss for the player to move; another nim-value, or a set
// that holds 0, a win; any other set a draw. Chunked, gzip 1, fletcher32, shuffle on wider types. In Python:
//   code = f["grundy/value"][:]; infinite = code >= f["grundy"].attrs["finite_limit"]
#pragma once

#include <cstdint>
#include <filesystem>

#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

struct GraphValuesFile {
  GraphValues values;
  std::uint64_t edges = 0;
  Provenance provenance;
};

/// Writes, closes and commits.
void write_graph_values(PartialFile& out, const GraphValues& values, std::uint64_t edges,
                        const Provenance& provenance);

/// Reads and checks everything. Error(no_input), Error(malformed) for what is not a whole file of this kind.
[[nodiscard]] GraphValuesFile read_graph_values(const std::filesystem::path& path);

}  // namespace retrograph
