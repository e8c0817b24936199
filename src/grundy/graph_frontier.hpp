// TopologicalFrontier: the vertices of an acyclic graph level by level, from the dead ends up.
//
// A vertex is in the level after the last of its options. Within a level the order depends on the threads.
// Vertices on a cycle, or with a way into one, never come. One byte a vertex for the counters, 4 or 8 for the
// order. PlainFrontier is the simple form with atomic counters, for 64-bit ids; FlatFrontier the fast one
// for 32-bit ids: rows copied flat, and where several threads work on a level its targets first sorted into
// bins by id, each of which one worker counts down, so that no counter is shared.
#pragma once

#include <type_traits>

#include "retrograph/support/parallel.hpp"

#include "grundy/graph_counters.hpp"
#include "grundy/graph_kernels.hpp"
#include "grundy/graph_level_order.hpp"

namespace retrograph {

/// What the caller does with a part of a level before its predecessors are counted: work(part, worker).
template <VertexId V>
using LevelWork = FunctionRef<void(std::span<const V>, unsigned)>;

template <VertexId V>
class PlainFrontier : public LevelOrder<V> {
 public:
  /// Begins with the dead ends, or behind the vertices that have come already; `came` is empty or has a bit
  /// for each.
  PlainFrontier(const CsrGraph<V>& graph, const CsrGraph<V>& reverse, VertexBits came = {});
  /// Calls work for all parts of the level, then counts down at its predecessors; those at zero are the next.
  void advance(LevelWork<V> work);

 private:
  void count_down(std::span<const V> part, unsigned worker, bool shared);
  void flush();

  const CsrGraph<V>& reverse_;
  OptionCounters<V> counters_;
  par::WorkerLocal<std::vector<V>> found_;
};

class FlatFrontier : public LevelOrder<std::uint32_t> {
 public:
  using Id = std::uint32_t;
  FlatFrontier(const CsrGraph<Id>& graph, const CsrGraph<Id>& reverse, VertexBits came = {});
  void advance(LevelWork<Id> work);

 private:
  // Targets of one worker for one range of ids.
  struct Bin {
    Array<Id> targets;
    std::size_t size = 0;
    void make_room(std::size_t more);
  };

  FlatFrontier(const CsrGraph<Id>& graph, const CsrGraph<Id>& reverse, VertexBits came,
               OptionCounters<Id> counters);
  void count_tiny();
  void count_alone();
  void count_in_bins(LevelWork<Id> work);
  void sort_into_bins(std::span<const Id> part, std::vector<Bin>& bins) const;
  [[nodiscard]] std::size_t without_wraps(Id* zeros, std::size_t count);

  adaptive::Side reverse_;
  const mex::Kernels& kernels_;
  OptionCounters<Id> counters_;
  unsigned shift_ = 0;
  std::size_t parts_ = 1;
  par::WorkerLocal<std::vector<Bin>> bins_;
};

template <VertexId V>
using TopologicalFrontier =
    std::conditional_t<std::is_same_v<V, std::uint32_t>, FlatFrontier, PlainFrontier<V>>;

}  // namespace retrograph
