#include "cli/sum_answer.hpp"

#include <fmt/ranges.h>

#include "retrograph/batch/sum_sources.hpp"

namespace retrograph::cli {
namespace {

Json moves_json(const Sum& sum, const std::vector<TermMove>& moves) {
  Json all = Json::array();
  for (const TermMove& move : moves)
    all.push_back({{"heap", move.term}, {"from", sum[move.term].number}, {"to", move.to}});
  return all;
}

Json terms_json(const Sum& sum) {
  Json terms = Json::array();
  for (const SumTerm& term : sum) terms.push_back(text_of(Sum{term}));
  return terms;
}

}  // namespace

Json sum_json(const Sum& sum, const SumResult& result) {
  const SumValue& value = result.value;
  return {{"value", value.infinite ? Json(nullptr) : Json(value.value)},
          {"infinite", value.infinite ? Json(value.set) : Json(nullptr)},
          {"outcome", name_of(result.outcome)},
          {"terms", terms_json(sum)},
          {"moves", moves_json(sum, result.moves)}};
}

Json misere_json(const Sum& sum, const MisereResult& result, const Genus& genus) {
  return {{"value", genus.misere[0]},
          {"genus", text_of(genus)},
          {"outcome", result.win ? "win" : "lose"},
          {"terms", terms_json(sum)},
          {"moves", moves_json(sum, result.moves)}};
}

std::string sum_text(const SumResult& result) {
  return fmt::format("value {}: {} for the player to move", text_of(result.value), name_of(result.outcome));
}

std::string move_text(const Sum& sum, const TermMove& move) {
  const SumTerm& term = sum[move.term];
  const std::string before = text_of(Sum{term});
  if (term.kind == SumTerm::Kind::number) return fmt::format("{} -> *{}", before, move.to[0]);
  if (move.to.empty()) return fmt::format("{} -> 0", before);
  return fmt::format("{} -> {}", before, fmt::join(move.to, " + "));
}

void answer_sum(const Session& session, const Sum& sum, const char* schema) {
  Json out{{"schema", schema}};
  std::string text;
  std::vector<TermMove> moves;
  if (session.options.on("misere")) {
    MisereSums search(graph_opener(session.context));
    MisereResult result = search.solve(sum);
    const Genus genus = search.genus(sum);
    out.update(misere_json(sum, result, genus));
    text = fmt::format("genus {}: {} for the player to move under misere play", text_of(genus),
                       result.win ? "win" : "lose");
    moves = std::move(result.moves);
  } else {
    SumSolver solver(graph_opener(session.context));
    SumResult result = solver.solve(sum);
    out.update(sum_json(sum, result));
    text = sum_text(result);
    moves = std::move(result.moves);
  }
  if (session.json) session.say_json(out);
  session.say(text);
  for (const TermMove& move : moves) session.say(move_text(sum, move));
}

}  // namespace retrograph::cli
