// Packing: a common value without the bit that its class decides.
//
// b is the lowest set bit of the rule's mask. packed = value >> (b + 1) << b | low b bits of value: a common
// value at n is told by its packed form and n, the order of common values is kept, and packing is linear
// under xor.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "grundy/sparse_rule.hpp"

namespace retrograph {

class Packing {
 public:
  static constexpr std::uint32_t values = 512;  // packed forms fit a byte

  Packing() = default;
  /// A rule without a mask has no common values: nothing will be packed.
  explicit Packing(const SparseRule& rule)
      : b_(rule.mask == 0 ? 0U : static_cast<unsigned>(std::countr_zero(rule.mask))) {
    for (std::uint32_t parity = 0; parity < 2; ++parity)
      for (std::uint32_t p = 0; p < values / 2; ++p) {
        const std::uint32_t low = (1U << b_) - 1;
        const std::uint32_t value = (p & ~low) << 1 | (p & low);
        common_[parity][p] = static_cast<std::uint16_t>(rule.rare(parity, value) ? value | 1U << b_ : value);
      }
    for (unsigned parity = 0; parity < 2; ++parity) {
      flip_[parity] = common_[parity][0] >> b_ & 1U;
      for (unsigned bit = 0; bit < 8; ++bit)
        if ((common_[parity][std::size_t{1} << bit] >> b_ & 1U) != flip_[parity])
          odd_ = static_cast<std::uint16_t>(odd_ | 1U << bit);
    }
  }
  /// out[i] = common(first + i, packed[i]); a flat loop, as the dropped bit is a parity of the others.
  void unpack(std::uint64_t first, std::span<const std::uint8_t> packed, std::uint16_t* out) const noexcept {
    const auto low = static_cast<std::uint16_t>((1U << b_) - 1);
    const unsigned start = first & 1U;
    for (std::size_t i = 0; i < packed.size(); ++i) {
      const std::uint16_t p = packed[i];
      auto x = static_cast<std::uint16_t>(p & odd_);
      x = static_cast<std::uint16_t>(x ^ x >> 4);
      x = static_cast<std::uint16_t>(x ^ x >> 2);
      x = static_cast<std::uint16_t>((x ^ x >> 1 ^ flip_[(start + i) & 1U]) & 1);
      out[i] = static_cast<std::uint16_t>((p & ~low) << 1 | (p & low) | x << b_);
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
  std::uint16_t odd_ = 0;  // the packed bits whose parity decides the dropped one
  std::array<unsigned, 2> flip_{};
  std::array<std::array<std::uint16_t, values / 2>, 2> common_{};
};

}  // namespace retrograph
