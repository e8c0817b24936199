#include "retrograph/grundy/graph_cycle.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "retrograph/support/error.hpp"

namespace retrograph {

template <VertexId V>
std::vector<std::uint64_t> cycle_among(const CsrGraph<V>& graph, FunctionRef<bool(std::uint64_t)> open) {
  const std::uint64_t n = graph.vertex_count();
  std::uint64_t v = 0;
  while (v < n && !open(v)) ++v;
  if (v == n) return {};
  std::vector<std::uint64_t> path;
  std::vector<bool> visited(n, false);
  while (!visited[v]) {
    visited[v] = true;
    path.push_back(v);
    const auto options = graph.successors(v);
    const auto next = std::find_if(options.begin(), options.end(), [&](V u) { return open(u); });
    if (next == options.end()) fail(Category::internal, "vertex {} has no option left to follow", v);
    v = *next;
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), v));
  std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
  return path;
}

void fail_with_cycle(std::span<const std::uint64_t> cycle) {
  constexpr std::size_t shown = 12;
  const auto head = cycle.first(std::min(cycle.size(), shown));
  fail(Category::malformed, "the graph has a cycle of {} {}: {} -> {}{}", cycle.size(),
       cycle.size() == 1 ? "vertex" : "vertices", fmt::join(head, " -> "),
       cycle.size() > shown ? "... -> " : "", cycle.front());
}

template std::vector<std::uint64_t> cycle_among(const CsrGraph<std::uint32_t>&,
                                                FunctionRef<bool(std::uint64_t)>);
template std::vector<std::uint64_t> cycle_among(const CsrGraph<std::uint64_t>&,
                                                FunctionRef<bool(std::uint64_t)>);

}  // namespace retrograph
