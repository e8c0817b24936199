// What this process may use of the machine, and what it has used.
#pragma once

#include <cstdint>

namespace retrograph {

/// SLURM_CPUS_PER_TASK where set, else the smaller of the affinity mask and the cgroup CPU quota (rounded
/// up); at least 1.
[[nodiscard]] unsigned default_threads();

/// Bytes: the smallest of the cgroup limit, the Slurm limit (SLURM_MEM_PER_NODE, or SLURM_MEM_PER_CPU times
/// CPUs) and physical memory.
[[nodiscard]] std::uint64_t default_memory_limit();

/// The largest resident set of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_rss_bytes();

/// The resident set of this process now, in bytes.
[[nodiscard]] std::uint64_t current_rss_bytes();

}  // namespace retrograph
