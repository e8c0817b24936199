#include "retrograph/cluster/rank_jobs.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <sched.h>
#include <unistd.h>

#include "retrograph/support/machine.hpp"

namespace retrograph {
namespace {

unsigned bound_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 0;
}

unsigned machine_processors() {
  return static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));
}

}  // namespace

bool RankJobs::spreads(std::string_view verb) const {
  return verb == "solve" || verb == "police-thief" || verb == "sweep" || verb == "selftest";
}

int RankJobs::run(FunctionRef<int()> work) {
  Category category = Category::internal;
  std::string what;
  try {
    return work();
  } catch (const AgreedError&) {
    throw;
  } catch (const Error& e) {
    category = e.category();
    what = e.what();
  } catch (const std::bad_alloc&) {
    category = Category::resource;
    what = "out of memory";
  } catch (const std::exception& e) {
    what = e.what();
  }
  last_words_(fmt::format("rank {} of {}: {}", ranks_.rank(), ranks_.size(), what));
  ranks_.end_job(static_cast<int>(category));
}

unsigned RankJobs::default_threads() const {
  const unsigned all = retrograph::default_threads();
  // Slurm says how many are ours; so does whoever has bound the rank to some.
  if (std::getenv("SLURM_CPUS_PER_TASK") != nullptr || bound_processors() < machine_processors()) return all;
  return std::max(1U, all / ranks_.on_node());
}

std::uint64_t RankJobs::default_memory() const {
  const std::uint64_t all = default_memory_limit();
  return std::getenv("SLURM_MEM_PER_CPU") != nullptr ? all : all / ranks_.on_node();
}

std::string RankJobs::warning(unsigned threads) {
  const unsigned bound = bound_processors();
  const unsigned machine = machine_processors();
  const bool crowded = bound != 0 && bound < threads && bound < machine;
  const bool idle = threads == 1 && bound == 1 && machine >= 2 * ranks_.on_node();
  const std::uint64_t troubled = ranks_.sum(crowded || idle ? 1 : 0);
  if (troubled == 0) return {};
  return fmt::format(
      "{} of {} ranks are bound to {} of the {} processors of their machine and run {} threads: mpirun "
      "--bind-to none, --map-by numa:PE=N or srun --cpus-per-task=N gives them more",
      troubled, ranks_.size(), bound, machine, threads);
}

}  // namespace retrograph
