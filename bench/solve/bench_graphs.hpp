// The graphs of the retrograde benchmarks, by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "retrograph/graph/arena.hpp"

namespace retrograph::bench {

struct GraphKind {
  std::string_view name;
  std::string_view what;
  Arena<std::uint32_t> (*make)();
};

/// All kinds, small ones first.
[[nodiscard]] const std::vector<GraphKind>& graph_kinds();

}  // namespace retrograph::bench
