// Tuning: the constants that steer the adaptive engine, all in one place.
//
// Chosen on a 2-core EPYC (Zen 5, L2 1 MB, L3 32 MB); figures in bench/README.md. Tests set them to extremes
// to force every mode; the answer never depends on them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retrograph::adaptive {

struct Tuning {
  /// Levels of at most this many positions run as a plain queue.
  std::uint64_t tiny_level = 64;
  /// A level is dense if its size times this exceeds the vertices; 0 = no level is dense. With everything
  /// sparse the random graph of 2^24 vertices takes 6 times as long.
  std::uint64_t dense_share = 32;
  /// In a dense level losses are pulled if the moves into its wins exceed the undecided vertices times this.
  /// A quarter of it costs a factor 5 on a graph of many draws, twice as much 1.3 on one that collapses
  /// slowly.
  double pull_at = 1.0;
  /// The peel ends below this many rows, and below one row for so many vertices.
  std::uint64_t least_rows = 2048;
  std::uint64_t row_share = 256;
  /// ... when two levels together took away less than one row of so many,
  std::uint64_t least_removed = 8;
  /// ... or when the passes have walked this many times the entries they began with.
  double walk_limit = 6.0;
  /// Vertices of a segment of the peel: a share of all, between two bounds; a multiple of 64.
  std::uint64_t segments = 64;
  std::uint64_t least_segment = std::uint64_t{1} << 12;
  std::uint64_t largest_segment = std::uint64_t{1} << 18;
  /// Lists shorter than this, and peels of fewer entries, stay on one thread: a loop's start costs some 10
  /// us.
  std::size_t parallel_list = 4096;
  std::size_t parallel_entries = std::size_t{1} << 16;
};

}  // namespace retrograph::adaptive
