// Builds a graph of three vertices through the installed headers and libraries, and checks it.
#include <cstdint>
#include <span>
#include <vector>

#include <retrograph/graph/build.hpp>

int main() {
  const std::vector<retrograph::Edge<std::uint32_t>> edges = {{0, 1}, {1, 2}, {0, 2}};
  const auto graph = retrograph::build_csr<std::uint32_t>(3, edges);
  const auto reverse = retrograph::transpose(graph);
  return graph.edge_count() == 3 && reverse.vertex_count() == 3 ? 0 : 1;
}
