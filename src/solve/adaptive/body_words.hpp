// Kernels over bitmaps, a word of 64 vertices at a time: the start, the first step without a reverse side,
// lists and stores of bits. Included by the kernels_*.cpp files alone.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "solve/adaptive/body_rows.hpp"
#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {
namespace {

// The 65 offsets of word w; beyond the last vertex rows are empty. `room` holds them where the array ends.
inline const EdgeIndex* offsets_of(const EdgeIndex* offsets, std::uint64_t vertices, std::size_t w,
                                   EdgeIndex (&room)[65]) {
  const std::uint64_t first = 64 * std::uint64_t{w};
  if (first + 64 <= vertices) return offsets + first;
  for (std::uint64_t i = 0; i < 65; ++i) room[i] = offsets[std::min(first + i, vertices)];
  return room;
}

// Dead ends and given values of word w as masks by value.
struct StartMasks {
  Word given[4];
};

template <class O>
inline StartMasks start_masks(const StartInput& in, std::size_t w) {
  EdgeIndex room[65];
  const Word exists = low_bits(in.vertices - 64 * w);
  StartMasks masks{};
  Word free = exists;
  if (in.terminal != nullptr) {
    alignas(64) std::uint8_t bytes[64];
    std::memcpy(bytes, in.terminal + 64 * w, std::min<std::size_t>(64, in.vertices - 64 * w));
    for (std::uint8_t value = 0; value < 4; ++value) {
      masks.given[value] = O::equal_bytes64(bytes, value) & exists;
      free &= ~masks.given[value];
    }
  }
  const Word dead = O::equal_next64(offsets_of(in.offsets, in.vertices, w, room)) & free;
  masks.given[static_cast<std::size_t>(value_of(in.dead_end))] |= dead;
  return masks;
}

template <class O>
StartCounts start(const StartInput& in, const StartOutput& out, std::size_t begin, std::size_t end) {
  StartCounts counts;
  for (std::size_t w = begin; w < end; ++w) {
    const StartMasks masks = start_masks<O>(in, w);
    const Word draw = masks.given[0];
    const Word tie = masks.given[3];
    out.win[w] = masks.given[1];
    out.lose[w] = masks.given[2];
    out.closed[w] = draw | masks.given[1] | masks.given[2] | tie | ~low_bits(in.vertices - 64 * w);
    if (out.fixed != nullptr) {
      out.fixed[w] = draw | tie;
      out.tie[w] = tie;
    }
    if (out.remoteness != nullptr)
      O::fill_bytes64(out.remoteness + 64 * w, masks.given[1] | masks.given[2] | tie, 0, 255);
    counts.win += O::count(masks.given[1]);
    counts.lose += O::count(masks.given[2]);
    counts.fixed += O::count(draw | tie);
    counts.tie += O::count(tie);
  }
  return counts;
}

// A bit for each entry of the edges [begin, end): is it in `wanted`?
template <class O>
inline void hits_between(const Id* targets, EdgeIndex begin, EdgeIndex end, const Word* wanted, Word* hits) {
  EdgeIndex e = begin;
  for (; e + 64 <= end; e += 64) *hits++ = O::hits64(targets + e, wanted);
  *hits++ = O::hits_of(targets + e, static_cast<unsigned>(end - e), wanted);
  *hits = 0;
}

// Rows too wide for any_in_rows64(), one by one.
inline Word any_in_wide_rows(Word rows, const EdgeIndex* offsets, EdgeIndex base, const Word* hits) {
  Word found = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(rows));
    for (EdgeIndex e = offsets[i]; e < offsets[i + 1]; ++e)
      if ((hits[(e - base) >> 6] >> ((e - base) & 63) & 1) != 0) {
        found |= Word{1} << i;
        break;
      }
  }
  return found;
}

template <class O>
void any_successor(const Side& forward, std::uint64_t vertices, std::size_t begin, std::size_t end,
                   const Word* closed, const Word* wanted, Word* found) {
  std::vector<Word> hits;
  constexpr std::size_t group = 8;  // words at a time: the hits of 512 rows stay in L1
  for (std::size_t w = begin; w < end; w += group) {
    const std::size_t stop = std::min(end, w + group);
    const EdgeIndex base = forward.offsets[64 * std::uint64_t{w}];
    const EdgeIndex last = forward.offsets[std::min<std::uint64_t>(64 * std::uint64_t{stop}, vertices)];
    if (hits.size() < (last - base) / 64 + 4) hits.resize((last - base) / 64 + 4);
    hits_between<O>(forward.targets, base, last, wanted, hits.data());
    for (std::size_t i = w; i < stop; ++i) {
      EdgeIndex room[65];
      const EdgeIndex* offsets = offsets_of(forward.offsets, vertices, i, room);
      const Word wide = O::wide_rows64(offsets);
      Word any = O::any_in_rows64(offsets, base, hits.data()) & ~wide;
      if (wide != 0) any |= any_in_wide_rows(wide, offsets, base, hits.data());
      found[i] |= any & ~closed[i];
    }
  }
}

template <class O>
std::size_t list_bits(const Word* words, std::size_t begin, std::size_t end, Id* out) {
  Id* at = out;
  for (std::size_t w = begin; w < end; ++w)
    if (words[w] != 0) at = O::list64(words[w], static_cast<Id>(64 * w), at);
  return static_cast<std::size_t>(at - out);
}

template <class O>
void store_bytes(const Word* words, std::size_t begin, std::size_t end, std::uint8_t* bytes,
                 std::uint8_t byte) {
  for (std::size_t w = begin; w < end; ++w)
    if (words[w] != 0) O::store_bytes64(bytes + 64 * w, words[w], byte);
}

template <class O>
void store_values(const Word* win, const Word* lose, const Word* tie, std::size_t begin, std::size_t end,
                  Value* values) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(values);
  for (std::size_t w = begin; w < end; ++w)
    O::store_values64(bytes + 64 * w, win[w], lose[w], tie == nullptr ? 0 : tie[w]);
}

template <class O>
constexpr Kernels kernels_over() {
  return {start<O>,        mark_rows<O>,    claim_rows<O>,    count_rows<O>,  filter_rows<O>,
          claim_listed<O>, count_listed<O>, any_successor<O>, scan<O>,        pass<O, false>,
          pass<O, true>,   finish,          list_bits<O>,     store_bytes<O>, store_values<O>};
}

}  // namespace
}  // namespace retrograph::adaptive
