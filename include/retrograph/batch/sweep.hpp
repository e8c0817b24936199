// Sweeps: many boards, heap games or graphs, one row a job in one file.
//
// Keys by kind (all but the first of each line are optional):
//   police-thief  board (files), or rows and cols or size, walls (0.2), exits (1), seed (0); the rules
//                 first, police-diagonal, thief-diagonal, police-stay, thief-stay, exit-closed, dead-end;
//                 engine (auto); distances (on)
//   grundy        game (codes; a list with subtraction sets is separated by ';'), count; engine (auto)
//   graph         graph (files); dead-end; engine (auto)
// Jobs run in parallel, each on one thread, unless there are fewer than threads. Row i of the file depends
// on the configuration alone; `seconds` is left out of reproducible files. A stopped or killed sweep with
// an output goes on from its checkpoint; shards take the jobs i modulo N, and merge() joins their files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/store/sweep_file.hpp"

namespace retrograph {

struct SweepJob {
  std::string config;  // file
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  double checkpoint_every = 60;  // seconds
};

struct SweepReport {
  SweepTable table;
  std::uint64_t resumed = 0;  // rows taken from a checkpoint
  double seconds = 0;
};

/// Checks every value of the configuration before it starts. Throws Resumable (see run_context.hpp) with a
/// checkpoint written if it is stopped and has an output.
[[nodiscard]] SweepReport run_sweep(const SweepJob& job, const RunContext& context);

/// Joins the files of all shards of one sweep into context.output; Error(usage) naming what is missing,
/// double or of another sweep.
[[nodiscard]] SweepTable merge_sweeps(const std::vector<std::string>& files, const RunContext& context);

struct SweepCheck {
  std::uint64_t checked = 0;
  std::uint64_t failed = 0;
  std::vector<std::string> failures;  // the first few
};

/// Computes rows of a file again (all, or `sample` of them) and compares every column but seconds.
[[nodiscard]] SweepCheck check_sweep(const SweepFile& file, std::uint64_t sample, const RunContext& context);

}  // namespace retrograph
