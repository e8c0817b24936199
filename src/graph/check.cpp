#include <algorithm>

#include "retrograph/graph/arena.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t grain = std::size_t{1} << 16;

// The first i in [0, n) for which bad(i), or n.
template <class Bad>
std::size_t first_bad(std::size_t n, Bad&& bad) {
  return par::reduce(
      n, grain, n,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          if (bad(i)) return i;
        return n;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

}  // namespace

template <VertexId V>
void check_csr(std::span<const EdgeIndex> offsets, std::span<const V> targets, std::string_view origin) {
  if (offsets.empty())
    fail(Category::malformed, "{}: indptr is empty, it needs one entry more than there are vertices", origin);
  const std::uint64_t n = offsets.size() - 1;
  if (n > no_vertex<V>)
    fail(Category::malformed, "{}: {} vertices, but ids of {} bits reach {} at most", origin, n,
         8 * sizeof(V), no_vertex<V>);
  if (offsets[0] != 0) fail(Category::malformed, "{}: indptr[0] is {}, it must be 0", origin, offsets[0]);
  if (offsets[n] != targets.size())
    fail(Category::malformed, "{}: indptr[{}] is {}, but there are {} edges", origin, n, offsets[n],
         targets.size());
  if (const auto v = first_bad(n, [&](std::size_t i) { return offsets[i] > offsets[i + 1]; }); v != n)
    fail(Category::malformed, "{}: indptr falls from {} to {} at vertex {}", origin, offsets[v],
         offsets[v + 1], v);
  if (const auto e = first_bad(targets.size(), [&](std::size_t i) { return targets[i] >= n; });
      e != targets.size())
    fail(Category::malformed, "{}: indices[{}] is {}, but there are only {} vertices", origin, e, targets[e],
         n);
}

template <VertexId V>
void check_arena(const Arena<V>& arena, std::string_view origin) {
  const std::uint64_t n = arena.vertex_count();
  if (!arena.terminal.empty() && arena.terminal.size() != n)
    fail(Category::malformed, "{}: {} terminal values for {} vertices", origin, arena.terminal.size(), n);
  if (!arena.owner.empty() && arena.owner.size() != n)
    fail(Category::malformed, "{}: {} owners for {} vertices", origin, arena.owner.size(), n);
  const auto legal = [](Value v) { return v <= Value::tie || v == Value::none; };
  if (const auto v =
          first_bad(arena.terminal.size(), [&](std::size_t i) { return !legal(arena.terminal[i]); });
      v != arena.terminal.size())
    fail(Category::malformed, "{}: the terminal value of vertex {} is {}, known are 0 to 3 and 255", origin,
         v, static_cast<int>(arena.terminal[v]));
  if (const auto v = first_bad(arena.owner.size(), [&](std::size_t i) { return arena.owner[i] > 1; });
      v != arena.owner.size())
    fail(Category::malformed, "{}: the owner of vertex {} is {}, it must be 0 or 1", origin, v,
         arena.owner[v]);
}

template void check_csr(std::span<const EdgeIndex>, std::span<const std::uint32_t>, std::string_view);
template void check_csr(std::span<const EdgeIndex>, std::span<const std::uint64_t>, std::string_view);
template void check_arena(const Arena<std::uint32_t>&, std::string_view);
template void check_arena(const Arena<std::uint64_t>&, std::string_view);

}  // namespace retrograph
