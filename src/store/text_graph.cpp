#include "retrograph/store/text_graph.hpp"

#include <algorithm>
#include <vector>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/machine.hpp"

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t largest_id = (std::uint64_t{1} << 62) - 1;
constexpr std::string_view comment_marks = "#%";

using WideEdge = Edge<std::uint64_t>;

std::vector<WideEdge> parse_edges(TextCursor& cursor, std::uint64_t limit) {
  std::vector<WideEdge> edges;
  while (cursor.next_line_of_data(comment_marks)) {
    const std::uint64_t from = cursor.number("the first id", limit);
    edges.push_back({from, cursor.number("the second id", limit)});
    cursor.end_of_line();
  }
  return edges;
}

std::uint64_t count_of(const std::vector<WideEdge>& edges) {
  std::uint64_t count = 0;
  for (const auto& [from, to] : edges) count = std::max({count, from + 1, to + 1});
  return count;
}

// Ids in ascending order become 0, 1, ...; returns the id each number stands for.
std::vector<std::uint64_t> compact_ids(std::vector<WideEdge>& edges) {
  std::vector<std::uint64_t> ids;
  ids.reserve(2 * edges.size());
  for (const auto& [from, to] : edges) ids.insert(ids.end(), {from, to});
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const auto rank = [&](std::uint64_t id) {
    return static_cast<std::uint64_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
  };
  for (auto& [from, to] : edges) from = rank(from), to = rank(to);
  return ids;
}

void check_memory(std::uint64_t vertices, std::uint64_t edges, std::uint64_t limit, std::string_view name) {
  if (limit == 0) limit = default_memory_limit();
  if (vertices > limit / 8)
    fail(Category::resource,
         "{}: {} vertices (1 + the largest id) for {} edges need more than the {} bytes there are; "
         "--relabel numbers only the ids that occur",
         name, vertices, edges, limit);
}

template <VertexId V>
AnyArena arena_of(std::uint64_t vertices, const std::vector<WideEdge>& edges) {
  std::vector<Edge<V>> narrow(edges.size());
  std::transform(edges.begin(), edges.end(), narrow.begin(),
                 [](const WideEdge& e) { return Edge<V>{static_cast<V>(e.from), static_cast<V>(e.to)}; });
  Arena<V> arena;
  arena.moves = build_csr<V>(vertices, narrow);
  return arena;
}

LoadedGraph graph_of(std::vector<WideEdge> edges, std::string_view name, const TextGraphOptions& options) {
  LoadedGraph graph;
  std::uint64_t vertices = options.vertices.value_or(count_of(edges));
  if (options.relabel) {
    const auto ids = compact_ids(edges);
    vertices = ids.size();
    graph.original_id = Array<std::uint64_t>::copy_of(ids);
  }
  check_memory(vertices, edges.size(), options.memory_limit, name);
  graph.arena = vertices < narrow_vertex_limit ? arena_of<std::uint32_t>(vertices, edges)
                                               : arena_of<std::uint64_t>(vertices, edges);
  return graph;
}

// The vertex that a file beside the graph calls `id`.
class VertexNames {
 public:
  explicit VertexNames(const LoadedGraph& graph)
      : original_(graph.original_id.span()),
        count_(std::visit([](const auto& a) { return a.vertex_count(); }, graph.arena)) {}

  std::uint64_t take(TextCursor& cursor) const {
    if (original_.empty()) {
      if (count_ == 0) cursor.wrong("the graph has no vertices");
      return cursor.number("the vertex", count_ - 1);
    }
    const std::uint64_t id = cursor.number("the vertex", largest_id);
    const auto found = std::lower_bound(original_.begin(), original_.end(), id);
    if (found == original_.end() || *found != id) cursor.wrong("vertex {} does not occur in the graph", id);
    return static_cast<std::uint64_t>(found - original_.begin());
  }
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  std::span<const std::uint64_t> original_;
  std::uint64_t count_;
};

Value take_value(TextCursor& cursor) {
  const std::string_view word = cursor.word();
  if (word.size() == 1 && word[0] >= '0' && word[0] <= '3') return static_cast<Value>(word[0] - '0');
  const auto value = value_named(word);
  if (!value) cursor.wrong("the value is {}, known are win, lose, tie and draw", quote(word));
  return *value;
}

}  // namespace

LoadedGraph parse_edge_list(std::string_view text, std::string_view name, const TextGraphOptions& options) {
  if (options.vertices && options.relabel)
    fail(Category::usage, "a number of vertices and relabelling exclude each other");
  if (options.vertices && *options.vertices > largest_id)
    fail(Category::usage, "{} vertices are more than {}", *options.vertices, largest_id);
  TextCursor cursor(text, name);
  if (options.vertices == 0u) {
    if (cursor.next_line_of_data(comment_marks)) cursor.wrong("a move in a graph of no vertices");
    return graph_of({}, name, options);
  }
  auto edges = parse_edges(cursor, options.vertices ? *options.vertices - 1 : largest_id);
  LoadedGraph graph = graph_of(std::move(edges), name, options);
  graph.input = InputId{std::string(name), text.size(), hash_bytes(std::as_bytes(std::span(text)))};
  return graph;
}

LoadedGraph read_edge_list(const std::filesystem::path& path, const TextGraphOptions& options) {
  return parse_edge_list(read_text(path), path.string(), options);
}

void parse_terminals(std::string_view text, std::string_view name, LoadedGraph& graph) {
  const VertexNames names(graph);
  Array<Value> terminal(names.count(), Value::none);
  TextCursor cursor(text, name);
  while (cursor.next_line_of_data(comment_marks)) {
    const std::uint64_t v = names.take(cursor);
    const Value value = take_value(cursor);
    cursor.end_of_line();
    if (terminal[v] != Value::none && terminal[v] != value)
      cursor.wrong("the vertex is {} here and {} above", name_of(value), name_of(terminal[v]));
    terminal[v] = value;
  }
  std::visit([&](auto& arena) { arena.terminal = std::move(terminal); }, graph.arena);
}

void read_terminals(const std::filesystem::path& path, LoadedGraph& graph) {
  parse_terminals(read_text(path), path.string(), graph);
}

void parse_owners(std::string_view text, std::string_view name, LoadedGraph& graph) {
  constexpr std::uint8_t unknown = 2;
  const VertexNames names(graph);
  Array<std::uint8_t> owner(names.count(), unknown);
  TextCursor cursor(text, name);
  while (cursor.next_line_of_data(comment_marks)) {
    const std::uint64_t v = names.take(cursor);
    const auto player = static_cast<std::uint8_t>(cursor.number("the owner", 1));
    cursor.end_of_line();
    if (owner[v] != unknown && owner[v] != player)
      cursor.wrong("the owner is {} here and {} above", player, owner[v]);
    owner[v] = player;
  }
  const auto missing = std::find(owner.begin(), owner.end(), unknown) - owner.begin();
  if (static_cast<std::uint64_t>(missing) != names.count())
    fail(Category::malformed, "{}: vertex {} has no owner", name, missing);
  std::visit([&](auto& arena) { arena.owner = std::move(owner); }, graph.arena);
}

void read_owners(const std::filesystem::path& path, LoadedGraph& graph) {
  parse_owners(read_text(path), path.string(), graph);
}

}  // namespace retrograph
