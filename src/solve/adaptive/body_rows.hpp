// Kernels over listed rows: copied into a flat buffer first, then worked on by branch-free loops.
//
// A nested loop over rows costs 13-22 ns a row in mispredicted branches; a copy of 64 bytes costs 4 ns (row
// in L2) to 6.5 ns (in memory), and the flat loops behind it under 1 ns an entry (2-core EPYC, Zen 5).
// Included by the kernels_*.cpp files alone.
#pragma once

#include <algorithm>

#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {
namespace {

constexpr std::size_t flat_entries = 8192;  // 32 KB: the buffer stays in L1
constexpr std::size_t offsets_ahead = 64;   // prefetch distances in rows; 16 and 40 or 48 and 100 are slower
constexpr std::size_t targets_ahead = 32;

[[nodiscard]] inline Word low_bits(std::size_t count) {
  return count >= 64 ? ~Word{0} : (Word{1} << count) - 1;
}

// Copies one row behind `to`; reads and writes 16 entries at a time where the graph's array has them.
template <class O>
inline void copy_row(const Side& side, EdgeIndex begin, std::size_t width, Id* to) {
  if (begin + width + 16 > side.edges) {
    for (std::size_t i = 0; i < width; ++i) to[i] = side.targets[begin + i];
    return;
  }
  O::copy16(to, side.targets + begin);
  for (std::size_t i = 16; i < width; i += 16) O::copy16(to + i, side.targets + begin + i);
}

inline void prefetch_row(const Id* list, std::size_t i, std::size_t count, const Side& side) {
  __builtin_prefetch(side.offsets + list[std::min(i + offsets_ahead, count - 1)]);
  const Id* ahead = side.targets + side.offsets[list[std::min(i + targets_ahead, count - 1)]];
  __builtin_prefetch(ahead);
  __builtin_prefetch(ahead + 8);
}

// consume(entries, count) for all targets of the listed rows, in pieces of at most flat_entries; behind each
// piece stand 64 legal ids.
template <class O, class F>
inline void for_flat(const Id* list, std::size_t count, const Side& side, F&& consume) {
  alignas(64) Id flat[flat_entries + 2 * slack];
  std::size_t filled = 0;
  const auto flush = [&] {
    std::fill(flat + filled, flat + filled + slack, Id{0});
    consume(static_cast<const Id*>(flat), filled);
    filled = 0;
  };
  for (std::size_t i = 0; i < count; ++i) {
    prefetch_row(list, i, count, side);
    EdgeIndex begin = side.offsets[list[i]];
    const EdgeIndex end = side.offsets[list[i] + std::size_t{1}];
    while (filled + (end - begin) > flat_entries) {
      const std::size_t part = flat_entries - filled;
      std::copy_n(side.targets + begin, part, flat + filled);
      filled += part;
      begin += part;
      flush();
    }
    copy_row<O>(side, begin, end - begin, flat + filled);
    filled += end - begin;
  }
  flush();
}

// Entries not in `closed`, in order, to `out`.
template <class O>
inline Id* filter(const Id* entries, std::size_t count, const Word* closed, Id* out) {
  for (std::size_t i = 0; i < count; i += 64)
    out = O::compress64(entries + i, ~O::hits64(entries + i, closed) & low_bits(count - i), out);
  return out;
}

inline Id* claim(const Id* entries, std::size_t count, Word* closed, Id* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Id u = entries[i];
    Word& word = closed[u >> 6];
    *out = u;
    out += ~(word >> (u & 63)) & 1;
    word |= Word{1} << (u & 63);
  }
  return out;
}

inline Id* count_down(const Id* entries, std::size_t count, std::uint8_t* counter, Id* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Id u = entries[i];
    *out = u;
    out += --counter[u] == 0 ? 1 : 0;
  }
  return out;
}

template <class O>
void mark_rows(const Id* list, std::size_t count, const Side& side, Word* reached) {
  for_flat<O>(list, count, side, [&](const Id* entries, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) reached[entries[i] >> 6] |= Word{1} << (entries[i] & 63);
  });
}

template <class O>
std::size_t claim_rows(const Id* list, std::size_t count, const Side& side, Word* closed, Id* out) {
  Id* end = out;
  for_flat<O>(list, count, side, [&](const Id* entries, std::size_t n) {
    alignas(64) Id open[flat_entries + 2 * slack];
    end = claim(open, static_cast<std::size_t>(filter<O>(entries, n, closed, open) - open), closed, end);
  });
  return static_cast<std::size_t>(end - out);
}

template <class O>
std::size_t count_rows(const Id* list, std::size_t count, const Side& side, const Word* closed,
                       std::uint8_t* counter, Id* out) {
  Id* end = out;
  for_flat<O>(list, count, side, [&](const Id* entries, std::size_t n) {
    alignas(64) Id open[flat_entries + 2 * slack];
    end =
        count_down(open, static_cast<std::size_t>(filter<O>(entries, n, closed, open) - open), counter, end);
  });
  return static_cast<std::size_t>(end - out);
}

template <class O>
std::size_t filter_rows(const Id* list, std::size_t count, const Side& side, const Word* closed, Id* out) {
  Id* end = out;
  for_flat<O>(list, count, side,
              [&](const Id* entries, std::size_t n) { end = filter<O>(entries, n, closed, end); });
  return static_cast<std::size_t>(end - out);
}

// consume(entries, count) for the targets in [low, high), in pieces; the list has 64 readable entries behind
// it.
template <class O, class F>
inline void for_range(const Id* targets, std::size_t count, Id low, Id high, F&& consume) {
  alignas(64) Id mine[flat_entries + 2 * slack];
  for (std::size_t begin = 0; begin < count; begin += flat_entries) {
    const std::size_t size = std::min(flat_entries, count - begin);
    Id* end = mine;
    for (std::size_t i = 0; i < size; i += 64)
      end = O::compress64(targets + begin + i,
                          O::within64(targets + begin + i, low, high) & low_bits(size - i), end);
    // The padding is looked up too: it must be a target of this range, whose bits nobody else writes.
    std::fill(end, end + slack, low);
    consume(static_cast<const Id*>(mine), static_cast<std::size_t>(end - mine));
  }
}

template <class O>
std::size_t claim_listed(const Id* targets, std::size_t count, Id low, Id high, Word* closed, Id* out) {
  Id* end = out;
  for_range<O>(targets, count, low, high,
               [&](const Id* entries, std::size_t n) { end = claim(entries, n, closed, end); });
  return static_cast<std::size_t>(end - out);
}

template <class O>
std::size_t count_listed(const Id* targets, std::size_t count, Id low, Id high, const Word* closed,
                         std::uint8_t* counter, Id* out) {
  Id* end = out;
  for_range<O>(targets, count, low, high, [&](const Id* entries, std::size_t n) {
    alignas(64) Id open[flat_entries + 2 * slack];
    end =
        count_down(open, static_cast<std::size_t>(filter<O>(entries, n, closed, open) - open), counter, end);
  });
  return static_cast<std::size_t>(end - out);
}

}  // namespace
}  // namespace retrograph::adaptive
