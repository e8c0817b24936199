// Vector operations of the kernels in plain C++. Included by kernels_scalar.cpp alone.
#pragma once

#include <bit>
#include <cstring>

#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {
namespace {

struct Ops {
  static constexpr EdgeIndex widest_row = 57;  // with up to 7 bits before it, a row still fits 64 bits

  static unsigned count(Word w) { return static_cast<unsigned>(std::popcount(w)); }

  // 16 entries at once; both sides have room for them.
  static void copy16(Id* to, const Id* from) { std::memcpy(to, from, 16 * sizeof(Id)); }

  // Bit i is f(i), which is 0 or 1. In eights, which the compiler unrolls: shifts by constants.
  template <class F>
  static Word mask64(F&& f) {
    Word mask = 0;
    for (unsigned begin = 0; begin < 64; begin += 8) {
      Word eight = 0;
      for (unsigned i = 0; i < 8; ++i) eight |= Word{f(begin + i)} << i;
      mask |= eight << begin;
    }
    return mask;
  }
  // Bit i: entry i is in the bitmap. Reads 64 entries.
  static Word hits64(const Id* entries, const Word* bitmap) {
    return mask64([&](unsigned i) { return bitmap[entries[i] >> 6] >> (entries[i] & 63) & 1; });
  }
  // The same for the first `size` entries only, reading no more than those.
  static Word hits_of(const Id* entries, unsigned size, const Word* bitmap) {
    Word mask = 0;
    for (unsigned i = 0; i < size; ++i) mask |= (bitmap[entries[i] >> 6] >> (entries[i] & 63) & 1) << i;
    return mask;
  }
  // The entries whose bit is set, in order, to `out`, which may be `in` or lie before it.
  static Id* compress64(const Id* in, Word mask, Id* out) {
    for (unsigned i = 0; i < 64; ++i) {
      *out = in[i];
      out += mask >> i & 1;
    }
    return out;
  }
  static Id* list64(Word mask, Id base, Id* out) {
    for (; mask != 0; mask &= mask - 1) *out++ = base + static_cast<Id>(std::countr_zero(mask));
    return out;
  }

  static Word pext(Word value, Word mask) {
    Word out = 0;
    for (unsigned i = 0; mask != 0; mask &= mask - 1, ++i) out |= (value >> std::countr_zero(mask) & 1) << i;
    return out;
  }
  static Word pdep(Word value, Word mask) {
    Word out = 0;
    for (; mask != 0; mask &= mask - 1, value >>= 1)
      if ((value & 1) != 0) out |= mask & (~mask + 1);
    return out;
  }

  // Bit i: offsets[i] == offsets[i + 1]. Reads 65 offsets.
  static Word equal_next64(const EdgeIndex* offsets) {
    return mask64([&](unsigned i) { return offsets[i] == offsets[i + 1]; });
  }
  static Word equal_bytes64(const std::uint8_t* bytes, std::uint8_t byte) {
    return mask64([&](unsigned i) { return bytes[i] == byte; });
  }

  // Bit i: low <= entries[i] < high.
  static Word within64(const Id* entries, Id low, Id high) {
    return mask64([&](unsigned i) { return entries[i] - low < high - low; });
  }
  // Bit i: row i is wider than any_in_rows64() can see.
  static Word wide_rows64(const EdgeIndex* offsets) {
    return mask64([&](unsigned i) { return offsets[i + 1] - offsets[i] > widest_row; });
  }

  // Eight bytes of 0 or 1, one for each bit of the lowest byte of `bits`.
  static Word spread8(Word bits) {
    constexpr Word every = 0x0101010101010101U;
    const Word picked = ((bits & 0xff) * every) & 0x8040201008040201U;
    return (picked + 0x7f * every) >> 7 & every;
  }
  static void store_bytes64(std::uint8_t* bytes, Word mask, std::uint8_t byte) {
    for (unsigned i = 0; i < 8; ++i) {
      const Word chosen = spread8(mask >> (8 * i)) * 0xff;
      Word old = 0;
      std::memcpy(&old, bytes + 8 * i, 8);
      old = (old & ~chosen) | (chosen & (byte * Word{0x0101010101010101U}));
      std::memcpy(bytes + 8 * i, &old, 8);
    }
  }
  static void fill_bytes64(std::uint8_t* bytes, Word mask, std::uint8_t set, std::uint8_t clear) {
    std::memset(bytes, clear, 64);
    store_bytes64(bytes, mask, set);
  }
  static void store_values64(std::uint8_t* bytes, Word win, Word lose, Word tie) {
    for (unsigned i = 0; i < 8; ++i) {
      const Word eight = spread8(win >> (8 * i)) + 2 * spread8(lose >> (8 * i)) + 3 * spread8(tie >> (8 * i));
      std::memcpy(bytes + 8 * i, &eight, 8);
    }
  }
  // Bit i: bits [offsets[i] - base, offsets[i + 1] - base) of `bits` are not all zero, for 64 rows of at most
  // widest_row bits; wider ones give any answer. Reads 65 offsets and 8 bytes from each row's first byte.
  static Word any_in_rows64(const EdgeIndex* offsets, EdgeIndex base, const Word* bits) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
    return mask64([&](unsigned i) {
      const EdgeIndex at = offsets[i] - base;
      const EdgeIndex width = offsets[i + 1] - offsets[i];
      Word row = 0;
      std::memcpy(&row, bytes + (at >> 3), 8);
      return (row >> (at & 7) & ~(~Word{0} << (width & 63))) != 0;
    });
  }
};

}  // namespace
}  // namespace retrograph::adaptive
