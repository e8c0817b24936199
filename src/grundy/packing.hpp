// Packing: a common value without the bit that its class decides.
//
// b is the lowest set bit of the rule's mask. packed = value >> (b + 1) << b | low b bits of value: a common
// value at n is told by its packed form and n, the order of common values is kept, and packing is linear
// under xor.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "grundy/sparse_rule.hpp"

namespace retrograph {

class Packing {
 public:
  static constexpr std::uint32_t values = 512;  // packed forms fit a byte

  Packing() = default;
  explicit Packing(const SparseRule& rule) : b_(static_cast<unsigned>(std::countr_zero(rule.mask))) {
    for (std::uint32_t parity = 0; parity < 2; ++parity)
      for (std::uint32_t p = 0; p < values / 2; ++p) {
        const std::uint32_t low = (1U << b_) - 1;
        const std::uint32_t value = (p & ~low) << 1 | (p & low);
        common_[parity][p] = static_cast<std::uint16_t>(rule.rare(parity, value) ? value | 1U << b_ : value);
      }
  }
  [[nodiscard]] unsigned dropped_bit() const noexcept { return b_; }
  [[nodiscard]] std::uint32_t pack(std::uint32_t value) const noexcept {
    const std::uint32_t low = (1U << b_) - 1;
    return (value >> 1 & ~low) | (value & low);
  }
  [[nodiscard]] std::uint16_t common(std::uint64_t n, std::uint32_t packed) const noexcept {
    return common_[n & 1][packed];
  }

 private:
  unsigned b_ = 0;
  std::array<std::array<std::uint16_t, values / 2>, 2> common_{};
};

}  // namespace retrograph
