// A small, slow checker of certificates that shares no code with the engines.
//
// What must hold (Guy and Smith 1956; t = most heaps after a move; k = last non-zero digit):
//   guy_smith  G(n+p) = G(n) for start <= n < t * s + (t-1) * p + k with s = max(start, 1)
//   window     finite sets: G(n+p) = G(n) for start <= n < start + k. All-but sets: the values of the last k
//              heaps and the set of values that are used up repeat, relative to the least value not used up
//   grundy     G(n+p) = G(n) > 0 for s <= n < 2 * s + p
//   sparse_window  see src/grundy/sparse-window.md
// and G(start-1) must break the period, and no period/q (q prime) may satisfy the claim, so that length and
// start are the least. Cost: O(values^2) marks for the first three, O(values * rares) for the last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct CheckOptions {
  // Of a sparse-window certificate: check the segments whose index is shard modulo shards.
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  StopSource* stop = nullptr;
  Progress* progress = nullptr;  // unit "values"
};

struct CheckReport {
  bool ok = false;
  bool sampled = false;        // ok for the segments checked, others were left out
  std::uint64_t checked = 0;   // values recomputed
  std::uint64_t segments = 0;  // segments checked
  std::uint64_t segments_of = 0;
  std::optional<std::uint64_t> failed_at;  // the first index that breaks the claim, where there is one
  std::string failure;                     // one line; empty if ok
};

[[nodiscard]] CheckReport check_certificate(const Certificate& certificate, const CheckOptions& options = {});

}  // namespace retrograph
