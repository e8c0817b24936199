// CsrGraph<V>: a directed graph as compressed sparse rows, immutable once made.
//
// offsets has n + 1 entries, targets has m; the successors of v are targets[offsets[v]] .. targets[offsets[v
// + 1] - 1]. Parallel edges and self-loops are kept: they are moves. The same type holds the reverse side,
// whose rows list predecessors. 8 (n + 1) + sizeof(V) m bytes; either array may be mapped from a file.
// Reading is safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/array.hpp"

namespace retrograph {

template <VertexId V>
class CsrGraph {
 public:
  using Vertex = V;

  CsrGraph() : offsets_(1, EdgeIndex{0}) {}
  /// Takes arrays that already satisfy the contract above; outside input goes through check_csr() first.
  CsrGraph(Array<EdgeIndex> offsets, Array<V> targets)
      : offsets_(std::move(offsets)), targets_(std::move(targets)) {}

  [[nodiscard]] std::uint64_t vertex_count() const noexcept { return offsets_.size() - 1; }
  [[nodiscard]] EdgeIndex edge_count() const noexcept { return targets_.size(); }
  [[nodiscard]] EdgeIndex out_degree(std::uint64_t v) const noexcept { return offsets_[v + 1] - offsets_[v]; }
  [[nodiscard]] std::span<const V> successors(std::uint64_t v) const noexcept {
    return {targets_.data() + offsets_[v], offsets_[v + 1] - offsets_[v]};
  }
  [[nodiscard]] std::span<const EdgeIndex> offsets() const noexcept { return offsets_.span(); }
  [[nodiscard]] std::span<const V> targets() const noexcept { return targets_.span(); }

 private:
  Array<EdgeIndex> offsets_;
  Array<V> targets_;
};

/// A graph whose id width is known at run time only.
using AnyCsrGraph = std::variant<CsrGraph<std::uint32_t>, CsrGraph<std::uint64_t>>;

/// Throws Error(malformed) naming `origin`, the first offending position, the value found and the limit,
/// unless offsets start at 0, never fall, end at targets.size(), and every target is below offsets.size()
/// - 1. Parallel, one pass.
template <VertexId V>
void check_csr(std::span<const EdgeIndex> offsets, std::span<const V> targets, std::string_view origin);

}  // namespace retrograph
