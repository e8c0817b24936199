// stream_lines(): a text as blocks of whole lines, read by one worker at a time and parsed by all at once.
//
// A parser of a block throws Error(malformed) by itself, with the number of the line counted from
// block.first_line. How many lines the blocks before had is known only when those are parsed, so the first
// block with an error is parsed again with its true number, and that error is thrown. Memory: a block of 256
// KiB a worker (more only for longer lines); bytes before and behind the text may be read, not used.
#pragma once

#include <cstdint>
#include <string_view>

#include "retrograph/support/function_ref.hpp"

#include "store/byte_source.hpp"

namespace retrograph {

struct LineBlock {
  std::string_view text;         // ends with a newline, but for the last one
  std::uint64_t number = 0;      // 0, 1, ... in the order of the text
  std::uint64_t first_line = 0;  // number of its first line
  unsigned worker = 0;
};

/// Bytes that may be read before and behind the text of a block.
inline constexpr std::size_t block_padding = 64;

/// Calls parse for every block of what is left of `in`; it returns the number of lines in the block.
void stream_lines(ByteSource& in, FunctionRef<std::uint64_t(const LineBlock&)> parse);

}  // namespace retrograph
