// The counts of an exchange, summed over ranks.
#pragma once

#include <array>

#include "retrograph/batch/rank_report.hpp"

#include "cluster/exchange.hpp"

namespace retrograph {

/// Of all ranks since the last call; collective.
inline RankTraffic take_traffic(const Ranks& ranks, Exchange& exchange) {
  const ExchangeCounts counts = exchange.take_counts();
  std::array<std::uint64_t, 2> sums{counts.messages, counts.bytes};
  ranks.sum(sums);
  return {sums[0], sums[1], counts.rounds};  // rounds are those of all
}

}  // namespace retrograph
