#include "retrograph/batch/query.hpp"

#include <type_traits>

#include "retrograph/batch/graph_input.hpp"
#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/solve/best_move.hpp"
#include "retrograph/solve/line.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

// By the moves in the file alone.
void follow_stored(const ResultFile& file, std::uint64_t vertex, bool line, VertexAnswer& answer) {
  answer.best_move = file.best_move(vertex);
  if (!line) return;
  const auto followed = follow_line<std::uint64_t>(
      vertex, [&](std::uint64_t v) { return file.best_move(v).value_or(no_vertex<std::uint64_t>); });
  answer.line = followed.vertices;
  answer.repeats = followed.repeats.has_value();
}

template <VertexId V>
void follow_arena(const ResultFile& file, const Arena<V>& arena, std::uint64_t vertex, bool line,
                  VertexAnswer& answer) {
  if (arena.vertex_count() != file.size())
    fail(Category::refused, "{} results for a graph of {} vertices", file.size(), arena.vertex_count());
  const Array<Value> value = file.values();
  const RemotenessArray remoteness = file.remoteness();
  const V best = best_move_at<V>(arena, value.span(), remoteness, vertex);
  if (best != no_vertex<V>) answer.best_move = best;
  if (!line) return;
  const auto followed = follow_line<V>(
      static_cast<V>(vertex), [&](V v) { return best_move_at<V>(arena, value.span(), remoteness, v); });
  answer.line.assign(followed.vertices.begin(), followed.vertices.end());
  answer.repeats = followed.repeats.has_value();
}

VertexAnswer query_number(const ResultFile& file, std::uint64_t vertex, bool line, const std::string& game,
                          const RunContext& context) {
  VertexAnswer answer;
  answer.value = file.value(vertex);
  if (file.has_remoteness()) answer.remoteness = file.remoteness(vertex);
  if (file.has_best_move()) {
    follow_stored(file, vertex, line, answer);
    return answer;
  }
  const Provenance& provenance = file.provenance();
  const std::string path = game.empty() ? provenance.input.name : game;
  if (!line && (path.empty() || path == "-" || !std::filesystem::exists(path))) return answer;
  if (!file.has_remoteness()) {
    if (line)
      fail(Category::usage, "the result keeps neither best moves nor distances, so there is no line of play");
    return answer;
  }
  const LoadedGraph graph = load_graph(graph_input_of(provenance, path), context);
  if (graph.input->hash != provenance.input.hash)
    fail(Category::refused, "{}: it has changed since the result was made", path);
  std::visit([&](const auto& arena) { follow_arena(file, arena, vertex, line, answer); }, graph.arena);
  return answer;
}

}  // namespace

VertexAnswer query_vertex(const ResultFile& file, std::uint64_t vertex, bool line, const std::string& game,
                          const RunContext& context) {
  const Array<std::uint64_t> original = file.original_ids();
  const VertexIds ids(original.span(), file.size());
  const auto number = ids.number_of(vertex);
  if (!number)
    fail(Category::usage, "the result has no vertex {}, only {}", vertex,
         original.empty() ? fmt::format("0 to {}", file.size() - 1)
                          : fmt::format("{} others by their ids", file.size()));
  VertexAnswer answer = query_number(file, *number, line, game, context);
  if (answer.best_move) answer.best_move = ids.id_of(*answer.best_move);
  for (std::uint64_t& v : answer.line) v = ids.id_of(v);
  return answer;
}

}  // namespace retrograph
