// EdgeParts: the edges of a graph as they come from parsers, in pieces, until a graph is built from them.
//
// Workers ask for room (a slice of an array of their own, so that nobody waits), fill it and keep what they
// used under the number of their block; the order of the pieces is that of the blocks, whoever parsed them.
// Ids take 32 bits until one needs more; then its block is kept with 64. Memory: 8 bytes an edge and a few
// MB a worker; building lets go of each array once its edges are placed.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

using NarrowEdge = Edge<std::uint32_t>;
using WideEdge = Edge<std::uint64_t>;

/// The largest id that text may hold.
inline constexpr std::uint64_t largest_id = (std::uint64_t{1} << 62) - 1;

class EdgeParts {
 public:
  /// `name` appears in messages; Error(resource) where the edges alone outgrow options.memory_limit.
  EdgeParts(std::string name, const GraphReadOptions& options);

  /// Room for `count` edges, to be filled from the front. One call for one block, then keep().
  template <class E>
  [[nodiscard]] E* room(std::size_t count, unsigned worker);
  /// The first `used` edges of the room are block number `block`; `largest` is their largest id.
  template <class E>
  void keep(std::size_t used, std::uint64_t block, std::uint64_t largest, unsigned worker);

  [[nodiscard]] std::uint64_t edge_count() const noexcept { return edges_.load(std::memory_order_relaxed); }

  /// The graph, by the options; the parts are gone afterwards. `vertices`: what the file itself says.
  [[nodiscard]] LoadedGraph build(std::optional<std::uint64_t> vertices = std::nullopt);

 private:
  template <class E>
  struct Piece {
    std::uint64_t block;
    E* edges;
    std::size_t count;
    std::size_t array;
  };
  template <class E>
  struct Kind {
    std::vector<Array<E>> arrays;  // grows under the lock
    std::vector<Piece<E>> pieces;  // likewise
  };
  template <class E>
  struct Slice {
    E* free = nullptr;
    std::size_t left = 0;
    std::size_t array = 0;
    std::size_t next_size = 0;
  };
  struct Worker {
    Slice<NarrowEdge> narrow;
    Slice<WideEdge> wide;
    std::uint64_t largest = 0;
    bool any = false;
  };
  template <class E>
  [[nodiscard]] Kind<E>& kind();
  template <class E>
  [[nodiscard]] static Slice<E>& slice(Worker& worker);
  void sort_pieces();
  void widen();
  [[nodiscard]] Array<std::uint64_t> compact_ids();
  void check_vertices(std::uint64_t vertices) const;
  template <VertexId V, class E>
  [[nodiscard]] AnyArena arena(std::uint64_t vertices, Kind<E>& kind);

  std::string name_;
  GraphReadOptions options_;
  std::uint64_t limit_;
  par::WorkerLocal<Worker> workers_;
  std::mutex mutex_;
  Kind<NarrowEdge> narrow_;
  Kind<WideEdge> wide_;
  // Relaxed: counts that order nothing; the end of a loop publishes them.
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> edges_{0};
};

}  // namespace retrograph
