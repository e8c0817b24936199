// stream_blocks(): a text as blocks of whole lines (or words, or statements), read by one worker at a time
// and parsed by all at once.
//
// A parser of a block throws Error(malformed) by itself, with the number of the line counted from
// block.first_line. How many lines the blocks before had is known only when those are parsed, so the first
// block with an error is parsed again with its true number, and that error is thrown. Memory: a block of 256
// KiB a worker (more only for longer items); bytes before and behind the text may be read, not used.
#pragma once

#include <cstdint>
#include <string_view>

#include "retrograph/support/function_ref.hpp"

#include "store/byte_source.hpp"

namespace retrograph {

struct TextBlock {
  std::string_view text;         // ends where an item does, but for the last one
  std::uint64_t number = 0;      // 0, 1, ... in the order of the text
  std::uint64_t first_line = 0;  // number of its first line
  unsigned worker = 0;
  // For whoever looks at the blocks in order:
  std::uint64_t words_before = 0;
  std::uint64_t last_number = 0;  // before the block
};

/// Bytes that may be read before and behind the text of a block.
inline constexpr std::size_t block_padding = 64;

/// What a block is made of. `whole` gives how much of a text that starts with an item is whole items; `look`
/// sees every block in order, before it is parsed. Both are called by one worker at a time.
struct BlockRules {
  std::string_view item;
  FunctionRef<std::size_t(std::string_view)> whole;
  FunctionRef<void(TextBlock&)> look;
};

/// Calls parse for every block of what is left of `in`; it returns the number of newlines in the block.
/// Returns the sum of those, and of the lines that had been taken from `in`.
std::uint64_t stream_blocks(ByteSource& in, const BlockRules& rules,
                            FunctionRef<std::uint64_t(const TextBlock&)> parse);

/// The same for lines; the last one counts without a newline too.
std::uint64_t stream_lines(ByteSource& in, FunctionRef<std::uint64_t(const TextBlock&)> parse);

}  // namespace retrograph
