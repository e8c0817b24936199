// The kernels of the mex engine: flat loops over the rows of a level, one set for each level of simd.hpp.
//
// All sets come from one generic source (graph_kernels_body.hpp) and give the same results. 32-bit ids.
// Arrays that kernels write need room for 64 entries more than they hold; values are bytes with 4 readable
// bytes behind the last. Rates and what was tried stand in bench/README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "retrograph/support/simd.hpp"

#include "solve/adaptive/kernels.hpp"

namespace retrograph::mex {

using adaptive::Id;
using adaptive::Side;

/// Entries of slack behind every array that kernels write to.
inline constexpr std::size_t slack = adaptive::slack;

/// Lists of targets split by id: target u goes to the list u >> shift.
struct Bins {
  Id** end = nullptr;  // where the next target of each list is written
  unsigned shift = 0;
};

struct MexCount {
  std::uint32_t largest = 0;  // of the values stored
  std::size_t hard = 0;       // vertices left to the caller
};

struct Kernels {
  /// Takes one from the counter of every target of the listed rows; appends to `out` those that came to zero;
  /// returns how many.
  std::size_t (*count_rows)(const Id* list, std::size_t count, const Side&, std::uint8_t* counter, Id* out);
  /// Copies the targets of the listed rows to their bins, which must have room for all of them.
  void (*bin_rows)(const Id* list, std::size_t count, const Side&, const Bins&);
  /// value[v] = mex of the targets' values, for the listed rows. Rows that have all values below 32, and rows
  /// of more than 4096 entries, go to `hard` instead.
  MexCount (*mex_rows)(const Id* list, std::size_t count, const Side&, std::uint8_t* value, Id* hard);
};

/// The kernels of a level, which must be one the machine has.
[[nodiscard]] const Kernels& kernels_of(SimdLevel level);

// One set a source file; the wider ones exist on x86-64 only.
extern const Kernels scalar_kernels;
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;

/// Takes one from the counter of each target; appends those that came to zero; returns how many.
std::size_t count_targets(const Id* targets, std::size_t count, std::uint8_t* counter, Id* out);

}  // namespace retrograph::mex
