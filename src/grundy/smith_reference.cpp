#include "retrograph/grundy/smith_reference.hpp"

#include <algorithm>

namespace retrograph {
namespace {

constexpr std::uint32_t unlabelled = ReferenceSmith::infinite;

template <VertexId V>
class Definition {
 public:
  explicit Definition(const AdjacencyLists<V>& rows)
      : rows_(rows), label_(rows.size(), unlabelled), infinite_(rows.size(), false) {}

  ReferenceSmith values() {
    for (std::uint32_t m = 0; any_open(); ++m) level(m);
    ReferenceSmith result{label_, std::vector<std::vector<std::uint32_t>>(rows_.size())};
    for (std::size_t v = 0; v < rows_.size(); ++v)
      if (infinite_[v]) result.set[v] = labels_of_options(v);
    return result;
  }

 private:
  bool any_open() const {
    for (std::size_t v = 0; v < rows_.size(); ++v)
      if (label_[v] == unlabelled && !infinite_[v]) return true;
    return false;
  }

  bool has_option(std::size_t v, std::uint32_t m) const {
    return std::any_of(rows_[v].begin(), rows_[v].end(), [&](V u) { return label_[u] == m; });
  }

  bool gets(std::size_t v, std::uint32_t m) const {
    if (label_[v] != unlabelled || infinite_[v] || has_option(v, m)) return false;
    return std::all_of(rows_[v].begin(), rows_[v].end(),
                       [&](V u) { return label_[u] < m || has_option(u, m); });
  }

  void level(std::uint32_t m) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t v = 0; v < rows_.size(); ++v)
        if (gets(v, m)) {
          label_[v] = m;
          changed = true;
        }
    }
    for (std::size_t v = 0; v < rows_.size(); ++v)
      if (label_[v] == unlabelled && !has_option(v, m)) infinite_[v] = true;
  }

  std::vector<std::uint32_t> labels_of_options(std::size_t v) const {
    std::vector<std::uint32_t> labels;
    for (const V u : rows_[v])
      if (label_[u] != unlabelled) labels.push_back(label_[u]);
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
  }

  const AdjacencyLists<V>& rows_;
  std::vector<std::uint32_t> label_;
  std::vector<bool> infinite_;
};

}  // namespace

template <VertexId V>
ReferenceSmith reference_smith(const AdjacencyLists<V>& rows) {
  return Definition<V>(rows).values();
}

template ReferenceSmith reference_smith(const AdjacencyLists<std::uint32_t>&);
template ReferenceSmith reference_smith(const AdjacencyLists<std::uint64_t>&);

}  // namespace retrograph
