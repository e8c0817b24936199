// RankReport: what a run over several ranks says of itself beside its answer.
#pragma once

#include <cstdint>

namespace retrograph {

/// Batched messages between ranks, all of them together.
struct RankTraffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;   // payload
  std::uint64_t rounds = 0;  // levels, or 1 where a graph was handed out
};

struct RankReport {
  unsigned ranks = 1;
  std::uint64_t cross_edges = 0;  // moves between positions of different ranks
  RankTraffic build;              // the moves, to the owners of their targets
  RankTraffic solve;              // decided positions, to the owners of their predecessors

  [[nodiscard]] static double per_edge(const RankTraffic& traffic, std::uint64_t edges) noexcept {
    return edges == 0 ? 0 : static_cast<double>(traffic.bytes) / static_cast<double>(edges);
  }
};

}  // namespace retrograph
