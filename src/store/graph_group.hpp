// What every reader of a graph file asks of its group /graph before it reads rows.
#pragma once

#include <cstdint>
#include <optional>

#include "retrograph/graph/types.hpp"
#include "retrograph/store/h5.hpp"

namespace retrograph {

/// Error(malformed) unless the file names our layout, or none.
void check_graph_encoding(const h5::File& file, const h5::Group& group);
/// The number of vertices; Error(malformed) unless the attribute shape is there and square.
[[nodiscard]] std::uint64_t graph_vertices(const h5::Group& group);
/// Attribute dead-end, where there is one; Error(malformed) for an unknown word.
[[nodiscard]] std::optional<DeadEnd> graph_dead_end(const h5::Group& group);

}  // namespace retrograph
