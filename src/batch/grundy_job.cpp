#include "retrograph/batch/grundy_job.hpp"

#include <optional>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/store/certificate_file.hpp"
#include "retrograph/store/table_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/provenance.hpp"

namespace retrograph {
namespace {

// All that the state of a run depends on.
std::string state_text(const GrundyJob& job, const HeapOptions& options) {
  return fmt::format("grundy {} +{} {} {} {}", job.game.name, job.game.heap_offset, job.count,
                     options.keep_values, options.find_period);
}

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
  Checkpointer checkpointer(context, state_text(job, options));
  options.checkpoint = checkpointer.get();
  report.resumed = checkpointer.goes_on();
  report.run = checkpointer.run([&] { return run_heap_engine(job.game, options, job.engine); });
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
  checkpointer.finished();
  report.write_seconds = watch.lap();
  return report;
}

}  // namespace retrograph
