#include "retrograph/batch/sum_sources.hpp"

#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

AnyCsrGraph moves_of(AnyArena&& arena) {
  return std::visit([](auto&& a) -> AnyCsrGraph { return std::move(a.moves); }, std::move(arena));
}

std::shared_ptr<const ValuedGraph> from_values(const std::string& path, const std::string& game,
                                               const RunContext& context) {
  GraphValuesFile file = read_graph_values(path);
  const std::string name = game.empty() ? file.provenance.input.name : game;
  if (name.empty() || name == "-")
    fail(Category::usage, "{}: its graph came from standard input, and moves need it", path);
  LoadedGraph graph = load_graph(graph_input_of(file.provenance, name), context);
  if (graph.input->hash != file.provenance.input.hash ||
      vertex_count(graph.arena) != file.values.vertex_count())
    fail(Category::refused, "{}: it has changed since {} was made from it", name, path);
  auto both = std::make_shared<ValuedGraph>();
  both->values = std::move(file.values);
  both->moves = moves_of(std::move(graph.arena));
  both->original_id = std::move(graph.original_id);
  return both;
}

std::shared_ptr<const ValuedGraph> from_graph(const std::string& path, const RunContext& context) {
  GraphInput input;
  input.path = path;
  LoadedGraph graph = load_graph(input, context);
  require_plain_game(graph.arena, path);
  auto both = std::make_shared<ValuedGraph>();
  both->moves = moves_of(std::move(graph.arena));
  both->original_id = std::move(graph.original_id);
  const ValuesOptions options{context.stop, context.progress};
  both->values = std::visit([&](const auto& moves) { return graph_values(moves, options); }, both->moves);
  return both;
}

}  // namespace

GraphOpener graph_opener(const RunContext& context, std::string game) {
  return [&context, game = std::move(game)](const std::string& path) {
    return kind_of_file(path) == FileKind::graph_values ? from_values(path, game, context)
                                                        : from_graph(path, context);
  };
}

void require_plain_game(const AnyArena& arena, const std::string& path) {
  std::visit(
      [&](const auto& a) {
        if (!a.terminal.empty() || a.has_owners())
          fail(Category::usage,
               "{}: it gives {} to vertices, and nim-values are those of plain graphs under normal play",
               path, a.has_owners() ? "owners" : "values");
        if (a.dead_end != DeadEnd::lose)
          fail(Category::usage, "{}: its dead ends are no losses, and nim-values are those of normal play",
               path);
      },
      arena);
}

}  // namespace retrograph
