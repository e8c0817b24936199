#include <filesystem>
#include <string>
#include <vector>

#include "retrograph/batch/sweep.hpp"
#include "retrograph/batch/sweep_config.hpp"
#include "retrograph/cluster/rank_jobs.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_state.hpp"

namespace retrograph {
namespace {

std::string part_name(const std::string& file, unsigned rank, unsigned ranks) {
  return fmt::format("{}.part-{}-of-{}", file, rank, ranks);
}

// Whether a part that an earlier run of the same sweep has finished stands there.
bool is_finished(const std::string& path, const SweepJob& job, bool reproducible) {
  if (!std::filesystem::exists(path)) return false;
  const SweepFile file = read_sweep(path);
  return file.table.config == read_config(job.config) && file.table.shard == job.shard &&
         file.table.shards == job.shards && file.provenance.reproducible == reproducible;
}

SweepReport run_part(const SweepJob& job, const RunContext& context) {
  if (!context.output.empty() && is_finished(context.output, job, context.reproducible)) {
    SweepReport report{read_sweep(context.output).table, 0, 0};
    report.resumed = report.table.rows.size();
    return report;
  }
  return run_sweep(job, context);
}

}  // namespace

SweepReport RankJobs::sweep(const SweepJob& job, const RunContext& context) {
  StopWatch watch;
  SweepJob own = job;
  own.shard = ranks_.rank();
  own.shards = ranks_.size();
  RunContext part = context;
  if (!context.checkpoint.empty())
    part.checkpoint = part_name(context.checkpoint, ranks_.rank(), ranks_.size());
  std::vector<std::string> files;
  for (unsigned rank = 0; rank < ranks_.size(); ++rank)
    files.push_back(part_name(context.output, rank, ranks_.size()));
  SweepReport report;
  ranks_.agree([&] {
    if (job.shards != 1) fail(Category::usage, "--shard: over ranks each rank takes a shard by itself");
    if (context.output.empty()) fail(Category::usage, "over ranks a sweep needs an output (-o)");
    if (ranks_.first()) const PartialFile probe(context.output, context.force);
    part.output = files[ranks_.rank()];
    part.force = true;
  });
  ranks_.agree([&] { report = run_part(own, part); });
  report.resumed = ranks_.sum(report.resumed);
  ranks_.agree([&] {
    if (!ranks_.first()) return;
    report.table = merge_sweeps(files, context);
    for (const std::string& file : files) std::filesystem::remove(file);
  });
  report.seconds = watch.lap();
  return report;
}

}  // namespace retrograph
