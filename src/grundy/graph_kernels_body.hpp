// The generic source of the mex kernels, over the vector operations O. Included by graph_kernels_*.cpp alone.
//
// Rows are copied into a flat buffer first (solve/adaptive/body_rows.hpp says why), then worked on by loops
// without branches that depend on the rows.
#pragma once

#include <algorithm>
#include <bit>

#include "grundy/graph_kernels.hpp"
#include "solve/adaptive/body_rows.hpp"

namespace retrograph::mex {
namespace {

using adaptive::flat_entries;

constexpr std::size_t widest_row = 4096;
constexpr std::size_t batch_rows = 1024;

template <class O>
std::size_t count_rows(const Id* list, std::size_t count, const Side& side, std::uint8_t* counter, Id* out) {
  Id* end = out;
  adaptive::for_flat<O>(list, count, side, [&](const Id* entries, std::size_t n) {
    end = adaptive::count_down(entries, n, counter, end);
  });
  return static_cast<std::size_t>(end - out);
}

template <class O>
void bin_rows(const Id* list, std::size_t count, const Side& side, const Bins& bins) {
  adaptive::for_flat<O>(list, count, side, [&](const Id* entries, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) *bins.end[entries[i] >> bins.shift]++ = entries[i];
  });
}

// Rows gathered for one batch: their entries, and behind the last row one more place.
struct Batch {
  alignas(64) Id flat[flat_entries + widest_row + 2 * slack];
  alignas(64) std::uint32_t bits[flat_entries + widest_row + 2 * slack];
  std::uint32_t at[batch_rows + 1];
  Id id[batch_rows];
};

template <class O>
void finish_batch(Batch& batch, std::size_t rows, std::uint8_t* value, Id* hard, MexCount& result) {
  const std::size_t filled = batch.at[rows];
  std::fill_n(batch.flat + filled, slack, Id{0});
  O::value_bits(batch.flat, filled, value, batch.bits);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::uint32_t seen = O::or_row(batch.bits + batch.at[r], batch.at[r + 1] - batch.at[r]);
    const auto m = static_cast<std::uint32_t>(std::countr_one(seen));
    hard[result.hard] = batch.id[r];
    result.hard += seen == ~std::uint32_t{0};
    value[batch.id[r]] = static_cast<std::uint8_t>(m);
    result.largest = std::max(result.largest, m);
  }
}

template <class O>
MexCount mex_rows(const Id* list, std::size_t count, const Side& side, std::uint8_t* value, Id* hard) {
  Batch batch;
  MexCount result;
  std::size_t rows = 0;
  batch.at[0] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    adaptive::prefetch_row(list, i, count, side);
    const EdgeIndex begin = side.offsets[list[i]];
    const std::size_t width = side.offsets[list[i] + std::size_t{1}] - begin;
    if (width > widest_row) {
      hard[result.hard++] = list[i];
      continue;
    }
    adaptive::copy_row<O>(side, begin, width, batch.flat + batch.at[rows]);
    batch.id[rows] = list[i];
    batch.at[rows + 1] = static_cast<std::uint32_t>(batch.at[rows] + width);
    ++rows;
    if (rows < batch_rows && batch.at[rows] < flat_entries) continue;
    finish_batch<O>(batch, rows, value, hard, result);
    rows = 0;
  }
  finish_batch<O>(batch, rows, value, hard, result);
  return result;
}

template <class O>
constexpr Kernels kernels_over() {
  return {count_rows<O>, bin_rows<O>, mex_rows<O>};
}

}  // namespace
}  // namespace retrograph::mex
