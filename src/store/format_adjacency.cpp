// Ligra's AdjacencyGraph: that word, the number of vertices, the number of edges, where each vertex's edges
// begin, and the target of every edge, all in decimal and from 0, separated by blanks or newlines. After
// WeightedAdjacencyGraph a weight for every edge follows, which must be a number and is dropped.
//
// Which word of the text a block begins with is counted as it is read, so that every number goes straight to
// its place in the graph, whoever parses it.
#include <algorithm>
#include <charconv>

#include "retrograph/support/machine.hpp"

#include "store/digits.hpp"
#include "store/edge_parts.hpp"
#include "store/format_readers.hpp"
#include "store/line_stream.hpp"
#include "store/text_cursor.hpp"

namespace retrograph::format {
namespace {

constexpr std::string_view blanks = " \t\r\n";

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct Heading {
  bool weighted = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  [[nodiscard]] std::uint64_t words() const { return vertices + (weighted ? 2 : 1) * edges; }
};

// A decimal number; `wrong` throws what is given to it.
template <class Wrong>
std::uint64_t number_in(std::string_view word, std::string_view what, std::uint64_t limit, Wrong&& wrong) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument)
    wrong(fmt::format("{} is {}, it must be a decimal number", what, quote(word)));
  if (error != std::errc{} || value > limit)
    wrong(fmt::format("{} is {}, the limit is {}", what, quote(word), limit));
  return value;
}

Heading take_heading(ByteSource& in) {
  const auto wrong = [&](const std::string& what) {
    fail(Category::malformed, "{}:{}: {}", in.name(), in.lines() + 1, what);
  };
  const auto number = [&](std::string_view what) {
    const std::string word = in.next_word();
    if (word.empty()) wrong(fmt::format("the file ends before {}", what));
    return number_in(word, what, largest_id, wrong);
  };
  const std::string kind = in.next_word();
  if (kind != "AdjacencyGraph" && kind != "WeightedAdjacencyGraph")
    wrong(fmt::format("the first word is {}, it must be AdjacencyGraph or WeightedAdjacencyGraph",
                      quote(kind)));
  Heading heading{kind.starts_with('W'), 0, 0};
  heading.vertices = number("the number of vertices");
  heading.edges = number("the number of edges");
  if (heading.vertices == 0 && heading.edges != 0)
    wrong(fmt::format("{} edges in a graph of no vertices", heading.edges));
  return heading;
}

// The words of a block, one after another.
class Words {
 public:
  Words(const TextBlock& block, std::string_view name)
      : block_(block), name_(name), at_(block.text.data()), end_(at_ + block.text.size()) {}

  bool more() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ != end_;
  }
  std::string_view next() {
    const char* const begin = at_;
    at_ = std::find_if(at_, end_, is_blank);
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  std::uint64_t number(std::string_view what, std::uint64_t limit) {
    const char* at = at_;
    std::uint64_t value = 0;
    if (take_digits(at, value) && value <= limit && (at == end_ || (at < end_ && is_blank(*at)))) {
      at_ = at;
      return value;
    }
    return number_in(next(), what, limit, [this](const std::string& text) { wrong("{}", text); });
  }
  void weight() {
    const std::string_view word = next();
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || error == std::errc::invalid_argument)
      wrong("the weight is {}, it must be a number", quote(word));
  }
  template <class... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    // A word that a newline ends has not passed it.
    const auto passed = block_.text.substr(0, static_cast<std::size_t>(at_ - block_.text.data()));
    const auto newlines = static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
    fail(Category::malformed, "{}:{}: {}", name_, block_.first_line + newlines,
         fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  const TextBlock& block_;
  std::string_view name_;
  const char* at_;
  const char* end_;
};

