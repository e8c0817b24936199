#include "grundy/sparse_pairs.hpp"

#include <algorithm>
#include <span>

namespace retrograph {

std::vector<Pair> pairs_of(const SparseState& state, const Packing& packing, std::size_t rares) {
  std::vector<Pair> pairs;
  for (const std::uint32_t k : state.takes())
    if (!state.rule().position || k % 2 == 0) pairs.push_back({k, 0});
  for (const std::uint32_t k : state.splits())
    for (const RareHeap& rare : std::span(state.rares()).first(rares))
      if (rare.heap > 0)
        pairs.push_back({static_cast<std::uint32_t>(k + rare.heap), packing.pack(rare.value)});
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::uint32_t largest_packed(const SparseState& state, const Packing& packing) {
  std::uint32_t largest = 0;
  for (std::uint32_t v = 0; v <= state.largest(); ++v) largest = std::max(largest, packing.pack(v));
  return largest;
}

}  // namespace retrograph
