#include "retrograph/grundy/graph_reference.hpp"

#include <algorithm>

namespace retrograph {
namespace {

constexpr std::uint32_t unseen = 0xffffffff;
constexpr std::uint32_t on_path = 0xfffffffe;

struct Step {
  std::uint64_t vertex;
  std::size_t next;  // the option to look at next
};

// The least number that no option has. `seen` is scratch of one flag a possible value.
template <class Row>
std::uint32_t mex(const Row& options, const std::vector<std::uint32_t>& value, std::vector<bool>& seen) {
  seen.assign(options.size() + 1, false);
  for (const auto u : options)
    if (value[u] <= options.size()) seen[value[u]] = true;
  return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

std::vector<std::uint64_t> cycle_on(const std::vector<Step>& path, std::uint64_t from) {
  auto it = std::find_if(path.begin(), path.end(), [&](const Step& s) { return s.vertex == from; });
  std::vector<std::uint64_t> cycle;
  for (; it != path.end(); ++it) cycle.push_back(it->vertex);
  return cycle;
}

}  // namespace

template <VertexId V>
ReferenceMex reference_mex(const AdjacencyLists<V>& rows) {
  std::vector<std::uint32_t> value(rows.size(), unseen);
  std::vector<Step> path;
  std::vector<bool> seen;
  for (std::uint64_t root = 0; root < rows.size(); ++root) {
    if (value[root] != unseen) continue;
    value[root] = on_path;
    path.push_back({root, 0});
    while (!path.empty()) {
      Step& top = path.back();
      if (top.next == rows[top.vertex].size()) {
        value[top.vertex] = mex(rows[top.vertex], value, seen);
        path.pop_back();
        continue;
      }
      const std::uint64_t option = rows[top.vertex][top.next++];
      if (value[option] == on_path) return {{}, cycle_on(path, option)};
      if (value[option] != unseen) continue;
      value[option] = on_path;
      path.push_back({option, 0});
    }
  }
  return {std::move(value), {}};
}

template ReferenceMex reference_mex(const AdjacencyLists<std::uint32_t>&);
template ReferenceMex reference_mex(const AdjacencyLists<std::uint64_t>&);

}  // namespace retrograph
