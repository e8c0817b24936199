// take_digits(): a decimal number of up to 16 digits, eight at a time in one 64-bit word.
//
// Subtract '0' from eight characters at once, find the first that is no digit, shift it and what follows out,
// and add up pairs, fours and eights by three multiplications (Lemire and Mula's way). Reads up to 16 bytes
// from `at`, digits or not. Little-endian machines have it; others take a plain loop.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace retrograph {

/// The value of the digits in the first `count` bytes (1 to 8) at `word`.
inline std::uint64_t value_of_digits(std::uint64_t word, unsigned count) noexcept {
  word <<= 64 - 8 * count;  // zeros, as the digits before the first
  word = (word & 0x0f0f0f0f0f0f0f0fU) * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ffU) * 6553601 >> 16;
  return (word & 0x0000ffff0000ffffU) * 42949672960001U >> 32;
}

/// How many of the eight bytes from the first on are digits.
inline unsigned leading_digits(std::uint64_t word) noexcept {
  const std::uint64_t other =
      ((word + 0x4646464646464646U) | (word - 0x3030303030303030U)) & 0x8080808080808080U;
  return other == 0 ? 8 : static_cast<unsigned>(std::countr_zero(other)) / 8;
}

/// Takes the digits at `at`: false if there are none or more than 16.
inline bool take_digits(const char*& at, std::uint64_t& value) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    unsigned count = leading_digits(word);
    if (count == 0) return false;
    value = value_of_digits(word, count);
    at += count;
    if (count < 8) return true;
    std::memcpy(&word, at, 8);
    count = leading_digits(word);
    if (count == 0) return true;
    if (count == 8) return false;
    constexpr std::uint64_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    value = value * power[count] + value_of_digits(word, count);
    at += count;
    return true;
  } else {
    const char* const begin = at;
    for (value = 0; *at >= '0' && *at <= '9' && at - begin < 16; ++at)
      value = 10 * value + static_cast<std::uint64_t>(*at - '0');
    return at != begin && at - begin < 16;
  }
}

}  // namespace retrograph
