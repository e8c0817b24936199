// The verifier: is this the answer of this game? It knows the game and the answer and calls no engine.
//
// Four claims that hold, all together, if and only if the answer is right:
//   1. Local rule. Every value is what the rules make of the children's values (or the given one); a best
//      move, where stored, is the lowest optimal child.
//   2. Trap. No winning set leaves the other side an escape. Follows from 1 (draws) and 3 (the others).
//   3. Progress. Each distance is 0 at an end, 1 + min where the mover seeks it, 1 + max where he cannot
//      avoid it, and absent exactly for draws. Without distances, strict levels by the labels must rank all.
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
