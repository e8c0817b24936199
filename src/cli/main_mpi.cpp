// retrograph-mpi: the same verbs as retrograph, in every rank of an MPI job.
#include <cstdio>
#include <string>
#include <vector>

#include "retrograph/batch/signals.hpp"
#include "retrograph/cli/verb.hpp"
#include "retrograph/cluster/rank_jobs.hpp"
#include "retrograph/support/error.hpp"

int main(int argc, char** argv) {
  // Before the MPI library starts threads, which would take the signals for themselves.
  retrograph::block_watched_signals();
  try {
    const retrograph::Ranks ranks;
    retrograph::RankJobs jobs(ranks, [](const std::string& what) {
      std::fputs(fmt::format("retrograph: {}\n", what).c_str(), stderr);
    });
    retrograph::use_jobs(jobs);
    const int code =
        retrograph::cli::run_command(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    ranks.meet();
    return code;
  } catch (const retrograph::Error& e) {
    std::fputs(fmt::format("retrograph: {}\n", e.what()).c_str(), stderr);
    return static_cast<int>(e.category());
  }
}
