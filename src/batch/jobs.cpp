#include "retrograph/batch/jobs.hpp"

#include "retrograph/support/machine.hpp"

namespace retrograph {
namespace {

// Set once, before the first thread.
Jobs*& chosen() noexcept {
  static Jobs own;
  static Jobs* jobs = &own;
  return jobs;
}

}  // namespace

Jobs& jobs() noexcept {
  return *chosen();
}

void use_jobs(Jobs& jobs) noexcept {
  chosen() = &jobs;
}

bool Jobs::spreads(std::string_view) const {
  return false;
}

unsigned Jobs::default_threads() const {
  return retrograph::default_threads();
}

std::uint64_t Jobs::default_memory() const {
  return default_memory_limit();
}

std::string Jobs::warning(unsigned) {
  return {};
}

SolveReport Jobs::solve(const SolveJob& job, const RunContext& context) {
  return run_solve(job, context);
}

PoliceThiefReport Jobs::police_thief(const PoliceThiefJob& job, const RunContext& context) {
  return run_police_thief(job, context);
}

SweepReport Jobs::sweep(const SweepJob& job, const RunContext& context) {
  return run_sweep(job, context);
}

SelfTest Jobs::selftest(const RunContext& context) {
  return run_selftest(context);
}

}  // namespace retrograph
