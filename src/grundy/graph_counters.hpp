// OptionCounters: how many options of each vertex are still without a value, one byte a vertex.
//
// The byte holds the count modulo 256. Vertices of more than 256 options are rare; a sorted list says for
// each how many times more its byte must pass zero. Loading chunks of 255 instead would be wrong where
// several counts of one vertex meet in one batch; a byte that wraps by itself cannot be.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

template <VertexId V>
class OptionCounters {
 public:
  /// count(v) for every vertex.
  template <class Count>
  OptionCounters(const CsrGraph<V>& graph, const Count& count) : count_(graph.vertex_count()) {
    constexpr std::size_t grain = std::size_t{1} << 16;
    par::WorkerLocal<std::vector<Refill>> found;
    par::for_ranges(count_.size(), grain, [&](std::size_t begin, std::size_t end, unsigned w) {
      for (std::size_t v = begin; v < end; ++v) {
        const EdgeIndex degree = count(v);
        count_[v] = static_cast<std::uint8_t>(degree);
        if (degree > 256) found[w].push_back({static_cast<V>(v), (degree - 1) / 256});
      }
    });
    found.for_each([&](auto& list) { refills_.insert(refills_.end(), list.begin(), list.end()); });
    for (const Refill& r : refills_) wraps_ += r.left;
    std::sort(refills_.begin(), refills_.end(),
              [](const Refill& a, const Refill& b) { return a.vertex < b.vertex; });
  }

  /// Counts one option of u; true if it was the last. For one thread at a time.
  bool count_down(V u) noexcept { return --count_[u] == 0 && (refills_.empty() || used_up(u)); }

  /// The same from several threads. Relaxed: who takes the last count publishes nothing by it; the values
  /// below u were published by the end of the loop that labelled them.
  bool count_down_shared(V u) noexcept {
    return std::atomic_ref(count_[u]).fetch_sub(1, std::memory_order_relaxed) == 1 &&
           (refills_.empty() || used_up(u));
  }

  /// How often bytes come to zero before they are used up, over all vertices.
  [[nodiscard]] std::uint64_t wraps() const noexcept { return wraps_; }
  [[nodiscard]] std::uint8_t* bytes() noexcept { return count_.data(); }

  /// The byte of u has reached zero: true if that was the last time. Callable from several threads: each
  /// passage of zero takes one refill, so the one that finds none is the last (relaxed, as above).
  bool used_up(V u) noexcept {
    const auto it = std::lower_bound(refills_.begin(), refills_.end(), u,
                                     [](const Refill& r, V v) { return r.vertex < v; });
    if (it == refills_.end() || it->vertex != u) return true;
    return std::atomic_ref(it->left).fetch_sub(1, std::memory_order_relaxed) == 0;
  }

 private:
  struct Refill {
    V vertex;
    alignas(8) std::uint64_t left;
  };
  Array<std::uint8_t> count_;
  std::vector<Refill> refills_;
  std::uint64_t wraps_ = 0;
};

}  // namespace retrograph
