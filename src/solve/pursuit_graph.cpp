#include "pursuit_graph.hpp"

#include <algorithm>

namespace retrograph {

namespace {

// Tables of unions for whole bytes of a row pay while they fit the second-level cache or nearly so.
constexpr std::uint32_t dilate_limit = 512;

}  // namespace

std::uint64_t multisets_of(std::uint64_t vertices, unsigned k) noexcept {
  // C(v + k - 1, k) by products that stay whole; the true value is below the bound where none overflows.
  std::uint64_t count = 1;
  for (unsigned i = 1; i <= k; ++i) {
    const std::uint64_t factor = vertices + i - 1;
    if (factor != 0 && count > std::numeric_limits<std::uint64_t>::max() / factor)
      return std::numeric_limits<std::uint64_t>::max();
    count = count * factor / i;
  }
  return count;
}

template <VertexId V>
PursuitGraph::PursuitGraph(const CsrGraph<V>& graph, unsigned cops) {
  const auto n = static_cast<std::uint32_t>(graph.vertex_count());
  std::vector<std::vector<std::uint32_t>> lists(n);
  for (std::uint32_t v = 0; v < n; ++v) {
    for (const V u : graph.successors(v)) {
      if (u == v) continue;
      lists[v].push_back(static_cast<std::uint32_t>(u));
      lists[u].push_back(v);
    }
  }
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  prepare(lists, lists, cops);
}

PursuitGraph::PursuitGraph(const PursuitArena& arena, unsigned cops) {
  prepare(arena.cop_steps, arena.robber_steps, cops);
  for (std::uint32_t v = 0; v < view_.n; ++v) {
    if (arena.exits[original_[v]] == 0) continue;
    exits_.resize(view_.words, 0);
    exits_[v / 64] |= std::uint64_t{1} << (v % 64);
  }
}

void PursuitGraph::prepare(const Lists& cop_steps, const Lists& robber_steps, unsigned cops) {
  view_.n = static_cast<std::uint32_t>(cop_steps.size());
  view_.words = static_cast<std::uint32_t>(pursuit_row_words(view_.n));
  renumber(cop_steps);
  lay_steps(cop_steps, robber_steps);
  lay_rows();
  count_multisets(cops);
}

template PursuitGraph::PursuitGraph(const CsrGraph<std::uint32_t>&, unsigned);
template PursuitGraph::PursuitGraph(const CsrGraph<std::uint64_t>&, unsigned);

void PursuitGraph::renumber(const Lists& lists) {
  const auto fewer = [&](std::uint32_t a, std::uint32_t b) {
    return lists[a].size() != lists[b].size() ? lists[a].size() < lists[b].size() : a < b;
  };
  std::vector<std::uint32_t> by_degree(view_.n);
  for (std::uint32_t v = 0; v < view_.n; ++v) by_degree[v] = v;
  std::sort(by_degree.begin(), by_degree.end(), fewer);
  std::vector<std::uint8_t> seen(view_.n, 0);
  for (const std::uint32_t root : by_degree) {
    if (seen[root] != 0) continue;
    seen[root] = 1;
    original_.push_back(root);
    for (std::size_t head = original_.size() - 1; head < original_.size(); ++head) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t u : lists[original_[head]])
        if (seen[u] == 0) next.push_back(u);
      std::sort(next.begin(), next.end(), fewer);
      for (const std::uint32_t u : next) seen[u] = 1;
      original_.insert(original_.end(), next.begin(), next.end());
    }
  }
  renumbered_.resize(view_.n);
  for (std::uint32_t v = 0; v < view_.n; ++v) renumbered_[original_[v]] = v;
}

void PursuitGraph::lay_steps(const Lists& cop_steps, const Lists& robber_steps) {
  const auto lay = [&](const Lists& steps, std::vector<std::uint32_t>& begin,
                       std::vector<std::uint32_t>& near) {
    begin.push_back(0);
    for (std::uint32_t v = 0; v < view_.n; ++v) {
      near.push_back(v);
      for (const std::uint32_t u : steps[original_[v]]) near.push_back(renumbered_[u]);
      std::sort(near.begin() + begin.back(), near.end());
      begin.push_back(static_cast<std::uint32_t>(near.size()));
    }
  };
  lay(cop_steps, begin_, near_);
  lay(robber_steps, robber_begin_, robber_near_);
  for (std::uint32_t v = 0; v < view_.n; ++v) {
    const std::uint32_t farthest = near(v).back() + 1;
    reach_.push_back(reach_.empty() ? farthest : std::max(reach_.back(), farthest));
  }
  view_.begin = begin_.data();
  view_.near = near_.data();
  view_.reach = reach_.data();
}

void PursuitGraph::lay_rows() {
  const std::uint64_t words = view_.words;
  closed_ = Array<std::uint64_t>(view_.n * words, 0);
  for (std::uint32_t v = 0; v < view_.n; ++v)
    for (const std::uint32_t u : robber_near(v)) closed_[v * words + u / 64] |= std::uint64_t{1} << (u % 64);
  view_.closed = closed_.data();
  if (view_.n > dilate_limit) return;
  const std::uint64_t bytes = (view_.n + 7) / 8;
  dilate_ = Array<std::uint64_t>(bytes * 256 * words, 0);
  for (std::uint64_t byte = 0; byte < bytes; ++byte) {
    for (std::uint64_t value = 1; value < 256; ++value) {
      const std::uint64_t low = value & (value - 1);
      const std::uint64_t v = 8 * byte + static_cast<std::uint64_t>(__builtin_ctzll(value));
      std::uint64_t* row = dilate_.data() + (byte * 256 + value) * words;
      const std::uint64_t* smaller = dilate_.data() + (byte * 256 + low) * words;
      for (std::uint64_t w = 0; w < words; ++w)
        row[w] = smaller[w] | (v < view_.n ? closed_[v * words + w] : 0);
    }
  }
  view_.dilate = dilate_.data();
}

void PursuitGraph::count_multisets(unsigned cops) {
  ranks_.assign(cops + 1, std::vector<std::uint64_t>(view_.n + 1, 1));
  for (unsigned k = 1; k <= cops; ++k) {
    ranks_[k][0] = 0;
    for (std::uint32_t a = 0; a < view_.n; ++a) ranks_[k][a + 1] = ranks_[k][a] + ranks_[k - 1][a + 1];
  }
  for (const auto& row : ranks_) rank_rows_.push_back(row.data());
  view_.ranks = rank_rows_.data();
}

std::uint64_t PursuitGraph::rank(std::span<const std::uint32_t> descending) const noexcept {
  std::uint64_t rank = 0;
  unsigned k = static_cast<unsigned>(descending.size());
  for (const std::uint32_t a : descending) rank += ranks_[k--][a];
  return rank;
}

void PursuitGraph::unrank(std::uint64_t rank, std::span<std::uint32_t> descending) const noexcept {
  unsigned k = static_cast<unsigned>(descending.size());
  for (std::uint32_t& a : descending) {
    const auto& row = ranks_[k--];
    a = static_cast<std::uint32_t>(std::upper_bound(row.begin(), row.end(), rank) - row.begin()) - 1;
    rank -= row[a];
  }
}

}  // namespace retrograph