// Words that end in the text; it begins with a word or before one. Sums of bytes, for the sake of vectors.
std::uint64_t count_words(std::string_view text) {
  constexpr std::size_t part = 128;
  std::uint64_t count = !text.empty() && !is_blank(text.back()) ? 1 : 0;
  for (std::size_t begin = 1; begin < text.size(); begin += part) {
    std::uint8_t ends = 0;
    for (std::size_t i = begin; i < std::min(begin + part, text.size()); ++i)
      ends = static_cast<std::uint8_t>(ends + (is_blank(text[i]) && !is_blank(text[i - 1]) ? 1 : 0));
    count += ends;
  }
  return count;
}

// The last word of a text as a number. One that is none is told by the parser of its block.
std::uint64_t last_number(std::string_view text, std::uint64_t otherwise) {
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == std::string_view::npos) return otherwise;
  const std::string_view word = text.substr(text.find_last_of(blanks, last) + 1);
  std::uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

template <VertexId V>
class AdjacencyReader {
 public:
  AdjacencyReader(ByteSource& in, const Heading& heading)
      : in_(in), heading_(heading), offsets_(heading.vertices + 1), targets_(heading.edges) {}

  Arena<V> run() {
    std::uint64_t words = 0;
    std::uint64_t last = 0;
    const auto whole = [](std::string_view text) { return text.find_last_of(blanks) + 1; };
    const auto look = [&](TextBlock& block) {
      block.words_before = words;
      block.last_number = last;
      words += count_words(block.text);
      last = last_number(block.text, last);
    };
    const std::uint64_t lines =
        stream_blocks(in_, {"word", whole, look}, [this](const TextBlock& block) { return parse(block); });
    if (words < heading_.words())
      fail(Category::malformed, "{}:{}: the file ends before {}", in_.name(), lines + 1,
           words < heading_.vertices                    ? "the offset"
           : words < heading_.vertices + heading_.edges ? "the target"
                                                        : "the weight");
    offsets_[heading_.vertices] = heading_.edges;
    Arena<V> arena;
    arena.moves = CsrGraph<V>(std::move(offsets_), std::move(targets_));
    return arena;
  }

 private:
  std::uint64_t parse(const TextBlock& block) {
    Words words(block, in_.name());
    std::uint64_t before = block.last_number;
    for (std::uint64_t i = block.words_before; words.more(); ++i) {
      if (i < heading_.vertices)
        offsets_[i] = before = offset(words, i, before);
      else if (i < heading_.vertices + heading_.edges)
        targets_[i - heading_.vertices] = static_cast<V>(words.number("the target", heading_.vertices - 1));
      else if (i < heading_.words())
        words.weight();
      else
        words.wrong("{} is one word too many", quote(words.next()));
    }
    return static_cast<std::uint64_t>(std::count(block.text.begin(), block.text.end(), '\n'));
  }
  EdgeIndex offset(Words& words, std::uint64_t v, std::uint64_t before) const {
    const std::uint64_t offset = words.number("the offset", heading_.edges);
    if (v == 0 && offset != 0) words.wrong("the first offset is {}, it must be 0", offset);
    if (offset < before)
      words.wrong("the offset of vertex {} is {}, that of the last is {}", v, offset, before);
    return offset;
  }

  ByteSource& in_;
  Heading heading_;
  Array<EdgeIndex> offsets_;
  Array<V> targets_;
};

}  // namespace

LoadedGraph read_adj(ByteSource& in, const GraphReadOptions& options) {
  const Heading heading = take_heading(in);
  const std::uint64_t vertices = heading.vertices;
  const std::uint64_t edges = heading.edges;
  const std::uint64_t limit = options.memory_limit == 0 ? default_memory_limit() : options.memory_limit;
  const std::uint64_t width = vertices < narrow_vertex_limit ? 4 : 8;
  if (vertices > limit / 8 || edges > limit / width || 8 * vertices + width * edges > limit)
    fail(Category::resource, "{}: {} vertices and {} edges need more than the {} bytes there are", in.name(),
         vertices, edges, limit);
  LoadedGraph graph;
  if (width == 4)
    graph.arena = AdjacencyReader<std::uint32_t>(in, heading).run();
  else
    graph.arena = AdjacencyReader<std::uint64_t>(in, heading).run();
  return graph;
}

}  // namespace retrograph::format
