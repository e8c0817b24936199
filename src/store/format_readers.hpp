// The readers and writers that the table of formats names; what each accepts stands in its own source.
#pragma once

#include "retrograph/store/formats.hpp"

#include "store/byte_source.hpp"

namespace retrograph::format {

// format_edge_list.cpp
[[nodiscard]] LoadedGraph read_el(ByteSource& in, const GraphReadOptions& options);
[[nodiscard]] LoadedGraph read_wel(ByteSource& in, const GraphReadOptions& options);
// format_matrix_market.cpp
[[nodiscard]] LoadedGraph read_mtx(ByteSource& in, const GraphReadOptions& options);
// format_dimacs.cpp
[[nodiscard]] LoadedGraph read_gr(ByteSource& in, const GraphReadOptions& options);
// format_aldebaran.cpp
[[nodiscard]] LoadedGraph read_aut(ByteSource& in, const GraphReadOptions& options);
// format_adjacency.cpp
[[nodiscard]] LoadedGraph read_adj(ByteSource& in, const GraphReadOptions& options);
// pgsolver.cpp; priorities have no place in a graph
[[nodiscard]] LoadedGraph read_pg(ByteSource& in, const GraphReadOptions& options);
// format_npz.cpp
[[nodiscard]] LoadedGraph read_npz(ByteSource& in, const GraphReadOptions& options);
void write_npz(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
               const GraphWriteOptions& options);
// format_hdf5.cpp
[[nodiscard]] LoadedGraph read_hdf5(ByteSource& in, const GraphReadOptions& options);
[[nodiscard]] LoadedGraph read_hdf5_edges(ByteSource& in, const GraphReadOptions& options);
void write_hdf5(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                const GraphWriteOptions& options);
void write_hdf5_edges(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                      const GraphWriteOptions& options);

// format_write_text.cpp
using Writer = void(PartialFile&, const AnyArena&, const Provenance&, const GraphWriteOptions&);
Writer write_el, write_wel, write_mtx, write_gr, write_aut, write_adj, write_pg;

/// A count that a heading claims, against what has been found.
void check_count(const ByteSource& in, std::uint64_t found, std::uint64_t claimed, std::string_view what);

/// Error(usage) if the arena has terminal values or owners, which `what` has no place for.
void refuse_more_than_moves(const PartialFile& out, const AnyArena& arena, std::string_view what);

}  // namespace retrograph::format
