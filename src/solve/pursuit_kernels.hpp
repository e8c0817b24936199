// The inner loops of pursuit, compiled once for each instruction set. Plain structures only
// (board_kernels.hpp says why).
//
// A table over multisets of size k lists rows in the order of their rank: sorted descending a1 >= a2 >= ...
// >= ak, the rank is the sum of C(ai + k - i, k - i + 1). Those with a1 < L are the first C(L + k - 1, k);
// those with a1 = a follow each other in the order of the table of size k - 1.
#pragma once

#include <cstdint>

namespace retrograph::pursuit {

inline constexpr unsigned max_cops = 12;

/// A graph as the kernels see it. Neighbours include the vertex itself, ascending.
struct Graph {
  std::uint32_t n;
  std::uint32_t words;  // of a row of robber bits
  const std::uint32_t* begin;
  const std::uint32_t* near;
  const std::uint32_t* reach;   // 1 + the largest neighbour of vertices 0 .. v
  const std::uint64_t* closed;  // row of each vertex: the robber's neighbours and itself
  const std::uint64_t* dilate;  // or null: for each byte of a row and each value, the union of their rows
  const std::uint64_t* const* ranks;  // ranks[k][a] = C(a + k - 1, k), k = 0 .. cops
};

struct Kernels {
  /// Words of scratch that moving k cops takes.
  std::uint64_t (*scratch_words)(const Graph&, unsigned k);
  /// out = rows of multisets of size k-1 after a step of each of the k-1 cops into `slice`, which is the
  /// part of `table` (size k) that has a cop on `to`; for multisets of vertices below reach[to]. Returns
  /// out, inside scratch.
  const std::uint64_t* (*moved_beside)(const Graph&, unsigned k, const std::uint64_t* table, std::uint32_t to,
                                       std::uint64_t* scratch);
  void (*join)(std::uint64_t* into, const std::uint64_t* from, std::uint64_t words);
  /// out = the robber's vertices from which every step leads into `won`.
  void (*robber_row)(const Graph&, const std::uint64_t* won, std::uint64_t* out);
  /// bytes[r] = level for every robber vertex r of delta.
  void (*mark)(std::uint8_t* bytes, const std::uint64_t* delta, std::uint32_t n, std::uint8_t level);
};

[[nodiscard]] const Kernels& scalar_kernels() noexcept;
[[nodiscard]] const Kernels& avx2_kernels() noexcept;
[[nodiscard]] const Kernels& avx512_kernels() noexcept;
[[nodiscard]] const Kernels& kernels();

}  // namespace retrograph::pursuit
