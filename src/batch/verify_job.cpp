#include "retrograph/batch/verify_job.hpp"

#include <utility>

#include "retrograph/batch/file_board_result.hpp"
#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/sweep.hpp"
#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/grundy/certificate_check.hpp"
#include "retrograph/solve/police_thief_verify.hpp"
#include "retrograph/solve/verify.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/certificate_file.hpp"
#include "retrograph/store/checkpoint_file.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/error.hpp"

#include "batch/failure_texts.hpp"
#include "batch/verify_graph_values.hpp"
#include "batch/verify_solution.hpp"
#include "batch/verify_table.hpp"

namespace retrograph {
namespace {

VerifyJobReport verify_graph(const VerifyJob& job) {
  const GraphFileCheck check = check_graph_file(job.file);
  return {"graph", false, check.edges, 0, {}};
}

// The game that a result claims to answer, found again and unchanged.
std::string game_path(const VerifyJob& job, const Provenance& provenance) {
  const std::string path = job.game.empty() ? provenance.input.name : job.game;
  if (path.empty() || path == "-")
    fail(Category::usage, "{}: the result was made from standard input, name its game with --game", job.file);
  return path;
}

VerifyJobReport changed_game(const char* kind, const std::string& path, const std::string& now,
                             const std::string& then) {
  return {
      kind, false, 0, 1, {fmt::format("{}: its hash is {}, the result was made from {}", path, now, then)}};
}

VerifyJobReport verify_board_result(const VerifyJob& job, ResultFile file, const RunContext& context) {
  const Provenance provenance = file.provenance();
  const std::string path =
      provenance.input.name == "-" && job.game.empty() ? std::string() : game_path(job, provenance);
  if (!path.empty()) {
    const InputId now = identify_file(path);
    if (now.hash != provenance.input.hash)
      return changed_game("result", path, now.hash, provenance.input.hash);
    if (board_text(read_board(path)) != board_text(file.board()))
      return {"result", false, 0, 1, {fmt::format("{}: the board in the result is another one", path)}};
  }
  FileBoardResult result(std::move(file));
  if (result.store() == StoreLevel::summary)
    fail(Category::usage, "{}: the result keeps a summary only, there is nothing to check it by", job.file);
  if (result.whole_bytes() < context.memory_limit / 2) result.read_whole();
  const auto values = [&](Side turn, std::uint32_t thief, std::span<Value> row) {
    result.values_row(turn, thief, row);
  };
  const auto remoteness = [&](Side turn, std::uint32_t thief, std::span<std::uint32_t> row) {
    result.remoteness_row(turn, thief, row);
  };
  BoardAnswer answer{values, std::nullopt, result.counts()};
  if (result.store() == StoreLevel::full) answer.remoteness_row.emplace(remoteness);
  const BoardCheck check = verify_board(result.space(), answer, context.stop, context.progress);
  return {"result", false, check.checked, check.failed, check.failures};
}

template <VertexId V>
VerifyJobReport check_outcomes(const VerifyJob& job, const ResultFile& file, const Arena<V>& arena,
                               const VertexIds& ids, const RunContext& context) {
  VerifyOptions options;
  options.summary = file.summary().counts;
  options.sample = job.sample.value_or(0);
  options.stop = context.stop;
  options.progress = context.progress;
  const VerifyReport check = verify_outcomes(arena, file.outcomes<V>(), options);
  VerifyJobReport report{"result", check.sampled, check.checked, check.failed, {}};
  report.failures = failure_texts(check.failures, ids);
  return report;
}

VerifyJobReport verify_graph_result(const VerifyJob& job, const ResultFile& file, const RunContext& context) {
  const Provenance& provenance = file.provenance();
  const std::string path = game_path(job, provenance);
  const LoadedGraph graph = load_graph(graph_input_of(provenance, path), context);
  if (graph.input->hash != provenance.input.hash)
    return changed_game("result", path, graph.input->hash, provenance.input.hash);
  if (file.size() != vertex_count(graph.arena))
    return {"result",
            false,
            0,
            1,
            {fmt::format("{} results for {} vertices", file.size(), vertex_count(graph.arena))}};
  const VertexIds ids(graph.original_id.span(), file.size());
  return std::visit([&](const auto& arena) { return check_outcomes(job, file, arena, ids, context); },
                    graph.arena);
}

VerifyJobReport verify_certificate(const VerifyJob& job, const RunContext& context) {
  CheckOptions options{job.shard, job.shards, context.stop, context.progress};
  const CheckReport check = check_certificate(read_certificate(job.file), options);
  VerifyJobReport report{"certificate", check.sampled, check.checked, check.ok ? 0U : 1U, {}};
  if (!check.ok) report.failures.push_back(check.failure);
  return report;
}

}  // namespace

VerifyJobReport run_verify(const VerifyJob& job, const RunContext& context) {
  switch (kind_of_file(job.file)) {
    case FileKind::graph:
      return verify_graph(job);
    case FileKind::result: {
      ResultFile file(job.file);
      if (file.kind() == ResultFile::Kind::board) return verify_board_result(job, std::move(file), context);
      return verify_graph_result(job, file, context);
    }
    case FileKind::table:
      return verify_table(job, context);
    case FileKind::graph_values:
      return verify_graph_values_file(job, context);
    case FileKind::sweep: {
      const SweepCheck check = check_sweep(read_sweep(job.file), job.sample.value_or(0), context);
      return {"sweep", job.sample.has_value(), check.checked, check.failed, check.failures};
    }
    case FileKind::certificate:
      return verify_certificate(job, context);
    case FileKind::solution:
      return verify_solution(job);
    case FileKind::checkpoint:
      if (checkpoint_is_whole(job.file)) return {"checkpoint", false, 1, 0, {}};
      return {"checkpoint", false, 1, 1, {"size or checksum is wrong"}};
    default:
      fail(Category::malformed,
           "{}: not a graph, result, table, values, sweep, certificate, solution or checkpoint", job.file);
  }
}

}  // namespace retrograph
