// The rows of an unfinished sweep as bytes, for its checkpoint; and the text of its configuration.
//
// The rows, and of each the job, the cells, and per cell its kind (0 number, 1 real, 2 value, 3 string) and
// value, packed as support/state.hpp says.
#pragma once

#include <string>
#include <vector>

#include "retrograph/batch/sweep_config.hpp"
#include "retrograph/store/sweep_file.hpp"
#include "retrograph/support/state.hpp"

namespace retrograph {

void write_rows(StateSink& to, const std::vector<SweepRow>& rows);
/// Error(malformed) for anything else.
[[nodiscard]] std::vector<SweepRow> read_rows(StateSource& from);

/// A configuration's value as the cell of its key's column.
[[nodiscard]] SweepCell cell_of(const std::string& value, KeyType type);

/// The whole file; Error(no_input) if it cannot be opened.
[[nodiscard]] std::string read_config(const std::string& path);

}  // namespace retrograph
