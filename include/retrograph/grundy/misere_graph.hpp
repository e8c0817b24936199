// Genus of every vertex of an acyclic graph: one pass in topological order for each entry of the genus.
//
// layers[0] holds the normal values, layers[1 + i] entry i of the misère sequence (misere_genus.hpp). Passes
// end when two layers in a row are those of two before: from there on all vertices alternate. Values do not
// depend on the number of threads. About 1 byte a vertex a layer, and the order while it runs.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/grundy/misere_genus.hpp"

namespace retrograph {

struct GenusLabels {
  std::vector<CodeArray> layers;

  [[nodiscard]] std::uint64_t vertex_count() const noexcept { return layers.front().size(); }
  /// The misère nim-value of v: 0 exactly if the player to move loses.
  [[nodiscard]] std::uint32_t misere(std::uint64_t v) const noexcept { return layers[1][v]; }
  [[nodiscard]] Genus operator[](std::uint64_t v) const;
};

/// Throws Error(malformed) naming one cycle if there is one.
template <VertexId V>
[[nodiscard]] GenusLabels genus_labels(const CsrGraph<V>& graph, const ValuesOptions& options = {});

}  // namespace retrograph
