// One explicit graph: read, solved, written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/batch/rank_report.hpp"
#include "retrograph/batch/run_context.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

struct SolveJob {
  GraphInput graph;
  std::string engine = "auto";
  bool best_move = false;              // store a best move for every vertex
  std::optional<std::uint64_t> start;  // play from this vertex (its id in the input)
};

/// Value and best play from one vertex; ids are those of the input.
struct StartReport {
  std::uint64_t vertex = 0;
  Value value = Value::draw;
  std::uint32_t remoteness = RemotenessArray::none;
  std::vector<std::uint64_t> line;  // the vertex itself first
  bool repeats = false;             // the last one has been there before
};

struct SolveReport {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  OutcomeCounts counts;
  std::string engine;
  std::optional<StartReport> start;
  std::optional<RankReport> ranks;  // of a run over ranks
  double read_seconds = 0;
  double build_seconds = 0;
  double solve_seconds = 0;
  double write_seconds = 0;
};

[[nodiscard]] SolveReport run_solve(const SolveJob& job, const RunContext& context);

}  // namespace retrograph
