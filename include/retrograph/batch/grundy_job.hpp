// One heap game: values, period, certificate, table file.
#pragma once

#include <cstdint>
#include <string>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

struct GrundyJob {
  HeapGame game;
  std::uint64_t count = 0;
  std::string engine = "auto";
  bool find_period = false;
  std::string certificate;   // file for the certificate of a proved period; empty: none
  bool keep_values = false;  // the caller reads values of the run
};

struct GrundyReport {
  HeapRun run;
  bool resumed = false;  // went on from a checkpoint
  double solve_seconds = 0;
  double write_seconds = 0;
};

/// Refuses over the memory limit, runs the engine and writes what was asked for. Error(refused) if a
/// certificate was asked for and no period was proved. A run with checkpoints that is stopped throws
/// Resumable, and the same job goes on from there, at any number of threads.
[[nodiscard]] GrundyReport run_grundy(const GrundyJob& job, const RunContext& context);

}  // namespace retrograph
