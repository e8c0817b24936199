// RunContext: what every job is told beside its own task. Made by the command line, read by jobs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct RunContext {
  std::uint64_t memory_limit = 0;  // bytes; a job refuses before it starts if its estimate is larger
  std::string output;              // result file; empty: none is written
  bool force = false;              // overwrite the result file
  std::string checkpoint;          // checkpoints stand beside this file; empty: beside the output, if any
  double checkpoint_every = 60;    // seconds
  bool reproducible = false;       // leave out of the result file what differs between equal runs
  std::string tool_version;
  std::string command_line;      // for the provenance of results
  std::string config;            // effective configuration, INI lines
  StopSource* stop = nullptr;    // never null in a running job
  Progress* progress = nullptr;  // never null in a running job
  std::function<void(const std::string&)>
      note;  // one line for the user while the job runs (never empty in a running job)
};

/// Thrown when a run was stopped on request and a checkpoint lets it go on.
class Resumable : public Error {
 public:
  explicit Resumable(const std::string& what) : Error(Category::stopped, what) {}
};

/// Throws Error(resource) naming both figures if `bytes`, the estimate of `what`, is over the context's
/// limit.
void refuse_over_limit(const RunContext& context, std::uint64_t bytes, const std::string& what);

/// Throws Error(resource) naming both figures if the file system of context.output has certainly too little
/// room for a result of `bytes` bytes before compression. Nothing without an output.
void refuse_without_space(const RunContext& context, std::uint64_t bytes);

/// Seconds since the watch was made or last lapped.
class StopWatch {
 public:
  StopWatch();
  /// Seconds since the last lap, and starts the next.
  double lap();

 private:
  std::int64_t since_;
};

}  // namespace retrograph
