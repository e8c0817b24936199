// The rows of an unfinished sweep as bytes, for its checkpoint; and the text of its configuration.
//
// u64 rows, then for each: u64 job, u64 cells, and per cell u64 kind (0 number, 1 real, 2 value, 3 string)
// and 8 bytes, or for strings u64 length and the bytes. Little-endian. The checkpoint's checksum guards it,
// so sizes are trusted only after they were checked against what is left.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "retrograph/batch/sweep_config.hpp"
#include "retrograph/store/sweep_file.hpp"

namespace retrograph {

[[nodiscard]] std::vector<std::byte> pack_rows(const std::vector<SweepRow>& rows);
/// Error(malformed) naming `origin` for anything else.
[[nodiscard]] std::vector<SweepRow> unpack_rows(std::span<const std::byte> state, const std::string& origin);

/// A configuration's value as the cell of its key's column.
[[nodiscard]] SweepCell cell_of(const std::string& value, KeyType type);

/// The whole file; Error(no_input) if it cannot be opened.
[[nodiscard]] std::string read_config(const std::string& path);

}  // namespace retrograph
