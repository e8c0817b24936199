// Kernels over compacted rows: one pass takes rows or entries out, all row logic on 64 entries at a time.
//
// For a block of 64 entries S marks the starts of rows and E their ends (E = S shifted down by one entry).
// With a hit mask h the sum (h & ~E) + ~E carries into the end of exactly the rows that have a hit before
// their end, so (sum | h) & E says of each row whether it has a hit, and carries run on into the next block.
// The masks of surviving rows come from the same kind of sums. Nothing branches on a row. A pass reads each
// entry twice and writes the survivors behind the writer, never beyond the block just read, so it may work in
// place. Included by the kernels_*.cpp files alone.
#pragma once

#include <algorithm>

#include "solve/adaptive/body_rows.hpp"
#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {
namespace {

[[nodiscard]] inline Word add_carry(Word a, Word b, Word& carry) {
  const Word sum = a + b;
  const Word total = sum + carry;
  carry = static_cast<Word>(sum < a) | static_cast<Word>(total < sum);
  return total;
}

// 64 bits of a bit string from any position; reads one word more.
[[nodiscard]] inline Word bits_at(const Word* words, std::size_t at) {
  const std::size_t shift = at & 63;
  return words[at >> 6] >> shift | words[(at >> 6) + 1] << 1 << (63 - shift);
}

// A bit string that grows at its end.
struct BitAppender {
  Word* words;
  Word pending = 0;
  std::size_t size = 0;
  // The bits of `bits` above `count` are zero.
  void append(Word bits, std::size_t count) {
    const std::size_t shift = size & 63;
    pending |= bits << shift;
    if (shift + count >= 64) {
      words[size >> 6] = pending;
      pending = bits >> 1 >> (63 - shift);
    }
    size += count;
  }
  void finish() { words[size >> 6] = pending; }
};

struct Block {
  Word starts;
  Word ends;
};

[[nodiscard]] inline Block block_of(const Rows& in, std::size_t i) {
  const Word valid = low_bits(in.edges - 64 * i);
  return {in.starts[i] & valid, (in.starts[i] >> 1 | in.starts[i + 1] << 63) & valid};
}

// First sweep: scratch.hits = the hits of each block (misses with Misses), scratch.keep = a bit a row that
// stays. Rows with a hit stay with Misses (an entry is left), and go without.
template <class O, bool Misses>
inline void find_rows(const Rows& in, const Word* bitmap, PassScratch& scratch) {
  scratch.fit_pass(in.rows, in.edges);
  BitAppender keep{scratch.keep.data()};
  Word carry = 0;
  for (std::size_t i = 0; 64 * i < in.edges; ++i) {
    const Block block = block_of(in, i);
    Word h = O::hits64(in.entries + 64 * i, bitmap);
    if constexpr (Misses) h = ~h;
    h &= low_bits(in.edges - 64 * i);
    scratch.hits[i] = h;
    const Word any = (add_carry(h & ~block.ends, ~block.ends, carry) | h) & block.ends;
    const unsigned ended = O::count(block.ends);
    const Word rows = O::pext(any, block.ends);
    keep.append(Misses ? rows : ~rows & low_bits(ended), ended);
  }
  keep.finish();
}

// Second sweep: the entries of rows that stay (with Misses: those of them that are left) go behind the
// writer.
template <class O, bool Misses>
inline void move_entries(const Rows& in, const PassScratch& scratch, RowWriter& writer) {
  BitAppender starts{writer.out.starts, writer.pending, writer.out.edges};
  Id* out = writer.out.entries + writer.out.edges;
  const Word* keep = scratch.keep.data();
  std::size_t started = 0;
  std::size_t ended = 0;
  Word inside = 0;
  Word carry = 0;
  for (std::size_t i = 0; 64 * i < in.edges; ++i) {
    const Block block = block_of(in, i);
    const Word row_starts = O::pdep(bits_at(keep, started), block.starts);
    const Word row_ends = O::pdep(bits_at(keep, ended), block.ends);
    started += O::count(block.starts);
    ended += O::count(block.ends);
    Word stay = (row_ends << 1) - (row_starts | inside);
    inside += O::count(row_starts);
    inside -= O::count(row_ends);
    Word first = row_starts;
    if constexpr (Misses) {
      const Word left = scratch.hits[i];
      first = add_carry(stay & ~left, row_starts, carry) & left;
      stay = left;
    }
    Id* const before = out;
    out = O::compress64(in.entries + 64 * i, stay, out);
    starts.append(O::pext(first, stay), static_cast<std::size_t>(out - before));
  }
  writer.pending = starts.pending;
  writer.out.edges = starts.size;
}

// The ids of rows that stay go behind the writer, the others to `removed`; returns how many others.
template <class O>
inline std::size_t move_ids(const Rows& in, const PassScratch& scratch, RowWriter& writer, Id* removed) {
  Id* out = writer.out.ids + writer.out.rows;
  Id* gone = removed;
  for (std::size_t i = 0; 64 * i < in.rows; ++i) {
    const Word keep = scratch.keep[i];
    gone = O::compress64(in.ids + 64 * i, ~keep & low_bits(in.rows - 64 * i), gone);
    out = O::compress64(in.ids + 64 * i, keep & low_bits(in.rows - 64 * i), out);
  }
  writer.out.rows = static_cast<std::size_t>(out - writer.out.ids);
  return static_cast<std::size_t>(gone - removed);
}

inline void finish(RowWriter& writer) {
  Rows& out = writer.out;
  out.starts[out.edges >> 6] = writer.pending | Word{1} << (out.edges & 63);
  out.starts[(out.edges >> 6) + 1] = 0;
  std::fill(out.entries + out.edges, out.entries + out.edges + slack, Id{0});
}

template <class O, bool Misses>
std::size_t pass(Rows& rows, const Word* bitmap, PassScratch& scratch, Id* removed) {
  find_rows<O, Misses>(rows, bitmap, scratch);
  RowWriter writer{{rows.entries, rows.starts, rows.ids, 0, 0}, 0};
  move_entries<O, Misses>(rows, scratch, writer);
  const std::size_t gone = move_ids<O>(rows, scratch, writer, removed);
  finish(writer);
  rows = writer.out;
  return gone;
}

// Rows copied from the graph until the buffer is full, then one pass over them.
template <class O>
class RowScanner {
 public:
  RowScanner(const Side& side, const Word* decided, PassScratch& scratch, RowWriter& writer, Id* removed)
      : side_(side), decided_(decided), scratch_(scratch), writer_(writer), removed_(removed) {
    scratch_.fit_copy(flat_entries);
  }

