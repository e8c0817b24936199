// Plain graphs with known answers: paths and grids. Both have as many levels as they are long, one or a few
// vertices each.
#pragma once

#include <cstdint>

#include "retrograph/graph/arena.hpp"

namespace retrograph {

/// 0 -> 1 -> ... -> n-1: vertex v ends in n - 1 - v plies. n from 1 to below narrow_vertex_limit.
[[nodiscard]] Arena<std::uint32_t> path_arena(std::uint64_t n);

/// Vertex row * cols + col moves one step right or one step down; (r, c) ends in rows - 1 - r + cols - 1 - c
/// plies, whatever is played. rows * cols from 1 to below narrow_vertex_limit.
[[nodiscard]] Arena<std::uint32_t> grid_arena(std::uint64_t rows, std::uint64_t cols);

}  // namespace retrograph
