// The kernels of pursuit_kernels.hpp as loops over words; the compiler options of the including file make
// vectors of them. The number of words of a row is a template parameter where it is small.
#pragma once

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

#include "pursuit_kernels.hpp"

namespace retrograph::pursuit {
namespace {

template <unsigned W>
class Mover {
 public:
  explicit Mover(const Graph& g) : g_(g) {}

  // Scratch for moving k cops whose results stay below n: a slice and a result for every size below k.
  static std::uint64_t scratch_words(const Graph& g, unsigned k) {
    std::uint64_t words = 0;
    for (unsigned size = 0; size < k; ++size) words += 2 * g.ranks[size][g.n] * g.words;
    return words;
  }

  const std::uint64_t* moved_beside(unsigned k, const std::uint64_t* table, std::uint32_t to,
                                    std::uint64_t* scratch) const {
    return beside(k, table, to, g_.reach[to], scratch);
  }

 private:
  [[nodiscard]] std::uint64_t width() const { return W != 0 ? W : g_.words; }

  void copy(std::uint64_t* to, const std::uint64_t* from, std::uint64_t rows) const {
    for (std::uint64_t i = 0; i < rows * width(); ++i) to[i] = from[i];
  }
  void join(std::uint64_t* __restrict to, const std::uint64_t* __restrict from, std::uint64_t rows) const {
    for (std::uint64_t i = 0; i < rows * width(); ++i) to[i] |= from[i];
  }
  [[nodiscard]] const std::uint64_t* row(const std::uint64_t* table, std::uint64_t rank) const {
    return table + rank * width();
  }

  // Moves the k - 1 other cops when one of k has come to `to`; multisets of vertices below `limit`.
  const std::uint64_t* beside(unsigned k, const std::uint64_t* table, std::uint32_t to, std::uint32_t limit,
                              std::uint64_t* scratch) const {
    std::uint64_t* slice = scratch;
    std::uint64_t* out = slice + g_.ranks[k - 1][g_.n] * width();
    std::uint64_t* rest = out + g_.ranks[k - 1][g_.n] * width();
    if (k == 1) {
      copy(out, row(table, to), 1);
      return out;
    }
    const std::uint32_t from = g_.reach[limit - 1];
    gather(k, table, to, k - 1, from, 0, false, slice);
    move(k - 1, slice, limit, out, rest);
    return out;
  }

  // Appends the rows of multisets with `left` more vertices below `limit`, one of the k being `to`; `base`
  // is the rank of what is chosen so far, `placed` whether `to` is part of it.
  std::uint64_t* gather(unsigned k, const std::uint64_t* table, std::uint32_t to, unsigned left,
                        std::uint32_t limit, std::uint64_t base, bool placed, std::uint64_t* at) const {
    if (left == 1 && placed) {
      copy(at, row(table, base), limit);
      return at + limit * width();
    }
    if (left == 0) {
      copy(at, row(table, placed ? base : base + to), 1);
      return at + width();
    }
    if (left == 1) {
      // Below `to` the rows follow each other.
      const std::uint32_t run = limit < to ? limit : to;
      copy(at, row(table, base + g_.ranks[2][to]), run);
      at += run * width();
      for (std::uint32_t v = to; v < limit; ++v, at += width())
        copy(at, row(table, base + g_.ranks[2][v] + to), 1);
      return at;
    }
    // Positions still open in the whole multiset: `left`, and one more while `to` is not placed.
    const unsigned open = left + (placed ? 0 : 1);
    for (std::uint32_t v = 0; v < limit; ++v) {
      if (!placed && v < to)
        at = gather(k, table, to, left - 1, v + 1, base + g_.ranks[open][to] + g_.ranks[open - 1][v], true,
                    at);
      else
        at = gather(k, table, to, left - 1, v + 1, base + g_.ranks[open][v], placed, at);
    }
    return at;
  }

  // out = the multisets of size k of vertices below `limit` from which a step of every cop leads into the
  // table.
  void move(unsigned k, const std::uint64_t* table, std::uint32_t limit, std::uint64_t* out,
            std::uint64_t* scratch) const {
    if (k == 1) return move_one(table, limit, out);
    for (std::uint64_t i = 0; i < g_.ranks[k][limit] * width(); ++i) out[i] = 0;
    const std::uint32_t from = g_.reach[limit - 1];
    for (std::uint32_t to = 0; to < from; ++to) {
      const std::uint32_t inner = g_.reach[to] < limit ? g_.reach[to] : limit;
      const std::uint64_t* moved = beside(k, table, to, inner, scratch);
      for (std::uint32_t i = g_.begin[to]; i < g_.begin[to + 1]; ++i) {
        const std::uint32_t a = g_.near[i];
        if (a < limit) join(out + g_.ranks[k][a] * width(), moved, g_.ranks[k - 1][a + 1]);
      }
    }
  }

