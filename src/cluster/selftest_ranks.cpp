#include <memory>
#include <span>
#include <string>
#include <utility>

#include "retrograph/batch/selftest.hpp"
#include "retrograph/cluster/rank_jobs.hpp"
#include "retrograph/support/error.hpp"

#include "cluster/board_ranks.hpp"
#include "cluster/graph_part.hpp"
#include "cluster/rank_answer.hpp"
#include "cluster/rank_run.hpp"

namespace retrograph {
namespace {

Outcomes<std::uint32_t> solve_graph(const Ranks& ranks, const RunContext& context,
                                    const Arena<std::uint32_t>& arena) {
  const ArenaRows<std::uint32_t> rows(arena);
  Exchange exchange(ranks);
  auto part = make_graph_part(ranks, exchange, rows, balanced_bounds(ranks, rows), 0, context.stop);
  SolveOptions options;
  options.stop = context.stop;
  const auto own = RankRun(ranks, exchange, part, options).solve();
  auto all = gather_outcomes<std::uint32_t>(ranks, part.bounds, own.value.span(), own.remoteness);
  all.value = everywhere(ranks, all.value);
  all.remoteness =
      std::visit([&]<class T>(const Array<T>& plies) { return RemotenessArray(everywhere(ranks, plies)); },
                 all.remoteness.storage());
  return all;
}

}  // namespace

SelfTest RankJobs::selftest(const RunContext& context) {
  MoreEngines more;
  more.graphs = [&](const Arena<std::uint32_t>& arena) { return solve_graph(ranks_, context, arena); };
  more.boards = [&](std::shared_ptr<const PoliceThief> space) {
    BoardSolveOptions options;
    options.stop = context.stop;
    RankReport report;
    return solve_board_ranks(ranks_, std::move(space), options, true, report);
  };
  const SelfTest test = run_selftest(context, more);
  const std::string first = ranks_.broadcast(test.hash, 0);
  ranks_.agree([&] {
    if (test.hash != first)
      fail(Category::internal, "self-test: rank {} has the hash {}, rank 0 has {}", ranks_.rank(), test.hash,
           first);
  });
  return test;
}

}  // namespace retrograph
