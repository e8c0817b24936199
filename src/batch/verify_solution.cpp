#include "batch/verify_solution.hpp"

#include <algorithm>

#include "retrograph/solve/attractor.hpp"
#include "retrograph/store/pgsolver.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

struct Solution {
  std::vector<std::uint8_t> winner;
  std::vector<std::uint32_t> move;
};

// A line for every vertex of the game, in any order.
Solution solution_of(const std::string& path, std::uint64_t vertices) {
  constexpr std::uint8_t unknown = 2;
  Solution solution{std::vector<std::uint8_t>(vertices, unknown),
                    std::vector<std::uint32_t>(vertices, no_vertex<std::uint32_t>)};
  for (const SolutionLine& line : read_solution(path)) {
    if (line.vertex >= vertices)
      fail(Category::malformed, "{}: vertex {}, the game has {} vertices", path, line.vertex, vertices);
    if (solution.winner[line.vertex] != unknown)
      fail(Category::malformed, "{}: vertex {} has two lines", path, line.vertex);
    solution.winner[line.vertex] = line.winner;
    solution.move[line.vertex] = line.move;
  }
  const auto missing = std::find(solution.winner.begin(), solution.winner.end(), unknown);
  if (missing != solution.winner.end())
    fail(Category::malformed, "{}: vertex {} of the game has no line", path,
         missing - solution.winner.begin());
  return solution;
}

// Targets belong to the set of the player who attracts, so the first one says who that is.
unsigned player_of(const VerifyJob& job, const Solution& solution, std::span<const std::uint8_t> target) {
  if (job.player) return *job.player;
  const auto first = std::find(target.begin(), target.end(), 1);
  if (first == target.end())
    fail(Category::usage, "{}: no vertex has the target priority, so --player must say whose attractor it is",
         job.file);
  return solution.winner[static_cast<std::size_t>(first - target.begin())];
}

}  // namespace

VerifyJobReport verify_solution(const VerifyJob& job) {
  if (job.game.empty()) fail(Category::usage, "{}: name the game of the solution with --game", job.file);
  if (job.sample) fail(Category::usage, "--sample: a solution is checked whole");
  const ParityGame game = read_pgsolver(job.game);
  const std::uint64_t n = game.priority.size();
  if (n == 0) fail(Category::malformed, "{}: there is no vertex", job.game);
  const Solution solution = solution_of(job.file, n);
  const std::uint64_t priority =
      job.target_priority.value_or(*std::max_element(game.priority.begin(), game.priority.end()));
  std::vector<std::uint8_t> target(n);
  std::transform(game.priority.begin(), game.priority.end(), target.begin(),
                 [&](std::uint64_t p) { return static_cast<std::uint8_t>(p == priority); });
  const unsigned player = player_of(job, solution, target);
  std::vector<std::uint8_t> member(n);
  std::transform(solution.winner.begin(), solution.winner.end(), member.begin(),
                 [&](std::uint8_t winner) { return static_cast<std::uint8_t>(winner == player); });
  // Moves are optional: a file without any claims the set alone.
  const bool moves = std::any_of(solution.move.begin(), solution.move.end(),
                                 [](std::uint32_t u) { return u != no_vertex<std::uint32_t>; });
  const VerifyReport check = verify_attractor<std::uint32_t>(
      {game.arena.moves, game.arena.owner.span(), target, player}, member,
      moves ? std::span<const std::uint32_t>(solution.move) : std::span<const std::uint32_t>());
  VerifyJobReport report{"solution", false, check.checked, check.failed, {}};
  for (const VerifyFailure& failure : check.failures)
    report.failures.push_back(failure.vertex ? fmt::format("vertex {} {}", *failure.vertex, failure.what)
                                             : failure.what);
  return report;
}

}  // namespace retrograph
