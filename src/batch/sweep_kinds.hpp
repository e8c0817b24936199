// The kinds of sweeps: what columns a row has and how one is computed. One entry each in sweep_kinds().
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/batch/sweep_config.hpp"
#include "retrograph/store/sweep_file.hpp"

namespace retrograph {

struct SweepKeySpec {
  std::string_view name;
  std::string_view fallback;  // empty: none
};

struct SweepKind {
  std::string_view name;
  std::vector<SweepKeySpec> keys;
  std::vector<std::string_view> columns;  // behind the configuration's keys
  /// Throws Error(malformed) for values that make no job.
  void (*check)(const JobValues& values);
  /// The cells of `columns`.
  std::vector<SweepCell> (*run)(const JobValues& values, const RunContext& context);
};

[[nodiscard]] const SweepKind& sweep_kind(const std::string& name);

/// Value of a key, or its fallback; Error(malformed) if there is neither.
[[nodiscard]] std::string value_of_key(const SweepKind& kind, const JobValues& values, std::string_view key);
/// A whole number in [least, most] from a value of the configuration, else Error(malformed).
[[nodiscard]] std::uint64_t number_of_key(const SweepKind& kind, const JobValues& values,
                                          std::string_view key, std::uint64_t least, std::uint64_t most);

extern const SweepKind police_thief_sweep;
extern const SweepKind grundy_sweep;
extern const SweepKind graph_sweep;

}  // namespace retrograph
