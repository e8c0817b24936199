// The kinds of sweeps: what columns a row has and how one is computed. One entry each in sweep_kinds().
#pragma once

#include <memory>
#include <optional>
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
  bool number = false;        // its column holds numbers, not words
};

/// Computes the rows of one sweep; called from several workers at once.
class SweepRunner {
 public:
  using Cells = std::vector<SweepCell>;
  SweepRunner() = default;
  virtual ~SweepRunner() = default;
  SweepRunner(const SweepRunner&) = delete;
  SweepRunner& operator=(const SweepRunner&) = delete;
  /// The cells of the kind's columns; absent if the job takes more than `bytes` of memory.
  [[nodiscard]] virtual std::optional<Cells> run(const JobValues& values, unsigned worker,
                                                 std::uint64_t bytes) = 0;
};

/// Runs a function whose jobs take little memory.
template <SweepRunner::Cells (*run_job)(const JobValues& values, const RunContext& context)>
class PlainSweepRunner final : public SweepRunner {
 public:
  explicit PlainSweepRunner(const RunContext& context) : context_(context) {}
  [[nodiscard]] std::optional<Cells> run(const JobValues& values, unsigned /*worker*/,
                                         std::uint64_t /*bytes*/) override {
    return run_job(values, context_);
  }

 private:
  const RunContext& context_;
};

struct SweepKind {
  std::string_view name;
  std::vector<SweepKeySpec> keys;
  std::vector<std::string_view> columns;  // behind the configuration's keys
  /// Throws Error(malformed) for values that make no job, Error(resource) for what does not fit.
  void (*check)(const JobValues& values, const RunContext& context);
  /// Before the first job, on all threads. Both references outlive the runner.
  std::unique_ptr<SweepRunner> (*start)(const SweepConfig& config, const RunContext& context);
  /// Adds the keys that follow from the others; null where there are none.
  void (*expand)(SweepConfig& config) = nullptr;
};

[[nodiscard]] const SweepKind& sweep_kind(const std::string& name);

/// Value of a key, or its fallback; Error(malformed) if there is neither.
[[nodiscard]] std::string value_of_key(const SweepKind& kind, const JobValues& values, std::string_view key);
/// A whole number in [least, most] from a value of the configuration, else Error(malformed).
[[nodiscard]] std::uint64_t number_of_key(const SweepKind& kind, const JobValues& values,
                                          std::string_view key, std::uint64_t least, std::uint64_t most);

extern const SweepKind police_thief_sweep;
extern const SweepKind starts_sweep;
extern const SweepKind grundy_sweep;
extern const SweepKind graph_sweep;

}  // namespace retrograph
