// The kernels of the adaptive engine: flat loops over rows and bitmaps, one set for each level of simd.hpp.
//
// All sets come from one generic source (kernel_body.hpp) over a few vector operations (ops_*.hpp) and give
// the same results. Bitmaps are words of 64 bits, vertex v is bit v & 63 of word v >> 6. Lists are arrays of
// ids; arrays that kernels write need room for 64 entries more than they hold, arrays of the graph need none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/simd.hpp"

namespace retrograph::adaptive {

using Id = std::uint32_t;
using Word = std::uint64_t;

/// Entries of slack behind every array that kernels write to.
inline constexpr std::size_t slack = 64;

/// One side of the graph; targets may be memory without padding.
struct Side {
  const EdgeIndex* offsets = nullptr;
  const Id* targets = nullptr;
  EdgeIndex edges = 0;
  [[nodiscard]] bool present() const noexcept { return offsets != nullptr; }
};

/// Rows of undecided vertices, every row with at least one entry. Bit e of `starts` says that a row starts at
/// entry e; one more bit stands behind the last entry. Entries behind the last are legal ids.
struct Rows {
  Id* entries = nullptr;
  Word* starts = nullptr;
  Id* ids = nullptr;
  std::size_t rows = 0;
  std::size_t edges = 0;
};

/// Room for passes over rows: a bit an entry and a bit a row; and rows copied from the graph.
struct PassScratch {
  std::vector<Word> hits;
  std::vector<Word> keep;
  std::vector<Id> entries;
  std::vector<Word> starts;
  std::vector<Id> ids;
  void fit_pass(std::size_t rows, std::size_t edges);
  void fit_copy(std::size_t edges);
};

/// Where rows are appended to: counts as in Rows, and the word of `starts` that is not full yet.
struct RowWriter {
  Rows out;
  Word pending = 0;
};

/// What is known before the search. terminal may be null.
struct StartInput {
  const EdgeIndex* offsets = nullptr;
  const Value* terminal = nullptr;
  std::uint64_t vertices = 0;
  DeadEnd dead_end = DeadEnd::lose;
};

/// The bitmaps of the start; fixed (given or dead-end draws and ties) and tie may be null if there are none.
/// closed = win | lose | fixed, and set beyond the last vertex.
struct StartOutput {
  Word* closed = nullptr;
  Word* win = nullptr;
  Word* lose = nullptr;
  Word* fixed = nullptr;
  Word* tie = nullptr;
  std::uint8_t* remoteness = nullptr;  // null: not wanted
};

struct StartCounts {
  std::uint64_t win = 0;
  std::uint64_t lose = 0;
  std::uint64_t fixed = 0;
  std::uint64_t tie = 0;
};

struct Kernels {
  /// Words [begin, end) of the start.
  StartCounts (*start)(const StartInput&, const StartOutput&, std::size_t begin, std::size_t end);
  /// Sets in `reached` the bits of all targets of the listed rows.
  void (*mark_rows)(const Id* list, std::size_t count, const Side&, Word* reached);
  /// Appends to `out` every target whose bit in `closed` was not set, and sets it; returns how many.
  std::size_t (*claim_rows)(const Id* list, std::size_t count, const Side&, Word* closed, Id* out);
  /// For each target not in `closed` takes one from its counter; appends to `out` every target whose counter
  /// became zero; returns how many.
  std::size_t (*count_rows)(const Id* list, std::size_t count, const Side&, const Word* closed,
                            std::uint8_t* counter, Id* out);
  /// Appends every target not in `closed`; returns how many.
  std::size_t (*filter_rows)(const Id* list, std::size_t count, const Side&, const Word* closed, Id* out);
  /// claim_rows() for the targets themselves, those in [low, high) alone.
  std::size_t (*claim_listed)(const Id* targets, std::size_t count, Id low, Id high, Word* closed, Id* out);
  /// count_rows() for the targets themselves, those in [low, high) alone.
  std::size_t (*count_listed)(const Id* targets, std::size_t count, Id low, Id high, const Word* closed,
                              std::uint8_t* counter, Id* out);
  /// found |= the vertices of words [begin, end), not in `closed`, with a successor in `wanted`.
  void (*any_successor)(const Side& forward, std::uint64_t vertices, std::size_t begin, std::size_t end,
                        const Word* closed, const Word* wanted, Word* found);
  /// Appends the rows of the vertices in `open` (words [begin, end), ids from 64 begin on) without their
  /// decided entries; vertices without an entry left go to `removed`; returns how many.
  std::size_t (*scan)(const Side& forward, std::size_t begin, std::size_t end, const Word* open,
                      const Word* decided, PassScratch&, RowWriter& out, Id* removed);
  /// Takes out, in place, the rows with an entry in `wanted`; their ids go to `removed`; returns how many.
  std::size_t (*remove_hit)(Rows& rows, const Word* wanted, PassScratch&, Id* removed);
  /// Takes out, in place, the entries in `decided`, then the rows without entries; ids to `removed`.
  std::size_t (*remove_decided)(Rows& rows, const Word* decided, PassScratch&, Id* removed);
  /// Ends a writer: the bit behind the last entry, legal entries behind it.
  void (*finish)(RowWriter& writer);
  /// Appends the indices of the set bits of words [begin, end); returns how many.
  std::size_t (*list_bits)(const Word* words, std::size_t begin, std::size_t end, Id* out);
  /// bytes[v] = byte for the set bits of words [begin, end).
  void (*store_bytes)(const Word* words, std::size_t begin, std::size_t end, std::uint8_t* bytes,
                      std::uint8_t byte);
  /// Values of the vertices of words [begin, end); tie may be null.
  void (*store_values)(const Word* win, const Word* lose, const Word* tie, std::size_t begin, std::size_t end,
                       Value* values);
};

/// The kernels of a level, which must be one the machine has.
[[nodiscard]] const Kernels& kernels_of(SimdLevel level);

// One set a source file; the wider ones exist on x86-64 only.
extern const Kernels scalar_kernels;
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;

}  // namespace retrograph::adaptive
