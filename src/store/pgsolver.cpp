#include "retrograph/store/pgsolver.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_vertices = narrow_vertex_limit - 1;

// Statements end with ';' and may run over lines; blanks separate, names stand in double quotes.
class Statements {
 public:
  Statements(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

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
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  void advance(std::size_t n) {
    line_ += static_cast<std::uint64_t>(
        std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(n), '\n'));
    rest_.remove_prefix(n);
  }
  void skip_blanks() {
    const auto first = rest_.find_first_not_of(" \t\r\n");
    advance(first == std::string_view::npos ? rest_.size() : first);
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
  std::string name_;
  std::uint64_t line_ = 1;
};

struct Node {
  std::uint64_t id;
  std::uint64_t priority;
  std::uint8_t owner;
  std::uint64_t line;
};

struct Lists {
  std::vector<Node> nodes;
  std::vector<Edge<std::uint32_t>> edges;
  std::uint64_t vertices = 0;
};

void read_node(Statements& in, Lists& lists) {
  Node node{};
  node.line = in.line();
  node.id = in.number("vertex", most_vertices - 1);
  node.priority = in.number("priority", std::numeric_limits<std::uint64_t>::max());
  node.owner = static_cast<std::uint8_t>(in.number("owner", 1));
  while (in.at_number()) {
    const std::uint64_t to = in.number("successor", most_vertices - 1);
    lists.edges.push_back({static_cast<std::uint32_t>(node.id), static_cast<std::uint32_t>(to)});
    lists.vertices = std::max(lists.vertices, to + 1);
    if (!in.take(",")) break;
  }
  in.skip_name();
  in.end();
  lists.vertices = std::max(lists.vertices, node.id + 1);
  lists.nodes.push_back(node);
}

void read_heading(Statements& in, std::string_view word) {
  if (!in.take(word)) return;
  (void)in.number("vertex", std::numeric_limits<std::uint64_t>::max());
  in.end();
}

}  // namespace

ParityGame parse_pgsolver(std::string_view text, std::string_view name) {
  Statements in(text, name);
  Lists lists;
  read_heading(in, "parity");
  read_heading(in, "start");
  while (in.more()) read_node(in, lists);
  constexpr std::uint64_t sparse = 64;
  if (lists.vertices > sparse * (lists.nodes.size() + lists.edges.size() + 1024))
    fail(Category::malformed, "{}: the largest id is {} in a file of {} vertices", name, lists.vertices - 1,
         lists.nodes.size());
  ParityGame game;
  game.priority.resize(lists.vertices);
  game.defined.resize(lists.vertices);
  Array<std::uint8_t> owner(lists.vertices, std::uint8_t{0});
  for (const Node& node : lists.nodes) {
    if (game.defined[node.id])
      fail(Category::malformed, "{}:{}: vertex {} is defined twice", name, node.line, node.id);
    game.defined[node.id] = true;
    game.priority[node.id] = node.priority;
    owner[node.id] = node.owner;
  }
  for (const auto& edge : lists.edges)
    if (!game.defined[edge.to])
      fail(Category::malformed, "{}: vertex {} has the successor {}, which has no line", name, edge.from,
           edge.to);
  game.arena = {build_csr<std::uint32_t>(lists.vertices, lists.edges), {}, std::move(owner), DeadEnd::lose};
  return game;
}

ParityGame read_pgsolver(const std::filesystem::path& path) {
  return parse_pgsolver(read_text(path), path == "-" ? "standard input" : path.string());
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
