// The graphs of the benchmarks of values: acyclic ones with shuffled ids, and some with cycles.
#pragma once

#include <string_view>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"

namespace retrograph::bench {

struct ValueGraph {
  std::string_view name;
  std::string_view what;
  CsrGraph<std::uint32_t> (*make)();
};

[[nodiscard]] const std::vector<ValueGraph>& acyclic_graphs();
[[nodiscard]] const std::vector<ValueGraph>& cyclic_graphs();

}  // namespace retrograph::bench
