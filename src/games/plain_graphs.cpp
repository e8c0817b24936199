#include "retrograph/games/plain_graphs.hpp"

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {
constexpr std::size_t grain = std::size_t{1} << 16;
}

Arena<std::uint32_t> path_arena(std::uint64_t n) {
  return grid_arena(1, n);
}

Arena<std::uint32_t> grid_arena(std::uint64_t rows, std::uint64_t cols) {
  Array<EdgeIndex> offsets(rows * cols + 1);
  Array<std::uint32_t> targets(rows * (cols - 1) + (rows - 1) * cols);
  // Edges before vertex (r, c): the full rows above have 2 cols - 1 each, this row 2 a vertex, but 1 in the
  // last row.
  const auto start = [&](std::uint64_t v) {
    const std::uint64_t r = v / cols;
    const std::uint64_t c = v % cols;
    return r * (2 * cols - 1) + (r + 1 < rows ? 2 : 1) * c;
  };
  par::for_each(rows * cols, grain, [&](std::size_t v) {
    EdgeIndex at = offsets[v] = start(v);
    if (v % cols + 1 < cols) targets[at++] = static_cast<std::uint32_t>(v + 1);
    if (v / cols + 1 < rows) targets[at] = static_cast<std::uint32_t>(v + cols);
  });
  offsets[rows * cols] = targets.size();
  return {{std::move(offsets), std::move(targets)}, {}, {}, DeadEnd::lose};
}

}  // namespace retrograph
