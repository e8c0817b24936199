#include "cli/query_graph_values.hpp"

#include <filesystem>

#include "retrograph/batch/sum_sources.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/support/error.hpp"

#include "cli/sum_answer.hpp"

namespace retrograph::cli {
namespace {

void say_answer(const Session& session, std::uint64_t vertex, const Json& answer, const std::string& text,
                const Sum& sum, const std::vector<TermMove>& moves) {
  if (session.json) {
    Json out{{"schema", "retrograph/query/1"}, {"vertex", vertex}};
    out.update(answer);
    session.say_json(out);
  }
  session.say(text);
  for (const TermMove& move : moves) session.say(move_text(sum, move));
}

// Without the graph: the value alone.
int stored_value(const Session& session, std::uint64_t vertex, const LoopyValue& value) {
  SumResult result;
  result.value = SumValue::of(value);
  result.outcome = outcome_of(result.value);
  Json answer = sum_json({}, result);
  answer.erase("terms");
  answer["moves"] = nullptr;
  say_answer(session, vertex, answer, sum_text(result), {}, {});
  return 0;
}

}  // namespace

int query_graph_values(Session& session, const std::string& path) {
  const Options& options = session.options;
  const GraphValuesFile file = read_graph_values(path);
  if (!options.has("vertex")) fail(Category::usage, "query: --vertex names the position of a graph");
  if (file.values.vertex_count() == 0) fail(Category::usage, "{}: the graph has no vertex", path);
  const std::uint64_t vertex = options.number("vertex", 0, ~std::uint64_t{0});
  const std::uint64_t number =
      vertex_of(VertexIds(file.original_id.span(), file.values.vertex_count()), vertex, path);
  const std::string game = options.has("game") ? options.text("game") : "";
  const std::string graph = game.empty() ? file.provenance.input.name : game;
  const bool alone = !options.has("sum") && !options.on("misere");
  if (alone && (graph == "-" || !std::filesystem::exists(graph)))
    return stored_value(session, vertex, file.values[number]);

  Sum sum{{SumTerm::Kind::vertex, path, vertex, {}}};
  if (options.has("sum"))
    for (SumTerm& term : parse_sum(options.text("sum"))) sum.push_back(std::move(term));
  if (options.on("misere")) {
    MisereSums search(graph_opener(session.context, game));
    const MisereResult result = search.solve(sum);
    const Genus genus = search.genus(sum);
    const std::string text =
        fmt::format("genus {}: {} under misere play", text_of(genus), result.win ? "win" : "lose");
    say_answer(session, vertex, misere_json(sum, result, genus), text, sum, result.moves);
    return 0;
  }
  SumSolver solver(graph_opener(session.context, game));
  const SumResult result = solver.solve(sum);
  say_answer(session, vertex, sum_json(sum, result), sum_text(result), sum, result.moves);
  return 0;
}

}  // namespace retrograph::cli
