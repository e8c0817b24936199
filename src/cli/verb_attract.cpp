// retrograph attract GAME.pg: from where a player can force play to the vertices of a priority, and in how
// many moves.
#include <algorithm>
#include <optional>

#include "retrograph/solve/attractor.hpp"
#include "retrograph/store/pgsolver.hpp"
#include "retrograph/support/error.hpp"

#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

std::uint64_t target_priority(const Options& options, const ParityGame& game) {
  if (options.text("target-priority") != "max")
    return options.number("target-priority", 0, ~std::uint64_t{0});
  return *std::max_element(game.priority.begin(), game.priority.end());
}

// Vertices without a line are not part of the game: they must not stop it, and nobody can reach them.
void require_successors(const ParityGame& game, const std::string& path) {
  for (std::uint64_t v = 0; v < game.arena.vertex_count(); ++v)
    if (!game.defined[v] || game.arena.moves.out_degree(v) == 0)
      fail(Category::malformed, "{}: vertex {} has no successor", path, v);
}

std::vector<SolutionLine> solution(const Attractor<std::uint32_t>& attractor, unsigned player) {
  std::vector<SolutionLine> lines;
  lines.reserve(attractor.member.size());
  for (std::uint32_t v = 0; v < attractor.member.size(); ++v)
    lines.push_back({v, static_cast<std::uint8_t>(attractor.member[v] == 1 ? player : 1 - player),
                     attractor.strategy[v]});
  return lines;
}

void say(const Session& session, const Attractor<std::uint32_t>& attractor, std::uint64_t priority) {
  if (session.json) {
    Json ranks = Json::array();
    for (std::size_t v = 0; v < attractor.member.size(); ++v)
      ranks.push_back(attractor.member[v] == 1 ? Json(attractor.rank[v]) : Json(nullptr));
    session.say_json({{"schema", "retrograph/attract/1"},
                      {"size", attractor.size},
                      {"depth", attractor.depth},
                      {"target_priority", priority},
                      {"ranks", std::move(ranks)},
                      {"output", session.output_json()}});
    return;
  }
  session.say(
      fmt::format("{} of {} vertices, depth {}", attractor.size, attractor.member.size(), attractor.depth));
  for (std::size_t v = 0; v < attractor.member.size(); ++v)
    if (attractor.member[v] == 1) session.say(fmt::format("{}: rank {}", v, attractor.rank[v]));
  session.say_output();
}

int run(Session& session) {
  const Options& options = session.options;
  const std::string& path = options.arguments()[0];
  const auto player = static_cast<unsigned>(options.number("player", 0, 1));
  std::optional<PartialFile> out;
  if (!session.context.output.empty()) out.emplace(session.context.output, session.context.force);
  const ParityGame game = read_pgsolver(path);
  if (game.priority.empty()) fail(Category::malformed, "{}: there is no vertex", path);
  require_successors(game, path);
  const std::uint64_t priority = target_priority(options, game);
  std::vector<std::uint8_t> target(game.priority.size());
  std::transform(game.priority.begin(), game.priority.end(), target.begin(),
                 [&](std::uint64_t p) { return p == priority; });
  SolveOptions solve_options;
  solve_options.stop = session.context.stop;
  solve_options.progress = session.context.progress;
  const auto attractor =
      attract<std::uint32_t>({game.arena.moves, game.arena.owner.span(), target, player}, solve_options);
  if (out) write_solution(*out, solution(attractor, player));
  say(session, attractor, priority);
  return 0;
}

}  // namespace

const Verb attract_verb{"attract",
                        "GAME.pg",
                        "attractor of a player to the vertices of a priority, with ranks",
                        1,
                        1,
                        true,
                        {
                            {"player", "0|1", "", "whose attractor", 0},
                            {"target-priority", "max|N", "max", "the priority of the targets", 0},
                        },
                        run};

}  // namespace retrograph::cli
