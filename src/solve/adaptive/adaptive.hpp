// The adaptive engine for alternating players and 32-bit ids: dense levels on bitmaps, one pull, a peel of
// the compacted rest, lists with counters for sparse levels, a queue for tiny ones. Chosen level by level.
//
// With a reverse side it pushes until a pull pays; with the forward side alone the first step is a pull, and
// the pull of losses follows at once. Every choice gives the same labels and distances. Bytes a vertex beside
// graph and answer: 1/2 for bitmaps (1/8 more a thread), 1 counter and 4 a listed vertex where pushed, the
// rows of peel.hpp where peeled.
#pragma once

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"

#include "solve/adaptive/tuning.hpp"

namespace retrograph::adaptive {

/// Values and, if asked for, remoteness; best moves are not part of it. No owners. `reverse` may be null:
/// then no reverse side is used, except that ties need one at the end and have it built.
[[nodiscard]] Outcomes<std::uint32_t> solve_adaptive(const Arena<std::uint32_t>& arena,
                                                     const CsrGraph<std::uint32_t>* reverse,
                                                     const SolveOptions& options, const Tuning& tuning = {});

}  // namespace retrograph::adaptive
