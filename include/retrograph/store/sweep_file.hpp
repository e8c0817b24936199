// Sweep files: one row a job, in columns of one length.
//
//   /sweep/job       uint64, the number of the job in the configuration; ascending
//   /sweep/<column>  uint64 (all ones: none), float64 (NaN: none), the value enum, or strings of a fixed
//                    length padded with zeros
// Attributes of /sweep: kind, config (the configuration's text), jobs (of the whole sweep), columns, shard
// and shards where it is a part. Chunked, gzip 1, fletcher32.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "retrograph/graph/types.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

/// One entry of a table; the kind of a column is that of its entries.
using SweepCell = std::variant<std::uint64_t, double, Value, std::string>;
inline constexpr std::uint64_t no_number = ~std::uint64_t{0};

struct SweepRow {
  std::uint64_t job = 0;
  std::vector<SweepCell> cells;
  friend bool operator==(const SweepRow&, const SweepRow&) = default;
};

struct SweepTable {
  std::string kind;
  std::string config;
  std::uint64_t jobs = 0;  // of the whole sweep
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  std::vector<std::string> columns;
  std::vector<SweepRow> rows;  // ascending by job
};

/// Writes, closes and commits.
void write_sweep(PartialFile& out, const SweepTable& table, const Provenance& provenance);

struct SweepFile {
  SweepTable table;
  Provenance provenance;
};

/// Error(no_input), Error(malformed) for what is not a whole sweep file.
[[nodiscard]] SweepFile read_sweep(const std::filesystem::path& path);

}  // namespace retrograph