  void add(const Id* list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      prefetch_row(list, i, count, side_);
      const EdgeIndex begin = side_.offsets[list[i]];
      const std::size_t width = side_.offsets[list[i] + std::size_t{1}] - begin;
      if (edges_ + width > flat_entries) flush();
      if (width > flat_entries) scratch_.fit_copy(width);
      scratch_.starts[edges_ >> 6] |= Word{1} << (edges_ & 63);
      scratch_.ids[rows_++] = list[i];
      copy_row<O>(side_, begin, width, scratch_.entries.data() + edges_);
      edges_ += width;
    }
  }

  void flush() {
    if (rows_ == 0) return;
    Id* entries = scratch_.entries.data();
    Word* starts = scratch_.starts.data();
    std::fill(entries + edges_, entries + edges_ + slack, Id{0});
    starts[edges_ >> 6] |= Word{1} << (edges_ & 63);
    const Rows in{entries, starts, scratch_.ids.data(), rows_, edges_};
    find_rows<O, true>(in, decided_, scratch_);
    move_entries<O, true>(in, scratch_, writer_);
    gone_ += move_ids<O>(in, scratch_, writer_, removed_ + gone_);
    std::fill(starts, starts + (edges_ >> 6) + 2, Word{0});
    rows_ = 0;
    edges_ = 0;
  }

  [[nodiscard]] std::size_t removed() const { return gone_; }

 private:
  const Side& side_;
  const Word* decided_;
  PassScratch& scratch_;
  RowWriter& writer_;
  Id* removed_;
  std::size_t rows_ = 0;
  std::size_t edges_ = 0;
  std::size_t gone_ = 0;
};

template <class O>
std::size_t scan(const Side& forward, std::size_t begin, std::size_t end, const Word* open,
                 const Word* decided, PassScratch& scratch, RowWriter& writer, Id* removed) {
  constexpr std::size_t listed = 1024;
  alignas(64) Id list[listed + 2 * slack];
  RowScanner<O> scanner(forward, decided, scratch, writer, removed);
  std::size_t count = 0;
  for (std::size_t w = begin; w < end; ++w) {
    count =
        static_cast<std::size_t>(O::list64(open[w - begin], static_cast<Id>(64 * w), list + count) - list);
    if (count < listed && w + 1 < end) continue;
    scanner.add(list, count);
    count = 0;
  }
  scanner.flush();
  return scanner.removed();
}

}  // namespace
}  // namespace retrograph::adaptive
