// TopologicalFrontier: the vertices of an acyclic graph level by level, from the dead ends up.
//
// A vertex is in the level after the last of its options. The order array holds all levels so far, one behind
// the other; the last one is level(). Within a level the order depends on the threads. Vertices on a cycle,
// or with a way into one, never come. 4 or 8 bytes a vertex for the order, one for the counters.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_counters.hpp"

namespace retrograph {

template <VertexId V>
class TopologicalFrontier {
 public:
  TopologicalFrontier(const CsrGraph<V>& graph, const CsrGraph<V>& reverse)
      : graph_(graph), reverse_(reverse), counters_(graph), order_(graph.vertex_count()) {
    constexpr std::size_t grain = std::size_t{1} << 14;
    par::for_ranges(graph.vertex_count(), grain, [&](std::size_t begin, std::size_t end, unsigned w) {
      for (std::size_t v = begin; v < end; ++v)
        if (graph.out_degree(v) == 0) add(batches_[w], static_cast<V>(v));
    });
    flush();
  }

  /// The vertices of the current level; empty when no more come.
  [[nodiscard]] std::span<const V> level() const noexcept { return {order_.data() + begin_, end_ - begin_}; }
  /// How many vertices came before the current level.
  [[nodiscard]] std::uint64_t before() const noexcept { return begin_; }
  /// Vertices of all levels up to and with the current one.
  [[nodiscard]] std::span<const V> order() const noexcept { return {order_.data(), end_}; }

  /// Counts down at the predecessors of the current level; those that reach zero are the next.
  void advance() {
    const std::span<const V> last = level();
    const bool shared = par::threads() > 1 && last.size() > level_grain;
    par::for_ranges(last.size(), level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
      for (const V v : last.subspan(from, to - from))
        for (const V u : reverse_.successors(v))
          if (shared ? counters_.count_down_shared(u) : counters_.count_down(u)) add(batches_[w], u);
    });
    begin_ = end_;
    flush();
  }

  /// A cycle among the vertices that never came; to be asked when no level comes any more.
  [[nodiscard]] std::vector<std::uint64_t> cycle_of_the_rest() const {
    std::vector<bool> came(graph_.vertex_count(), false);
    for (const V v : order()) came[v] = true;
    return cycle_among<V>(graph_, [&](std::uint64_t v) { return !came[v]; });
  }

  /// Vertices of a level that one worker takes at a time: a few microseconds of work.
  static constexpr std::size_t level_grain = 512;

 private:
  // What one worker found for the next level and has not appended yet.
  struct Batch {
    static constexpr std::size_t capacity = 1024;
    std::size_t count = 0;
    V vertex[capacity];
  };

  void add(Batch& batch, V v) {
    batch.vertex[batch.count++] = v;
    if (batch.count == Batch::capacity) append(batch);
  }
  // Relaxed: an append only claims places; the end of the loop that appends publishes what is in them.
  void append(Batch& batch) {
    const std::uint64_t at = std::atomic_ref(tail_).fetch_add(batch.count, std::memory_order_relaxed);
    std::copy(batch.vertex, batch.vertex + batch.count, order_.data() + at);
    batch.count = 0;
  }
  // The rest of every worker's batch; then what was added is the current level.
  void flush() {
    batches_.for_each([&](Batch& b) { append(b); });
    end_ = tail_;
  }

  const CsrGraph<V>& graph_;
  const CsrGraph<V>& reverse_;
  OptionCounters<V> counters_;
  Array<V> order_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t tail_ = 0;
  par::WorkerLocal<Batch> batches_;
};

}  // namespace retrograph
