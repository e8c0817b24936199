// The result file of one board, whoever solved it.
#pragma once

#include <string>

#include "retrograph/solve/board_result.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

/// Name, size and hash of a board's file; of standard input, which cannot be read twice, those of its text.
[[nodiscard]] InputId board_input_id(const std::string& path, const Board& board);

/// Writes what `result` keeps, closes and commits.
void write_police_thief(PartialFile& out, const BoardResult& result, Provenance& provenance);

}  // namespace retrograph
