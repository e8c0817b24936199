#include "retrograph/graph/build.hpp"

#include <algorithm>
#include <atomic>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t edge_grain = std::size_t{1} << 15;
constexpr std::size_t vertex_grain = std::size_t{1} << 13;

// One counting sort for both uses. for_edges(begin, end, f) calls f(key, value) for edges begin .. end-1 of
// the input. Counters are relaxed: they order nothing but themselves, and the end of each loop publishes
// them.
template <VertexId V, class ForEdges>
CsrGraph<V> sort_by_key(std::uint64_t vertex_count, EdgeIndex edge_count, ForEdges&& for_edges) {
  Array<EdgeIndex> offsets(vertex_count + 1, EdgeIndex{0});
  Array<V> targets(edge_count);
  const auto at = [&](V key) { return std::atomic_ref<EdgeIndex>(offsets[key]); };
  par::for_ranges(edge_count, edge_grain, [&](std::size_t begin, std::size_t end, unsigned) {
    for_edges(begin, end, [&](V key, V) { at(key).fetch_add(1, std::memory_order_relaxed); });
  });
  par::exclusive_scan(offsets.span());
  // Now offsets[v] is the start of row v. Placing moves it to the row's end, which is the start of row v + 1.
  par::for_ranges(edge_count, edge_grain, [&](std::size_t begin, std::size_t end, unsigned) {
    for_edges(begin, end,
              [&](V key, V value) { targets[at(key).fetch_add(1, std::memory_order_relaxed)] = value; });
  });
  std::move_backward(offsets.begin(), offsets.end() - 1, offsets.end());
  offsets[0] = 0;
  par::for_each(vertex_count, vertex_grain, [&](std::size_t v) {
    std::sort(targets.data() + offsets[v], targets.data() + offsets[v + 1]);
  });
  return {std::move(offsets), std::move(targets)};
}

}  // namespace

template <VertexId V>
CsrGraph<V> build_csr(std::uint64_t vertex_count, std::span<const Edge<V>> edges) {
  const auto bad = par::reduce(
      edges.size(), edge_grain, edges.size(),
      [&](std::size_t begin, std::size_t end) {
        const auto found =
            std::find_if(edges.begin() + static_cast<std::ptrdiff_t>(begin),
                         edges.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](const Edge<V>& e) { return e.from >= vertex_count || e.to >= vertex_count; });
        const auto at = static_cast<std::size_t>(found - edges.begin());
        return at == end ? edges.size() : at;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (bad != edges.size())
    fail(Category::malformed, "edge {} is {} -> {}, but there are only {} vertices", bad, edges[bad].from,
         edges[bad].to, vertex_count);
  return sort_by_key<V>(vertex_count, edges.size(), [&](std::size_t begin, std::size_t end, auto&& f) {
    for (std::size_t i = begin; i < end; ++i) f(edges[i].from, edges[i].to);
  });
}

template <VertexId V>
CsrGraph<V> transpose(const CsrGraph<V>& graph) {
  const auto offsets = graph.offsets();
  const auto targets = graph.targets();
  return sort_by_key<V>(
      graph.vertex_count(), graph.edge_count(), [&](std::size_t begin, std::size_t end, auto&& f) {
        auto source = static_cast<std::uint64_t>(std::upper_bound(offsets.begin(), offsets.end(), begin) -
                                                 offsets.begin()) -
                      1;
        for (std::size_t i = begin; i < end; ++i) {
          while (offsets[source + 1] <= i) ++source;
          f(targets[i], static_cast<V>(source));
        }
      });
}

template CsrGraph<std::uint32_t> build_csr(std::uint64_t, std::span<const Edge<std::uint32_t>>);
template CsrGraph<std::uint64_t> build_csr(std::uint64_t, std::span<const Edge<std::uint64_t>>);
template CsrGraph<std::uint32_t> transpose(const CsrGraph<std::uint32_t>&);
template CsrGraph<std::uint64_t> transpose(const CsrGraph<std::uint64_t>&);

}  // namespace retrograph
