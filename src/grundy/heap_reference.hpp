// The reference engine: every option of every heap, and the least value that none of them has.
#pragma once

#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

[[nodiscard]] HeapRun run_reference(const HeapGame& game, const HeapOptions& options);

}  // namespace retrograph
