// retrograph nim GAME H1 H2 ...: the value of a sum of heaps and every winning move.
#include "retrograph/grundy/nim.hpp"
#include "retrograph/support/error.hpp"

#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_heap = std::uint64_t{1} << 62;
constexpr std::size_t most_heaps = 1 << 16;

bool is_nim(const HeapGame& game) {
  return game.name == parse_heap_game("nim").name;
}

SumAnswer solve(const Session& session, const HeapGame& game, const std::vector<std::uint64_t>& heaps) {
  if (!session.options.on("misere")) return solve_sum(game, heaps);
  if (!is_nim(game))
    fail(Category::usage, "--misere: the strategy is known for nim only, not for {}", game.name);
  return solve_misere_nim(heaps);
}

void say_json(const Session& session, const SumAnswer& answer) {
  Json moves = Json::array();
  for (const SumMove& move : answer.moves)
    moves.push_back({{"heap", move.heap}, {"from", move.from}, {"to", move.to}});
  session.say_json({{"schema", "retrograph/nim/1"},
                    {"value", answer.value},
                    {"outcome", answer.win ? "win" : "lose"},
                    {"moves", moves}});
}

void say_text(const Session& session, const SumAnswer& answer) {
  session.say(fmt::format("value {}: {} for the player to move", answer.value, answer.win ? "win" : "lose"));
  for (const SumMove& move : answer.moves)
    session.say(fmt::format("heap {}: {} -> {}", move.heap, move.from,
                            move.to.empty() ? "0" : fmt::format("{}", fmt::join(move.to, " + "))));
}

int run_nim_verb(Session& session) {
  const auto& words = session.options.arguments();
  const HeapGame game = parse_heap_game(words[0]);
  std::vector<std::uint64_t> heaps;
  for (std::size_t i = 1; i < words.size(); ++i)
    heaps.push_back(parse_number(words[i], fmt::format("heap {}", i - 1), 0, most_heap));
  const SumAnswer answer = solve(session, game, heaps);
  if (session.json)
    say_json(session, answer);
  else
    say_text(session, answer);
  return 0;
}

}  // namespace

const Verb nim_verb{"nim",
                    "GAME H1 H2 ...",
                    "the value of a sum of heaps, and every winning move",
                    2,
                    most_heaps,
                    false,
                    {{"misere", "", "", "the player who takes last loses (Nim only)", 0}},
                    run_nim_verb};

}  // namespace retrograph::cli
