#include "retrograph/store/pgsolver.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <mutex>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/edge_parts.hpp"
#include "store/format_readers.hpp"
#include "store/line_stream.hpp"
#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_vertices = narrow_vertex_limit - 1;

// Statements end with ';' and may run over lines; blanks separate, names stand in double quotes.
class Statements {
 public:
  Statements(std::string_view text, std::string_view name, std::uint64_t line = 1)
      : rest_(text), name_(name), line_(line) {}

  // Whether another statement begins.
  bool more() {
    skip_blanks();
    return !rest_.empty();
  }
  bool take(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::uint64_t number(std::string_view what, std::uint64_t most) {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || value > most) wrong(what, most);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[nodiscard]] bool at_number() {
    skip_blanks();
    return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
  }
  void skip_name() {
    if (!take("\"")) return;
    const auto end = rest_.find('"');
    if (end == std::string_view::npos)
      fail(Category::malformed, "{}:{}: a name without a closing quote", name_, line_);
    advance(end + 1);
  }
  void end() {
    if (!take(";")) fail(Category::malformed, "{}:{}: expected ';' before {}", name_, line_, next());
  }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }

 private:
  void advance(std::size_t n) {
    line_ += static_cast<std::uint64_t>(
        std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(n), '\n'));
    rest_.remove_prefix(n);
  }
  void skip_blanks() {
    std::size_t n = 0;
    for (; n < rest_.size(); ++n) {
      const char c = rest_[n];
      if (c == '\n')
        ++line_;
      else if (c != ' ' && c != '\t' && c != '\r')
        break;
    }
    rest_.remove_prefix(n);
  }
  [[nodiscard]] std::string next() const {
    constexpr std::size_t shown = 20;
    return rest_.empty() ? "the end of the file"
                         : quote(rest_.substr(0, std::min(rest_.find_first_of(" \t\r\n;"), shown)));
  }
  [[noreturn]] void wrong(std::string_view what, std::uint64_t most) const {
    fail(Category::malformed, "{}:{}: {} is no {} from 0 to {}", name_, line_, next(), what, most);
  }
  std::string_view rest_;
  std::string_view name_;
  std::uint64_t line_;
};

struct Node {
  std::uint64_t priority;
  std::uint32_t id;
  std::uint32_t line;  // from the first one of its block, 0, on
  std::uint8_t owner;
};

// What one block defines.
struct Piece {
  std::uint64_t block = 0;
  std::uint64_t lines = 0;
  std::vector<Node> nodes;
};

// Statements whole in the text. Names, between quotes, may hold semicolons.
constexpr auto whole_statements = [](std::string_view text) {
  bool inside = std::count(text.begin(), text.end(), '"') % 2 != 0;
  for (std::size_t size = text.size(); size != 0; --size) {
    const char c = text[size - 1];
    if (c == '"') inside = !inside;
    if (c == ';' && !inside) return size;
  }
  return std::size_t{0};
};

void read_heading(Statements& in, std::string_view word) {
  if (!in.take(word)) return;
  (void)in.number("vertex", std::numeric_limits<std::uint64_t>::max());
  in.end();
}

class GameReader {
 public:
  GameReader(ByteSource& in, const GraphReadOptions& options) : in_(in), edges_(in.name(), options) {}

  ParityGame run() {
    stream_blocks(in_, {"statement", whole_statements, [](TextBlock&) {}},
                  [this](const TextBlock& block) { return parse(block); });
    std::sort(pieces_.begin(), pieces_.end(),
              [](const Piece& a, const Piece& b) { return a.block < b.block; });
    refuse_sparse_ids();
    ParityGame game;
    Array<std::uint8_t> owner(vertices_, std::uint8_t{0});
    game.priority.resize(vertices_);
    game.defined.resize(vertices_);
    std::uint64_t first_line = 1;
    for (Piece& piece : pieces_) {
      for (const Node& node : piece.nodes) {
        if (game.defined[node.id])
          fail(Category::malformed, "{}:{}: vertex {} is defined twice", in_.name(), first_line + node.line,
               node.id);
        game.defined[node.id] = true;
        game.priority[node.id] = node.priority;
        owner[node.id] = node.owner;
      }
      first_line += piece.lines;
      piece.nodes = {};
    }
    auto graph = edges_.build(vertices_);
    game.arena = {
        std::move(std::get<Arena<std::uint32_t>>(graph.arena).moves), {}, std::move(owner), DeadEnd::lose};
    require_defined_successors(game);
    return game;
  }

