// Kernels of the dense engine: which of four values occur among the xors of two rows.
//
// probe(a, b, count, c) has bit i set if a[j] ^ b[j] == c[i] for some j < count. One function a lane width
// and instruction set; all give the same answer. They read nothing past a[count - 1] and b[count - 1].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "retrograph/support/simd.hpp"

namespace retrograph::dense {

inline constexpr unsigned slots = 4;

template <class T>
using Candidates = std::array<T, slots>;

template <class T>
using Probe = unsigned (*)(const T* a, const T* b, std::size_t count, const Candidates<T>& c);

template <class T>
[[nodiscard]] Probe<T> probe_for(SimdLevel level) noexcept;

template <class T>
[[nodiscard]] inline unsigned probe_scalar(const T* a, const T* b, std::size_t count,
                                           const Candidates<T>& c) {
  unsigned hits = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const T x = static_cast<T>(a[j] ^ b[j]);
    for (unsigned i = 0; i < slots; ++i) hits |= static_cast<unsigned>(x == c[i]) << i;
  }
  return hits;
}

}  // namespace retrograph::dense
