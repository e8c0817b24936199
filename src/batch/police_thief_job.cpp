#include "retrograph/batch/police_thief_job.hpp"

#include <span>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/solve/police_thief_line.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/police_thief_output.hpp"
#include "batch/provenance.hpp"

namespace retrograph {
namespace {

// What to keep of the states: as asked, or the most that fits.
StoreLevel choose_store(const PoliceThiefJob& job, const BoardEngine& engine, const PoliceThief& space,
                        const RunContext& context) {
  if (job.store) return *job.store;
  for (const StoreLevel level : {StoreLevel::full, StoreLevel::values})
    if (engine.bytes(space, level) <= context.memory_limit) return level;
  return StoreLevel::summary;
}

}  // namespace

InputId board_input_id(const std::string& path, const Board& board) {
  if (path != "-") return identify_file(path);
  const std::string text = board_text(board);
  return {path, text.size(), hash_bytes(std::as_bytes(std::span(text)))};
}

void write_police_thief(PartialFile& out, const BoardResult& result, Provenance& provenance) {
  const Board& board = result.space().board();
  provenance.engine = result.engine();
  if (result.store() == StoreLevel::summary)
    return write_board_summary(out, board, result.counts(), provenance);
  const bool distances = result.store() == StoreLevel::full;
  BoardResultShape shape;
  shape.remoteness = distances;
  shape.max_remoteness = result.max_remoteness().value_or(0);
  write_board_result(out, board, shape, provenance, result.store(),
                     [&](Side turn, std::uint32_t thief, const BoardRow& row) {
                       result.values_row(turn, thief, row.value);
                       if (!row.remoteness.empty()) result.remoteness_row(turn, thief, row.remoteness);
                     });
}

PoliceThiefReport run_police_thief(const PoliceThiefJob& job, const RunContext& context) {
  PoliceThiefReport report;
  StopWatch watch;
  Provenance provenance = provenance_of(context);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  auto space = std::make_shared<const PoliceThief>(read_board(job.board), job.rules);
  const BoardEngine& engine = board_engine(job.engine, *space);
  BoardSolveOptions options;
  options.store = choose_store(job, engine, *space, context);
  options.memory_limit = context.memory_limit;
  options.stop = context.stop;
  options.progress = context.progress;
  refuse_over_limit(context, engine.bytes(*space, options.store), job.board);
  if (options.store != StoreLevel::summary) refuse_without_space(context, 2 * space->vertex_count());
  provenance.input = board_input_id(job.board, space->board());
  provenance.rules = rules_of(space->rules());
  // States of different engines have nothing in common, but for those of the graph of all states.
  Checkpointer checkpointer(
      context,
      checkpoint_text(fmt::format("police-thief {} {}", engine.name == "bit-rows" ? "rows" : "states",
                                  name_of(options.store)),
                      provenance));
  options.checkpoint = checkpointer.get();
  report.read_seconds = watch.lap();
  report.result = checkpointer.run([&] { return engine.solve(space, options); });
  if (report.result->start()) report.verdict = *report.result->start();
  if (job.line) report.line = line_of_play(*report.result, space->start());
  report.solve_seconds = watch.lap();
  if (out) write_police_thief(*out, *report.result, provenance);
  checkpointer.finished();
  report.write_seconds = watch.lap();
  return report;
}

}  // namespace retrograph
