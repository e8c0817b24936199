// Graphs for the tests of formats: as rows, from rows, and by the text of a format.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/formats.hpp"

namespace retrograph::test {

using Rows = std::vector<std::vector<std::uint64_t>>;

inline Rows rows_of(const AnyArena& any) {
  return std::visit(
      [](const auto& arena) {
        Rows rows(arena.vertex_count());
        for (std::uint64_t v = 0; v < rows.size(); ++v)
          rows[v].assign(arena.moves.successors(v).begin(), arena.moves.successors(v).end());
        return rows;
      },
      any);
}

/// Rows of a text, "g" by name.
inline Rows rows_in(std::string_view format, std::string_view text, const GraphReadOptions& options = {}) {
  return rows_of(parse_graph_as(format, text, "g", options).arena);
}

inline Arena<std::uint32_t> arena_of_rows(const Rows& rows) {
  std::vector<Edge<std::uint32_t>> edges;
  for (std::size_t v = 0; v < rows.size(); ++v)
    for (const std::uint64_t u : rows[v])
      edges.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(u)});
  Arena<std::uint32_t> arena;
  arena.moves = build_csr<std::uint32_t>(rows.size(), edges);
  return arena;
}

}  // namespace retrograph::test
