// read_edge_lines(): the formats that have a line for every edge, "from to" in decimal and little else.
//
// Words are separated by blanks and tabs; empty lines are skipped, CRLF and a missing last newline accepted.
// Plain lines go through eight digits at a time; anything else, one line at a time, through TextCursor, which
// also finds the words for what is wrong.
#pragma once

#include <cstdint>
#include <string_view>

#include "store/byte_source.hpp"
#include "store/edge_parts.hpp"

namespace retrograph {

struct EdgeLines {
  std::string_view comments = {};   // first characters of lines that are skipped
  char letter = 0;                  // a word of its own before the ids; 0: none
  unsigned weights = 0;             // numbers behind the ids, checked and dropped
  std::uint64_t first = 0;          // the number of the first vertex
  std::uint64_t last = largest_id;  // the largest number of a vertex; below `first` where there is none
  bool both_ways = false;           // an edge between two vertices counts in both directions
};

/// Keeps the edges in what is left of `in`; returns the number of their lines.
std::uint64_t read_edge_lines(ByteSource& in, const EdgeLines& lines, EdgeParts& parts);

}  // namespace retrograph
