// Kernels that read plain lines "from to" of an edge list many at a time.
//
// 64 characters at a time become bit masks of digits, blanks and newlines; words of 64 bits tell whether
// every separator follows a digit and blanks and newlines take turns. Then the ends of the numbers are known,
// and each number is the eight bytes up to its end, of which those before its begin are cut off, and three
// multiplications; no number waits for the one before. With AVX2 eight numbers go at once. Numbers of 9 to
// 16 digits go one by one; whatever is irregular is left to the caller. One source for every instruction
// set. Any thread.
#pragma once

#include <cstdint>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/simd.hpp"

namespace retrograph {

/// Reads lines from `at`, the start of one, on, and writes their edges, `first` taken from each id, to
/// `to`, which has room for an edge in four characters; returns how far it came, again the start of a line,
/// and how many lines that was. Stops at ids above `last` or below `first`, at anything irregular, and near
/// the end of the text. 16 bytes before `at` and 64 behind `end` may be read.
struct PlainLines {
  const char* at = nullptr;
  const char* end = nullptr;
  Edge<std::uint32_t>* to = nullptr;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t largest = 0;  // id among those written, `first` taken from it
};

using PlainLinesKernel = void (*)(PlainLines& lines);

/// The kernel of a level: it moves at, to and largest on; what was read is lines.at - at before.
[[nodiscard]] PlainLinesKernel plain_lines_kernel(SimdLevel level) noexcept;

}  // namespace retrograph
