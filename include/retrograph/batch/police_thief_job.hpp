// One board of police and thief: solved, played out, written.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "retrograph/batch/rank_report.hpp"
#include "retrograph/batch/run_context.hpp"
#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/solve/police_thief_line.hpp"

namespace retrograph {

struct PoliceThiefJob {
  std::string board;  // file, "-" for standard input
  PursuitRules rules;
  std::string engine = "auto";
  std::optional<StoreLevel> store;  // absent: full while it fits the memory limit, else values, else summary
  bool line = false;                // play out the board's position
};

struct PoliceThiefReport {
  std::unique_ptr<BoardResult> result;
  BoardVerdict verdict;
  std::optional<BoardLine> line;    // from the board's position, if asked for
  std::optional<RankReport> ranks;  // of a run over ranks
  double read_seconds = 0;
  double solve_seconds = 0;
  double write_seconds = 0;
};

/// Refuses bad boards, a run that does not fit and outputs that cannot be made before it solves.
[[nodiscard]] PoliceThiefReport run_police_thief(const PoliceThiefJob& job, const RunContext& context);

}  // namespace retrograph
