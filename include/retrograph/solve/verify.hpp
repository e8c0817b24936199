// The verifier: is this the answer of this game? It knows the game and the answer and calls no engine.
//
// Claims, all of which hold if and only if the answer is right:
//   1. Local rule. A given value or dead end has its own value; elsewhere the value is what the rules make of
//      the values of the children; no value is missing or unknown; a best move, where stored, is the lowest
//      optimal child.
//   2. Trap. No set of positions supports itself: whoever is said to win can force an end, whoever is said to
//      draw or tie cannot be forced away. For draws this follows from claim 1 (some child is drawn, none
//      better); for the others from claim 3, whose distances fall along every line to an end at 0.
//   3. Progress. Each distance is 0 at an end, 1 + min where the mover gets what he seeks, 1 + max where he
//   cannot
//      avoid it, and absent exactly for draws. An answer without distances is ranked here by strict levels
//      that follow its own labels: a decided position that gets no rank breaks the claim.
//   4. Summary. The counts are those of the values, and the largest remoteness is the one stated.
// Cost: one parallel pass over the moves; without distances also a reverse side and one serial pass.
// A sample checks claims 1 and 3 at the sampled positions and claim 4 in full.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

struct VerifyOptions {
  std::optional<OutcomeCounts> summary;  // what the result says of itself
  std::uint64_t sample = 0;              // positions to look at; 0 = all
  std::uint64_t seed = 1;                // chooses the sample
  const StopSource* stop = nullptr;
  Progress* progress = nullptr;
};

struct VerifyFailure {
  std::optional<std::uint64_t> vertex;  // absent for the summary
  std::string what;
};

struct VerifyReport {
  static constexpr std::size_t most_failures = 10;
  bool sampled = false;
  std::uint64_t checked = 0;            // positions looked at
  std::uint64_t failed = 0;             // of them wrong, plus wrong counts
  std::vector<VerifyFailure> failures;  // the first few: counts, then by vertex
  [[nodiscard]] bool ok() const noexcept { return failed == 0; }
};

/// Checks `outcomes` (remoteness and best_move may be empty) against the arena.
template <VertexId V>
[[nodiscard]] VerifyReport verify_outcomes(const Arena<V>& arena, const Outcomes<V>& outcomes,
                                           const VerifyOptions& options = {});

}  // namespace retrograph
