// The answer of a run over ranks: counts of all, and the arrays of all in one place.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "retrograph/cluster/ranks.hpp"
#include "retrograph/solve/outcomes.hpp"

#include "cluster/bounds.hpp"

namespace retrograph {

/// Counts over all ranks, in all of them; collective.
inline OutcomeCounts count_all(const Ranks& ranks, std::span<const Value> value,
                               const RemotenessArray& remoteness) {
  const OutcomeCounts own = count_outcomes(value, remoteness);
  std::array<std::uint64_t, 4> sums{own.win, own.lose, own.tie, own.draw};
  ranks.sum(sums);
  return {sums[0], sums[1], sums[2], sums[3], static_cast<std::uint32_t>(ranks.most(own.max_remoteness))};
}

/// The parts of all ranks one behind the other, in rank 0; empty in the others. Collective.
template <class T>
[[nodiscard]] Array<T> gather_array(const Ranks& ranks, const Bounds& bounds, std::span<const T> part) {
  Array<T> all(ranks.first() ? bounds.total() : 0);
  ranks.gather(std::as_bytes(part), [&](unsigned rank, std::span<const std::byte> bytes) {
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(all.data() + bounds.begin(rank)));
  });
  return all;
}

/// The array of rank 0 in all of them; collective.
template <class T>
[[nodiscard]] Array<T> everywhere(const Ranks& ranks, const Array<T>& all) {
  std::string bytes;
  if (ranks.first()) bytes.assign(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(T));
  bytes = ranks.broadcast(std::move(bytes), 0);
  Array<T> copy(bytes.size() / sizeof(T));
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(copy.data()));
  return copy;
}

/// Values and remoteness of all ranks in rank 0; all have the same width of remoteness. Collective.
template <VertexId V>
[[nodiscard]] Outcomes<V> gather_outcomes(const Ranks& ranks, const Bounds& bounds,
                                          std::span<const Value> value, const RemotenessArray& remoteness) {
  Outcomes<V> all;
  all.value = gather_array(ranks, bounds, value);
  all.remoteness = std::visit(
      [&]<class T>(const Array<T>& plies) {
        return RemotenessArray(gather_array(ranks, bounds, plies.span()));
      },
      remoteness.storage());
  return all;
}

}  // namespace retrograph
