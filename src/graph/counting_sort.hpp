// The plain counting sort of edges by one end, with atomic counters: for wide ids, and where the blocked
// sorts have nothing to gain. Rows come out ascending. 8 bytes a vertex beside the result; random access
// all over it.
#pragma once

#include <algorithm>
#include <atomic>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/parallel.hpp"

#include "graph/row_sort.hpp"

namespace retrograph {

/// for_part(i, f) calls f(key, value) for the edges of part i of `parts`. Counters are relaxed: they order
/// nothing but themselves, and the end of each loop publishes them.
template <VertexId V, class ForPart>
CsrGraph<V> counting_sort(std::uint64_t vertex_count, EdgeIndex edge_count, std::size_t parts,
                          ForPart&& for_part) {
  Array<EdgeIndex> offsets(vertex_count + 1, EdgeIndex{0});
  Array<V> targets(edge_count);
  const auto at = [&](V key) { return std::atomic_ref<EdgeIndex>(offsets[key]); };
  par::for_each(parts, 1, [&](std::size_t i) {
    for_part(i, [&](V key, V) { at(key).fetch_add(1, std::memory_order_relaxed); });
  });
  par::exclusive_scan(offsets.span());
  // Now offsets[v] is the start of row v. Placing moves it to the row's end, which is the start of row v + 1.
  par::for_each(parts, 1, [&](std::size_t i) {
    for_part(i, [&](V key, V value) { targets[at(key).fetch_add(1, std::memory_order_relaxed)] = value; });
  });
  std::move_backward(offsets.begin(), offsets.end() - 1, offsets.end());
  offsets[0] = 0;
  sort_rows<V>(std::as_const(offsets).span(), targets.span());
  return {std::move(offsets), std::move(targets)};
}

}  // namespace retrograph