  void move_one(const std::uint64_t* table, std::uint32_t limit, std::uint64_t* out) const {
    for (std::uint32_t v = 0; v < limit; ++v) {
      const std::uint32_t* next = g_.near + g_.begin[v];
      const std::uint32_t* last = g_.near + g_.begin[v + 1];
      std::uint64_t* __restrict o = out + v * width();
      const std::uint64_t* first = row(table, *next);
      if constexpr (W != 0) {
        std::uint64_t sum[W];
        for (unsigned i = 0; i < W; ++i) sum[i] = first[i];
        while (++next != last) {
          const std::uint64_t* r = row(table, *next);
          for (unsigned i = 0; i < W; ++i) sum[i] |= r[i];
        }
        for (unsigned i = 0; i < W; ++i) o[i] = sum[i];
      } else {
        copy(o, first, 1);
        while (++next != last) join(o, row(table, *next), 1);
      }
    }
  }

  const Graph& g_;
};

template <class F>
auto with_mover(const Graph& g, F&& f) {
  switch (g.words) {
    case 1:
      return f(Mover<1>(g));
    case 2:
      return f(Mover<2>(g));
    case 4:
      return f(Mover<4>(g));
    case 8:
      return f(Mover<8>(g));
    default:
      return f(Mover<0>(g));
  }
}

std::uint64_t scratch_words(const Graph& g, unsigned k) {
  return Mover<0>::scratch_words(g, k);
}

const std::uint64_t* moved_beside(const Graph& g, unsigned k, const std::uint64_t* table, std::uint32_t to,
                                  std::uint64_t* scratch) {
  return with_mover(g, [&](const auto& mover) { return mover.moved_beside(k, table, to, scratch); });
}

void join(std::uint64_t* __restrict into, const std::uint64_t* __restrict from, std::uint64_t words) {
  for (std::uint64_t i = 0; i < words; ++i) into[i] |= from[i];
}

template <unsigned W>
void robber_row_of(const Graph& g, const std::uint64_t* won, std::uint64_t* out) {
  const std::uint64_t width = W != 0 ? W : g.words;
  std::uint64_t free_buffer[W != 0 ? W : 1];
  std::uint64_t* free = W != 0 ? free_buffer : out;
  for (std::uint64_t i = 0; i < width; ++i) free[i] = 0;
  if (g.dilate != nullptr) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(won);
    const std::uint32_t used = (g.n + 7) / 8;
    for (std::uint32_t i = 0; i < used; ++i) {
      const std::uint64_t* r = g.dilate + (std::uint64_t{i} * 256 + (bytes[i] ^ 0xffU)) * width;
      for (std::uint64_t w = 0; w < width; ++w) free[w] |= r[w];
    }
  } else {
    for (std::uint32_t v = 0; v < g.n; ++v) {
      if ((won[v / 64] >> (v % 64) & 1) != 0) continue;
      for (std::uint64_t w = 0; w < width; ++w) free[w] |= g.closed[v * width + w];
    }
  }
  for (std::uint64_t i = 0; i < width; ++i) out[i] = ~free[i];
  if (g.n % 64 != 0) out[g.n / 64] &= (std::uint64_t{1} << (g.n % 64)) - 1;
  for (std::uint64_t i = (g.n + 63) / 64; i < width; ++i) out[i] = 0;
}

void robber_row(const Graph& g, const std::uint64_t* won, std::uint64_t* out) {
  switch (g.words) {
    case 1:
      return robber_row_of<1>(g, won, out);
    case 2:
      return robber_row_of<2>(g, won, out);
    case 4:
      return robber_row_of<4>(g, won, out);
    default:
      return robber_row_of<0>(g, won, out);
  }
}

void mark(std::uint8_t* bytes, const std::uint64_t* delta, std::uint32_t n, std::uint8_t level) {
#if defined(__AVX512BW__)
  const __m512i value = _mm512_set1_epi8(static_cast<char>(level));
  for (std::uint32_t w = 0; 64 * w < n; ++w)
    if (delta[w] != 0) _mm512_mask_storeu_epi8(bytes + 64ULL * w, delta[w], value);
#else
  for (std::uint32_t w = 0; 64 * w < n; ++w)
    for (std::uint64_t bits = delta[w]; bits != 0; bits &= bits - 1)
      bytes[64ULL * w + static_cast<unsigned>(__builtin_ctzll(bits))] = level;
#endif
}

constexpr Kernels row_kernels{scratch_words, moved_beside, join, robber_row, mark};

}  // namespace
}  // namespace retrograph::pursuit
