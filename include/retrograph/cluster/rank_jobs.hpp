// RankJobs: the long jobs of the command over the ranks of an MPI job. Every member is collective.
//
//   solve         the frontier engine over blocks of vertices; a graph file only, each rank reads its part
//   police_thief  the same over ranges of thief cells, without a graph
//   sweep         rows i, i + ranks, ... in rank i, joined by rank 0
//   selftest      that of one process in every rank, with the engines over ranks among those that must agree
// Reports are whole in rank 0; in the others what concerns all (counts) is whole too.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "retrograph/batch/jobs.hpp"
#include "retrograph/cluster/ranks.hpp"

namespace retrograph {

class RankJobs final : public Jobs {
 public:
  /// `last_words` takes what a rank that ends the job has to say.
  RankJobs(const Ranks& ranks, std::function<void(const std::string&)> last_words)
      : ranks_(ranks), last_words_(std::move(last_words)) {}

  [[nodiscard]] bool spreads(std::string_view verb) const override;
  [[nodiscard]] bool speaks() const override { return ranks_.first(); }
  [[nodiscard]] int run(FunctionRef<int()> work) override;
  /// Those of the machine, shared by its ranks where the system does not share them out.
  [[nodiscard]] unsigned default_threads() const override;
  [[nodiscard]] std::uint64_t default_memory() const override;
  void agree(FunctionRef<void()> step) override { ranks_.agree(step); }
  /// Warns of ranks that are bound to fewer processors than they have threads, or to one of many.
  [[nodiscard]] std::string warning(unsigned threads) override;

  [[nodiscard]] SolveReport solve(const SolveJob& job, const RunContext& context) override;
  [[nodiscard]] PoliceThiefReport police_thief(const PoliceThiefJob& job, const RunContext& context) override;
  [[nodiscard]] SweepReport sweep(const SweepJob& job, const RunContext& context) override;
  [[nodiscard]] SelfTest selftest(const RunContext& context) override;

 private:
  const Ranks& ranks_;
  std::function<void(const std::string&)> last_words_;
};

}  // namespace retrograph
