// retrograph nim: the value of a sum and every winning move. The sum is one game and its heaps, or terms of
// unlike games joined by "+", or every line of a file of such sums.
#include <fstream>
#include <iterator>

#include "retrograph/batch/sum_sources.hpp"
#include "retrograph/grundy/nim.hpp"
#include "retrograph/support/error.hpp"

#include "cli/sum_answer.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_heap = std::uint64_t{1} << 62;
constexpr std::size_t most_heaps = 1 << 16;

bool is_nim(const HeapGame& game) {
  return game.name == parse_heap_game("nim").name;
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

Sum heaps_as_sum(const std::string& game, const std::vector<std::uint64_t>& heaps) {
  Sum sum;
  sum.reserve(heaps.size());
  for (const std::uint64_t heap : heaps)
    sum.push_back({SumTerm::Kind::heap, game, heap, parse_heap_game(game)});
  return sum;
}

int one_game(const Session& session, const std::vector<std::string>& words) {
  const HeapGame game = parse_heap_game(words[0]);
  std::vector<std::uint64_t> heaps;
  for (std::size_t i = 1; i < words.size(); ++i)
    heaps.push_back(parse_number(words[i], fmt::format("heap {}", i - 1), 0, most_heap));
  const bool misere = session.options.on("misere");
  if (misere && !is_nim(game)) {
    answer_sum(session, heaps_as_sum(words[0], heaps), "retrograph/nim/1");
    return 0;
  }
  const SumAnswer answer = misere ? solve_misere_nim(heaps) : solve_sum(game, heaps);
  session.json ? say_json(session, answer) : say_text(session, answer);
  return 0;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path == "-" ? "/dev/stdin" : path, std::ios::binary);
  if (!in) fail(Category::no_input, "{}: cannot be opened", path);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) fail(Category::io, "{}: cannot be read", path);
  return text;
}

// One line for each sum: its line in the file, outcome, value and winning moves, with tabs between.
int many_sums(const Session& session, const std::string& path) {
  if (session.options.on("misere")) fail(Category::usage, "--sums: normal play only");
  std::vector<NumberedSum> read = parse_sums(read_text(path), path);
  std::vector<Sum> sums;
  sums.reserve(read.size());
  for (NumberedSum& line : read) sums.push_back(std::move(line.sum));
  SumSolver solver(graph_opener(session.context));
  const std::vector<SumResult> results = solver.solve(sums);
  Json all = Json::array();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::string moves;
    for (const TermMove& move : results[i].moves)
      moves += (moves.empty() ? "" : "; ") + move_text(sums[i], move);
    session.say(fmt::format("{}\t{}\t{}\t{}", read[i].line, name_of(results[i].outcome),
                            text_of(results[i].value), moves));
    if (!session.json) continue;
    Json entry{{"line", read[i].line}};
    entry.update(sum_json(sums[i], results[i]));
    all.push_back(std::move(entry));
  }
  if (session.json) session.say_json({{"schema", "retrograph/sums/1"}, {"sums", all}});
  return 0;
}

int run_nim_verb(Session& session) {
  const auto& words = session.options.arguments();
  if (session.options.has("sums")) {
    if (!words.empty()) fail(Category::usage, "nim: a sum or --sums, not both");
    return many_sums(session, session.options.text("sums"));
  }
  if (words.empty()) fail(Category::usage, "nim: a game and its heaps, a sum, or --sums is missing");
  const bool joined = std::find(words.begin(), words.end(), "+") != words.end();
  if (words.size() > 1 && !joined) return one_game(session, words);
  answer_sum(session, parse_sum(fmt::format("{}", fmt::join(words, " "))), "retrograph/nim/1");
  return 0;
}

}  // namespace

const Verb nim_verb{
    "nim",
    "GAME H1 H2 ... | SUM",
    "the value of a sum of games, and every winning move",
    0,
    most_heaps,
    false,
    {{"misere", "", "", "the player who takes last loses: exact search, Nim by its strategy", 0},
     {"sums", "FILE", "", "many sums, one a line: '0.137:17 + graph.h5:42 + *5' (- = standard input)", 0}},
    run_nim_verb};

}  // namespace retrograph::cli
