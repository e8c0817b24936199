#include "retrograph/batch/grundy_job.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/store/certificate_file.hpp"
#include "retrograph/store/checkpoint_file.hpp"
#include "retrograph/store/table_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
namespace {

// Asks the engine for a checkpoint every so many seconds.
class CheckpointTimer {
 public:
  CheckpointTimer(StopSource& stop, double seconds)
      : thread_([this, &stop, seconds](const std::stop_token& done) {
          std::unique_lock lock(guard_);
          while (!changed_.wait_for(lock, done, std::chrono::duration<double>(seconds),
                                    [&] { return done.stop_requested(); }))
            stop.request_checkpoint();
        }) {}

 private:
  std::mutex guard_;
  std::condition_variable_any changed_;
  std::jthread thread_;  // last: it ends before what it waits on
};

// By what the checkpoints of a run are known: all that its state depends on.
std::uint64_t key_of(const GrundyJob& job, const HeapOptions& options) {
  return checkpoint_key(fmt::format("grundy {} +{} {} {} {}", job.game.name, job.game.heap_offset, job.count,
                                    options.keep_values, options.find_period));
}

// The engine's run between its checkpoints.
class CheckpointedRun {
 public:
  CheckpointedRun(const GrundyJob& job, const RunContext& context, HeapOptions& options)
      : base_(job.checkpoint.empty() ? context.output : job.checkpoint) {
    if (base_.empty()) return;
    file_.emplace(base_, key_of(job, options));
    if (auto state = file_->newest()) state_ = std::move(*state);
    options.resume = state_;
    options.checkpoint = [this](std::span<const std::byte> state) {
      file_->save(state);
      saved_ = true;
    };
    timer_.emplace(*context.stop, job.checkpoint_every);
  }
  [[nodiscard]] bool resumed() const noexcept { return !state_.empty(); }
  HeapRun run(const GrundyJob& job, const HeapOptions& options) {
    try {
      return run_heap_engine(job.game, options, job.engine);
    } catch (const Error& e) {
      if (e.category() != Category::stopped || !(saved_ || resumed())) throw;
      throw Resumable(fmt::format("{}: stopped with a checkpoint, the same command goes on from it", base_));
    }
  }
  void finished() noexcept {
    timer_.reset();
    if (file_) file_->remove();
  }

 private:
  std::string base_;
  std::vector<std::byte> state_;
  bool saved_ = false;
  std::optional<CheckpointFile> file_;
  std::optional<CheckpointTimer> timer_;
};

}  // namespace

GrundyReport run_grundy(const GrundyJob& job, const RunContext& context) {
  HeapOptions options;
  options.count = job.count;
  options.keep_values = job.keep_values || !context.output.empty();
  options.find_period = job.find_period || !job.certificate.empty();
  options.stop = context.stop;
  options.progress = context.progress;
  const std::string& name = job.game.name;
  refuse_over_limit(context, heap_memory_estimate(job.game, options, job.engine), name);
  refuse_without_space(context, job.count);
  std::optional<PartialFile> table;
  std::optional<PartialFile> certificate;
  if (!context.output.empty()) table.emplace(context.output, context.force);
  if (!job.certificate.empty()) certificate.emplace(job.certificate, context.force);
  Provenance provenance = provenance_of(context);
  StopWatch watch;
  GrundyReport report;
  CheckpointedRun checkpointed(job, context, options);
  report.resumed = checkpointed.resumed();
  report.run = checkpointed.run(job, options);
  report.solve_seconds = watch.lap();
  if (certificate && !report.run.certificate)
    fail(Category::refused, "{}: no period is proved by {} values, so there is no certificate", name,
         report.run.count);
  if (table) {
    provenance.rules = {{"game", name}, {"count", fmt::format("{}", report.run.count)}};
    provenance.engine = report.run.engine;
    write_table(*table, name, report.run, provenance);
  }
  if (certificate) write_certificate(*certificate, *report.run.certificate);
  checkpointed.finished();
  report.write_seconds = watch.lap();
  return report;
}

}  // namespace retrograph
