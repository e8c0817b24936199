// LineWriter: appends to many places of an array at once through one cache line for each.
//
// A line that is full goes past the caches in one piece; what was begun or is left goes in plain stores, so
// that neighbours that share a line with another writer are not touched. The array starts on a cache line
// (Array does). One thread a writer; finish() before anyone reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "retrograph/support/array.hpp"

namespace retrograph {

template <class T>
class LineWriter {
  static constexpr std::size_t width = 64 / sizeof(T);

 public:
  LineWriter(T* to, std::size_t places)
      : to_(to), lines_(places * width), next_(places), first_(places), places_(places) {}

  /// Where place `place` begins now; what was appended before must be finished.
  void start(std::size_t place, std::uint64_t position) { next_[place] = first_[place] = position; }

  void append(std::size_t place, T value) {
    const std::uint64_t at = next_[place]++;
    lines_[place * width + at % width] = value;
    if (at % width == width - 1) flush(place, at + 1);
  }
  void finish() {
    for (std::size_t place = 0; place < places_; ++place)
      if (next_[place] % width != 0) copy(place, next_[place] - next_[place] % width, next_[place]);
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }

 private:
  void flush(std::size_t place, std::uint64_t end) {
    const std::uint64_t begin = end - width;
    if (first_[place] > begin) return copy(place, begin, end);
#if defined(__SSE2__)
    const auto* const from = reinterpret_cast<const __m128i*>(lines_.data() + place * width);
    auto* const to = reinterpret_cast<__m128i*>(to_ + begin);
    for (int i = 0; i < 4; ++i) _mm_stream_si128(to + i, _mm_load_si128(from + i));
#else
    std::memcpy(to_ + begin, lines_.data() + place * width, 64);
#endif
  }
  // The part of the line from `begin` on that is this writer's.
  void copy(std::size_t place, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t own = std::max(begin, first_[place]);
    std::memcpy(to_ + own, lines_.data() + place * width + own % width, (end - own) * sizeof(T));
  }

  T* to_;
  Array<T> lines_;
  Array<std::uint64_t> next_;
  Array<std::uint64_t> first_;
  std::size_t places_;
};

}  // namespace retrograph
