// Vector operations of the mex kernels in plain C++; the wider sets replace what they can.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/adaptive/ops_scalar.hpp"

namespace retrograph::mex {
namespace {

struct MexOps : adaptive::Ops {
  // bits[i] = 1 << value[flat[i]], 0 from value 32 on; may write up to 15 more. Reads 3 bytes behind a value.
  static void value_bits(const adaptive::Id* flat, std::size_t count, const std::uint8_t* value,
                         std::uint32_t* bits) {
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned v = value[flat[i]];
      bits[i] = v < 32 ? std::uint32_t{1} << v : 0;
    }
  }
  // All bits of the row or-ed. May read up to 15 more.
  static std::uint32_t or_row(const std::uint32_t* bits, std::size_t width) {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < width; ++i) all |= bits[i];
    return all;
  }
};

}  // namespace
}  // namespace retrograph::mex
