#include "retrograph/store/vertex_text.hpp"

#include <algorithm>

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

constexpr std::string_view comment_marks = "#%";
constexpr std::uint64_t largest_id = (std::uint64_t{1} << 62) - 1;

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