 private:
  std::uint64_t parse(const TextBlock& block) {
    const auto count = [&](char c) {
      return static_cast<std::size_t>(std::count(block.text.begin(), block.text.end(), c));
    };
    const std::size_t statements = count(';') + 1;
    Piece piece{block.number, count('\n'), {}};
    piece.nodes.reserve(statements);
    NarrowEdge* const room = edges_.room<NarrowEdge>(count(',') + statements, block.worker);
    NarrowEdge* to = room;
    std::uint32_t largest = 0;
    Statements in(block.text, in_.name(), block.first_line);
    if (block.number == 0) {
      read_heading(in, "parity");
      read_heading(in, "start");
    }
    while (in.more()) {
      piece.nodes.push_back(read_node(in, block.first_line, to));
      largest = std::max(largest, piece.nodes.back().id);
    }
    for (const NarrowEdge* e = room; e != to; ++e) largest = std::max(largest, e->to);
    edges_.keep<NarrowEdge>(static_cast<std::size_t>(to - room), block.number, largest, block.worker);
    const std::lock_guard lock(mutex_);
    if (!piece.nodes.empty()) vertices_ = std::max(vertices_, largest + std::uint64_t{1});
    nodes_ += piece.nodes.size();
    const std::uint64_t lines = piece.lines;
    pieces_.push_back(std::move(piece));
    return lines;
  }
  static Node read_node(Statements& in, std::uint64_t first_line, NarrowEdge*& to) {
    Node node{};
    node.line = static_cast<std::uint32_t>(in.line() - first_line);
    node.id = static_cast<std::uint32_t>(in.number("vertex", most_vertices - 1));
    node.priority = in.number("priority", std::numeric_limits<std::uint64_t>::max());
    node.owner = static_cast<std::uint8_t>(in.number("owner", 1));
    while (in.at_number()) {
      *to++ = {node.id, static_cast<std::uint32_t>(in.number("successor", most_vertices - 1))};
      if (!in.take(",")) break;
    }
    in.skip_name();
    in.end();
    return node;
  }

  void refuse_sparse_ids() const {
    constexpr std::uint64_t sparse = 64;
    if (vertices_ > sparse * (nodes_ + edges_.edge_count() + 1024))
      fail(Category::malformed, "{}: the largest id is {} in a file of {} vertices", in_.name(),
           vertices_ - 1, nodes_);
  }
  void require_defined_successors(const ParityGame& game) const {
    constexpr std::size_t grain = std::size_t{1} << 14;
    const auto& moves = game.arena.moves;
    const auto undefined = [&](std::uint32_t u) { return !game.defined[u]; };
    const std::size_t v = par::reduce(
        vertices_, grain, vertices_,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            if (std::ranges::any_of(moves.successors(i), undefined)) return i;
          return std::size_t{vertices_};
        },
        [](std::size_t a, std::size_t b) { return std::min(a, b); });
    if (v != vertices_)
      fail(Category::malformed, "{}: vertex {} has the successor {}, which has no line", in_.name(), v,
           *std::ranges::find_if(moves.successors(v), undefined));
  }

  ByteSource& in_;
  EdgeParts edges_;
  std::mutex mutex_;  // of what follows, while blocks are parsed
  std::vector<Piece> pieces_;
  std::uint64_t nodes_ = 0;
  std::uint64_t vertices_ = 0;
};

}  // namespace

ParityGame parse_pgsolver(std::string_view text, std::string_view name) {
  ByteSource in(text, name);
  return GameReader(in, {}).run();
}

ParityGame read_pgsolver(const std::filesystem::path& path) {
  ByteSource in(path);
  return GameReader(in, {}).run();
}

LoadedGraph format::read_pg(ByteSource& in, const GraphReadOptions& options) {
  LoadedGraph graph;
  graph.arena = GameReader(in, options).run().arena;
  return graph;
}

void write_solution(PartialFile& out, std::span<const SolutionLine> lines) {
  std::ofstream file(out.partial(), std::ios::trunc);
  std::uint32_t highest = 0;
  for (const SolutionLine& line : lines) highest = std::max(highest, line.vertex);
  file << "paritysol " << highest << ";\n";
  for (const SolutionLine& line : lines) {
    file << line.vertex << ' ' << int{line.winner};
    if (line.move != no_vertex<std::uint32_t>) file << ' ' << line.move;
    file << ";\n";
  }
  file.close();
  if (!file) fail(Category::resource, "{}: write error", out.partial().string());
  out.commit();
}

std::vector<SolutionLine> parse_solution(std::string_view text, std::string_view name) {
  Statements in(text, name);
  std::vector<SolutionLine> lines;
  read_heading(in, "paritysol");
  while (in.more()) {
    SolutionLine line;
    line.vertex = static_cast<std::uint32_t>(in.number("vertex", most_vertices - 1));
    line.winner = static_cast<std::uint8_t>(in.number("winner", 1));
    if (in.at_number()) line.move = static_cast<std::uint32_t>(in.number("move", most_vertices - 1));
    in.end();
    lines.push_back(line);
  }
  return lines;
}

std::vector<SolutionLine> read_solution(const std::filesystem::path& path) {
  return parse_solution(read_text(path), path.string());
}

}  // namespace retrograph
