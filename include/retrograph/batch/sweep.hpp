// Sweeps: many boards, heap games or graphs, one row a job in one file.
//
// Keys by kind; what has a value in brackets, and the rules, may be left out:
//   police-thief  board (files), or rows and cols or size, walls (0.2), exits (1), seed (0); police, thief
//                 (row/col; else as the board has them); engine (auto), distances (on), boards (on: keep
//                 their texts); rules: first, {police,thief}-{diagonal,stay}, exit-closed, dead-end
//   starts        one value each of the same but boards; of (thief): a row for every cell of that side
//   grundy        game (codes; a list with subtraction sets is separated by ';'), count; engine (auto)
//   graph         graph (files); dead-end (lose); engine (auto)
// Jobs run side by side, each on one thread; those that need more than their share of the memory follow one
// by one on all threads. Row i of the file depends on the configuration alone; `seconds` is left out of
// reproducible files. A stopped or killed sweep with an output goes on from its checkpoint.
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
