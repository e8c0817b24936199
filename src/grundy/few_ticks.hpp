// The list of small common parts whose splits reach the rare values below most values.
//
// Chosen greedily on heaps sampled from the values at hand, never in order of frequency: the sequences are
// autocorrelated (lists by frequency leave 3 to 5 times more). Parts beyond the depth of the run so far are
// not taken, so the depth stays exactly what single steps find. 5 to 100 ms.
#pragma once

#include <vector>

#include "grundy/few_plan.hpp"

namespace retrograph::few {

[[nodiscard]] std::vector<Tick> choose_ticks(const SparseState& state, const Packing& packing,
                                             unsigned width);

}  // namespace retrograph::few
