// Ligra's AdjacencyGraph: that word, the number of vertices, the number of edges, where each vertex's edges
// begin, and the target of every edge, all in decimal and from 0, separated by blanks or newlines. After
// WeightedAdjacencyGraph a weight for every edge follows, which must be a number and is dropped.
#include <charconv>
#include <memory>
#include <vector>

#include "retrograph/support/machine.hpp"

#include "store/edge_parts.hpp"
#include "store/format_readers.hpp"
#include "store/text_cursor.hpp"

namespace retrograph::format {
namespace {

// The words of the text, one after another, through a window that moves over it.
class Words {
 public:
  explicit Words(ByteSource& in) : in_(in) {}

  // Empty at the end.
  std::string_view next() {
    for (;;) {
      at_ = text_.find_first_not_of(" \t\r\n", at_);
      const std::size_t end = at_ == std::string_view::npos ? at_ : text_.find_first_of(" \t\r\n", at_);
      if (end != std::string_view::npos || last_) {
        const std::size_t begin = std::min(at_, text_.size());
        at_ = std::min(end, text_.size());
        return std::string_view(text_).substr(begin, at_ - begin);
      }
      refill();
    }
  }
  std::uint64_t number(std::string_view what, std::uint64_t limit) {
    const std::string_view word = next();
    if (word.empty()) wrong("the file ends before {}", what);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || error == std::errc::invalid_argument)
      wrong("{} is {}, it must be a decimal number", what, quote(word));
    if (error != std::errc{} || value > limit) wrong("{} is {}, the limit is {}", what, quote(word), limit);
    return value;
  }
  /// As many words as a file of this size can hold, if that is known.
  [[nodiscard]] std::uint64_t most() const {
    constexpr std::uint64_t few = std::uint64_t{1} << 16;
    return in_.compressed() ? few : in_.file_size().value_or(few) / 2 + 1;
  }
  template <class... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    const auto seen = std::string_view(text_).substr(0, std::min(at_, text_.size()));
    const auto newlines = static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), '\n'));
    // A word that a newline ends has not passed it.
    fail(Category::malformed, "{}:{}: {}", in_.name(), lines_ + newlines + 1,
         fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  void refill() {
    constexpr std::size_t window = std::size_t{1} << 18;
    constexpr std::size_t longest_word = std::size_t{1} << 16;
    const std::size_t keep = std::min(at_, text_.size());
    lines_ += static_cast<std::uint64_t>(
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(keep), '\n'));
    text_.erase(0, keep);
    at_ = 0;
    if (text_.size() > longest_word) wrong("a word is longer than {} bytes", longest_word);
    const std::size_t had = text_.size();
    text_.resize(had + window);
    const std::size_t got = in_.read(text_.data() + had, window);
    text_.resize(had + got);
    last_ = got < window;
  }

  ByteSource& in_;
  std::string text_;
  std::size_t at_ = 0;
  std::uint64_t lines_ = 0;
  bool last_ = false;
};

// An array whose size a heading claims: it grows with what is really there, beyond what a file of this size
// can hold.
template <class T, class Next>
Array<T> take_array(std::uint64_t count, std::uint64_t trusted, Next&& next) {
  auto values = std::make_shared<std::vector<T>>();
  values->reserve(std::min(count, trusted));
  for (std::uint64_t i = 0; i < count; ++i) values->push_back(static_cast<T>(next(i)));
  T* const data = values->data();
  return Array<T>::adopt(std::shared_ptr<std::byte>(values, reinterpret_cast<std::byte*>(data)), data, count);
}

template <VertexId V>
Arena<V> take_graph(Words& words, std::uint64_t vertices, std::uint64_t edges) {
  std::uint64_t before = 0;
  auto offsets = take_array<EdgeIndex>(vertices + 1, words.most(), [&](std::uint64_t v) {
    if (v == vertices) return edges;
    const std::uint64_t offset = words.number("the offset", edges);
    if (offset < before)
      words.wrong("the offset of vertex {} is {}, that of the last is {}", v, offset, before);
    if (v == 0 && offset != 0) words.wrong("the first offset is {}, it must be 0", offset);
    return before = offset;
  });
  if (vertices == 0 && edges != 0) words.wrong("{} edges in a graph of no vertices", edges);
  auto targets = take_array<V>(edges, words.most(),
                               [&](std::uint64_t) { return words.number("the target", vertices - 1); });
  Arena<V> arena;
  arena.moves = CsrGraph<V>(std::move(offsets), std::move(targets));
  return arena;
}

void take_weight(Words& words) {
  const std::string_view word = words.next();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || end != word.data() + word.size() || error == std::errc::invalid_argument)
    words.wrong("the weight is {}, it must be a number", quote(word));
}

}  // namespace

LoadedGraph read_adj(ByteSource& in, const GraphReadOptions& options) {
  Words words(in);
  const std::string kind(words.next());
  if (kind != "AdjacencyGraph" && kind != "WeightedAdjacencyGraph")
    words.wrong("the first word is {}, it must be AdjacencyGraph or WeightedAdjacencyGraph", quote(kind));
  const std::uint64_t vertices = words.number("the number of vertices", largest_id);
  const std::uint64_t edges = words.number("the number of edges", largest_id);
  const std::uint64_t limit = options.memory_limit == 0 ? default_memory_limit() : options.memory_limit;
  const std::uint64_t width = vertices < narrow_vertex_limit ? 4 : 8;
  if (vertices > limit / 8 || edges > limit / width || 8 * vertices + width * edges > limit)
    fail(Category::resource, "{}: {} vertices and {} edges need more than the {} bytes there are", in.name(),
         vertices, edges, limit);
  LoadedGraph graph;
  if (width == 4)
    graph.arena = take_graph<std::uint32_t>(words, vertices, edges);
  else
    graph.arena = take_graph<std::uint64_t>(words, vertices, edges);
  if (kind.starts_with('W'))
    for (std::uint64_t e = 0; e < edges; ++e) take_weight(words);
  if (const auto more = words.next(); !more.empty()) words.wrong("{} is one word too many", quote(more));
  return graph;
}

}  // namespace retrograph::format
