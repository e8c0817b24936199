// Jobs: who does the long work of the command. This process alone, unless a class of another room (cluster)
// spreads it over several, in each of which the command runs with the same words. One object a process,
// chosen by main() before the command runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "retrograph/batch/police_thief_job.hpp"
#include "retrograph/batch/run_context.hpp"
#include "retrograph/batch/selftest.hpp"
#include "retrograph/batch/solve_job.hpp"
#include "retrograph/batch/sweep.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

class Jobs {
 public:
  Jobs() = default;
  virtual ~Jobs() = default;
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Whether all processes take part in a verb; else the one that speaks runs it alone.
  [[nodiscard]] virtual bool spreads(std::string_view verb) const;
  /// Whether this is the process that prints, logs, and does what is not spread.
  [[nodiscard]] virtual bool speaks() const { return true; }
  /// Threads and bytes where none are asked for.
  [[nodiscard]] virtual unsigned default_threads() const;
  [[nodiscard]] virtual std::uint64_t default_memory() const;
  /// Runs a step that all take; where it throws in one, it throws in all.
  virtual void agree(FunctionRef<void()> step) { step(); }
  /// Runs work that is spread; what throws in one process alone ends them all.
  [[nodiscard]] virtual int run(FunctionRef<int()> work) { return work(); }
  /// What the user ought to know of how loops of that many threads will run; empty where all is well.
  [[nodiscard]] virtual std::string warning(unsigned threads);

  [[nodiscard]] virtual SolveReport solve(const SolveJob& job, const RunContext& context);
  [[nodiscard]] virtual PoliceThiefReport police_thief(const PoliceThiefJob& job, const RunContext& context);
  [[nodiscard]] virtual SweepReport sweep(const SweepJob& job, const RunContext& context);
  [[nodiscard]] virtual SelfTest selftest(const RunContext& context);
};

/// The jobs of this process, and the choice of others; `jobs` must live as long as the command runs.
[[nodiscard]] Jobs& jobs() noexcept;
void use_jobs(Jobs& jobs) noexcept;

}  // namespace retrograph
