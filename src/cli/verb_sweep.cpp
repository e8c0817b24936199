// retrograph sweep CONFIG and retrograph merge OUT SHARD...: many jobs into one file, in parts and joined
// again.
#include "retrograph/batch/jobs.hpp"
#include "retrograph/support/error.hpp"

#include "cli/checkpoint_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_shards = 1'000'000;

int run_sweep_verb(Session& session) {
  const Options& options = session.options;
  SweepJob job;
  job.config = options.arguments()[0];
  if (options.has("shard")) {
    const std::string& text = options.text("shard");
    const auto slash = text.find('/');
    if (slash == std::string::npos) fail(Category::usage, "--shard: '{}' is not i/N", text);
    job.shards = parse_number(std::string_view(text).substr(slash + 1), "--shard", 1, most_shards);
    job.shard = parse_number(std::string_view(text).substr(0, slash), "--shard", 0, job.shards - 1);
  }
  const SweepReport report = jobs().sweep(job, session.context);
  const std::uint64_t rows = report.table.rows.size();
  const std::uint64_t computed = rows - report.resumed;
  if (session.json)
    session.say_json(
        {{"schema", "retrograph/sweep/1"},
         {"kind", report.table.kind},
         {"jobs", report.table.jobs},
         {"rows", rows},
         {"resumed", report.resumed},
         {"seconds", report.seconds},
         {"jobs_per_second", report.seconds > 0 ? static_cast<double>(computed) / report.seconds : 0.0},
         {"output", session.output_json()}});
  session.say(fmt::format("{} sweep: {} of {} jobs in {:.3g} s, {} of them from a checkpoint",
                          report.table.kind, rows, report.table.jobs, report.seconds, report.resumed));
  session.say_output();
  return 0;
}

int run_merge_verb(Session& session) {
  const auto& words = session.options.arguments();
  if (!session.context.output.empty())
    fail(Category::usage, "merge: the output is the first argument, not --output");
  session.context.output = words[0];
  const SweepTable table = merge_sweeps({words.begin() + 1, words.end()}, session.context);
  if (session.json)
    session.say_json({{"schema", "retrograph/merge/1"},
                      {"kind", table.kind},
                      {"rows", table.rows.size()},
                      {"output", session.output_json()}});
  session.say(fmt::format("{} sweep: {} rows of {} files", table.kind, table.rows.size(), words.size() - 1));
  session.say_output();
  return 0;
}

}  // namespace

const Verb sweep_verb{"sweep",
                      "CONFIG",
                      "many boards, heap games or graphs into one file",
                      1,
                      1,
                      true,
                      with_checkpoints({{"shard", "i/N", "", "only the jobs i, i + N, i + 2N, ...", 0}}),
                      run_sweep_verb};

const Verb merge_verb{"merge", "OUT SHARD...", "join the files of the shards of a sweep",
                      2,       most_shards,    true,
                      {},      run_merge_verb};

}  // namespace retrograph::cli
