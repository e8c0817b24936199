// Graph values files: the Grundy or Smith value of every vertex of a graph.
//
//   /grundy/value             uint8, uint16 or uint32[n]: the nim-value of a vertex, or from the attribute
//                             finite_limit on, of an infinite one, finite_limit + the number of its set
//   /grundy/infinite/offsets  uint64[sets + 1], and
//   /grundy/infinite/members  uint32[...]: set s, the values of the finite options, ascending, begins at
//                             offsets[s]. In the order of their first vertex, none twice, if there are any
//   /grundy/original_id       optional, uint64[n]: the id each vertex of a relabelled graph goes by
// Attributes on /grundy: vertices, edges, finite_limit, max_value, infinite (how many vertices), sets, cyclic
// (1 if the graph has a cycle). The value 0 is a loss for the player to move; another nim-value, or a set
// that holds 0, a win; any other set a draw. Chunked, gzip 1, fletcher32, shuffle on wider types. In Python:
//   code = f["grundy/value"][:]; infinite = code >= f["grundy"].attrs["finite_limit"]
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

struct GraphValuesFile {
  GraphValues values;
  Array<std::uint64_t> original_id;  // empty, or the id of each vertex
  std::uint64_t edges = 0;
  Provenance provenance;
};

/// Writes, closes and commits.
void write_graph_values(PartialFile& out, const GraphValues& values, std::uint64_t edges,
                        const Provenance& provenance, std::span<const std::uint64_t> original_id = {});

/// Reads and checks everything. Error(no_input), Error(malformed) for what is not a whole file of this kind.
[[nodiscard]] GraphValuesFile read_graph_values(const std::filesystem::path& path);

}  // namespace retrograph
