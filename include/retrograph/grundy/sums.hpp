// Sums of unlike games: heaps of any game, vertices of graphs, numbers. What they are, and how they are read.
//
// Text of a sum: terms joined by "+", blanks around a term ignored:
//   0.137:17          a heap of 17 of a heap game; any name that parse_heap_game() reads may stand before ":"
//   graph.h5:42       vertex 42 of a graph; what stands before the last ":" is its name, if it is no heap
//   game "a+b.h5":42       a name in quotes may hold "+" and is never taken for a heap game *5 the number *5,
//   a heap of 5 in Nim
// Sizes and vertices are below 2^63. Parsing opens nothing. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

struct SumTerm {
  enum class Kind : std::uint8_t { heap, vertex, number };
  Kind kind = Kind::number;
  std::string source;        // heap: the game as written; vertex: the name of the graph; number: empty
  std::uint64_t number = 0;  // heap: its size as written; vertex: its id; number: n of *n
  HeapGame game;             // heap only

  /// The size in counters of the code: a strip of n cells of treblecross is the heap n + 2.
  [[nodiscard]] std::uint64_t heap() const noexcept { return number + game.heap_offset; }
  friend bool operator==(const SumTerm& a, const SumTerm& b) {
    return a.kind == b.kind && a.source == b.source && a.number == b.number;
  }
};

using Sum = std::vector<SumTerm>;

/// Throws Error(usage) quoting the text and the term that is wrong. A sum has at least one term.
[[nodiscard]] Sum parse_sum(std::string_view text);

/// Many sums, one a line; blank lines and lines that begin with "#" are skipped, CRLF is accepted. Throws
/// Error(malformed) naming `origin` and the line.
struct NumberedSum {
  std::uint64_t line = 0;  // from 1
  Sum sum;
};
[[nodiscard]] std::vector<NumberedSum> parse_sums(std::string_view text, std::string_view origin);

/// The sum as parse_sum() reads it: "0.137:17 + graph.h5:42 + *5".
[[nodiscard]] std::string text_of(const Sum& sum);

}  // namespace retrograph
