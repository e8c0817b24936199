#include <memory>
#include <optional>

#include "retrograph/batch/police_thief_job.hpp"
#include "retrograph/cluster/rank_jobs.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

#include "batch/police_thief_output.hpp"
#include "batch/provenance.hpp"
#include "cluster/board_ranks.hpp"

namespace retrograph {
namespace {

// What rank 0 keeps of the states: as asked, or the most that fits everywhere.
StoreLevel choose_store(const Ranks& ranks, const PoliceThiefJob& job, const PoliceThief& space,
                        std::uint64_t limit) {
  if (job.store) return *job.store;
  for (const StoreLevel level : {StoreLevel::full, StoreLevel::values})
    if (ranks.most(board_ranks_bytes(ranks, space, level) > limit ? 1 : 0) == 0) return level;
  return StoreLevel::summary;
}

}  // namespace

PoliceThiefReport RankJobs::police_thief(const PoliceThiefJob& job, const RunContext& context) {
  PoliceThiefReport report;
  StopWatch watch;
  Provenance provenance = provenance_of(context);
  provenance.ranks = ranks_.size();
  std::optional<PartialFile> out;
  std::shared_ptr<const PoliceThief> space;
  ranks_.agree([&] {
    if (job.engine != "auto" && job.engine != board_ranks_engine)
      fail(Category::usage, "engine '{}' is of one process; over ranks there is '{}'", job.engine,
           board_ranks_engine);
    if (!context.checkpoint.empty())
      fail(Category::usage, "--checkpoint: over ranks a board is solved in one go");
    if (job.board == "-") fail(Category::usage, "over ranks the board comes from a file");
    if (ranks_.first() && !context.output.empty()) out.emplace(context.output, context.force);
    space = std::make_shared<const PoliceThief>(read_board(job.board), job.rules);
  });
  BoardSolveOptions options;
  options.store = choose_store(ranks_, job, *space, context.memory_limit);
  options.stop = context.stop;
  options.progress = context.progress;
  ranks_.agree([&] {
    const std::uint64_t bytes = current_rss_bytes() + board_ranks_bytes(ranks_, *space, options.store);
    refuse_over_limit(context, bytes, fmt::format("rank {} of {}", ranks_.rank(), job.board));
    if (ranks_.first() && options.store != StoreLevel::summary)
      refuse_without_space(context, 2 * space->vertex_count());
  });
  report.read_seconds = watch.lap();
  report.ranks = RankReport{ranks_.size(), 0, {}, {}};
  report.result = solve_board_ranks(ranks_, space, options, false, *report.ranks);
  if (report.result->start()) report.verdict = *report.result->start();
  ranks_.agree([&] {
    if (!ranks_.first()) return;
    if (job.line) report.line = line_of_play(*report.result, space->start());
    report.solve_seconds = watch.lap();
    if (out) {
      provenance.input = board_input_id(job.board, space->board());
      provenance.rules = rules_of(space->rules());
      write_police_thief(*out, *report.result, provenance);
    }
    report.write_seconds = watch.lap();
  });
  return report;
}

}  // namespace retrograph
