// LevelOrder: vertices level by level, one behind the other in one array; what both frontiers share.
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

namespace retrograph {

/// One bit a vertex: v is bit v & 63 of word v >> 6.
using VertexBits = std::span<const std::uint64_t>;

[[nodiscard]] inline bool has_bit(VertexBits bits, std::uint64_t v) noexcept {
  return (bits[v >> 6] >> (v & 63) & 1) != 0;
}

template <VertexId V>
class LevelOrder {
 public:
  /// The vertices of the current level; empty when no more come.
  [[nodiscard]] std::span<const V> level() const noexcept { return {order_.data() + begin_, end_ - begin_}; }
  /// How many vertices came before the current level.
  [[nodiscard]] std::uint64_t before() const noexcept { return begin_; }
  /// Vertices of all levels up to and with the current one.
  [[nodiscard]] std::span<const V> order() const noexcept { return {order_.data(), end_}; }

  /// The vertices before the current level.
  [[nodiscard]] Array<std::uint64_t> came_before(std::uint64_t vertices) const {
    Array<std::uint64_t> bits((vertices + 63) / 64, std::uint64_t{0});
    // Relaxed: bits that are read after the loop, whose end publishes them.
    par::for_each(begin_, std::size_t{1} << 14, [&](std::size_t i) {
      const V v = order_[i];
      std::atomic_ref(bits[v >> 6]).fetch_or(std::uint64_t{1} << (v & 63), std::memory_order_relaxed);
    });
    return bits;
  }
  /// A cycle among the vertices that never came; to be asked when no level comes any more.
  [[nodiscard]] std::vector<std::uint64_t> cycle_of_the_rest(const CsrGraph<V>& graph) const {
    std::vector<bool> came(graph.vertex_count(), false);
    for (const V v : order()) came[v] = true;
    return cycle_among<V>(graph, [&](std::uint64_t v) { return !came[v]; });
  }

 protected:
  explicit LevelOrder(std::uint64_t room) : order_(room) {}

  /// From several workers at once. Relaxed: it only claims places; the end of the loop that appends publishes
  /// what is in them.
  void append(const V* from, std::size_t count) noexcept {
    const std::uint64_t at = std::atomic_ref(tail_).fetch_add(count, std::memory_order_relaxed);
    std::copy_n(from, count, order_.data() + at);
  }
  /// Where a single worker may write the vertices of the next level, and that it has.
  [[nodiscard]] V* tail() noexcept { return order_.data() + tail_; }
  void extend(std::size_t count) noexcept { tail_ += count; }
  /// What was appended is the current level.
  void turn() noexcept {
    begin_ = end_;
    end_ = tail_;
  }

 private:
  Array<V> order_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t tail_ = 0;
};

}  // namespace retrograph
