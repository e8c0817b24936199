// Graphs as text: every format that is written row by row. Workers print pieces of rows, one thread writes
// them in order, so the bytes do not depend on the number of threads. A name that ends in .gz makes each
// piece a member of a gzip file.
#include <charconv>
#include <string>
#include <vector>

#include "retrograph/support/parallel.hpp"

#include "store/format_readers.hpp"
#include "store/gzip_member.hpp"
#include "store/output_text.hpp"

namespace retrograph::format {
namespace {

class GraphText {
 public:
  explicit GraphText(PartialFile& out)
      : out_(out), text_(out.partial()), gzip_(out.target().extension() == ".gz") {}

  void head(const std::string& text) { put(text); }
  /// row(to, v) appends the text of vertex v.
  template <class Row>
  void rows(std::uint64_t vertices, Row&& row) {
    constexpr std::uint64_t piece = 4096;
    const std::uint64_t pieces = vertices / piece + (vertices % piece != 0 ? 1 : 0);
    std::vector<std::string> texts(4 * par::threads());
    for (std::uint64_t begin = 0; begin < pieces; begin += texts.size()) {
      const std::size_t count = std::min<std::uint64_t>(texts.size(), pieces - begin);
      par::for_each(count, 1, [&](std::size_t i) {
        std::string& text = texts[i];
        text.clear();
        const std::uint64_t first = (begin + i) * piece;
        for (std::uint64_t v = first; v < std::min(first + piece, vertices); ++v) row(text, v);
        if (gzip_) text = gzip_member(text);
      });
      for (std::size_t i = 0; i < count; ++i) text_ << std::string_view(texts[i]);
    }
  }
  void finish() {
    text_.finish();
    out_.commit();
  }

 private:
  void put(std::string_view text) { text_ << (gzip_ ? gzip_member(text) : std::string(text)); }
  PartialFile& out_;
  TextOutput text_;
  bool gzip_;
};

std::string& operator<<(std::string& to, std::uint64_t number) {
  char digits[20];
  return to.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}
std::string& operator<<(std::string& to, std::string_view text) {
  return to.append(text);
}

struct Layout {
  std::string_view format;
  std::string_view before;  // the first id
  std::string_view between;
  std::string_view after;  // the second one
  std::uint64_t first;     // the number of the first vertex
};

// A line for every move.
void write_lines(PartialFile& out, const AnyArena& arena, const Layout& layout,
                 std::string (*heading)(std::uint64_t vertices, std::uint64_t edges)) {
  refuse_more_than_moves(out, arena, layout.format);
  std::visit(
      [&](const auto& a) {
        GraphText text(out);
        if (heading != nullptr) text.head(heading(a.vertex_count(), a.moves.edge_count()));
        text.rows(a.vertex_count(), [&](std::string& to, std::uint64_t v) {
          for (const auto u : a.moves.successors(v))
            to << layout.before << v + layout.first << layout.between << u + layout.first << layout.after;
        });
        text.finish();
      },
      arena);
}

}  // namespace

void write_el(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  write_lines(out, arena, {"an edge list", "", " ", "\n", 0}, nullptr);
}

void write_wel(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  write_lines(out, arena, {"an edge list", "", " ", " 1\n", 0}, nullptr);
}

void write_mtx(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  write_lines(out, arena, {"Matrix Market", "", " ", "\n", 1}, [](std::uint64_t n, std::uint64_t m) {
    return fmt::format("%%MatrixMarket matrix coordinate pattern general\n{} {} {}\n", n, n, m);
  });
}

void write_gr(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  write_lines(out, arena, {"DIMACS", "a ", " ", " 1\n", 1},
              [](std::uint64_t n, std::uint64_t m) { return fmt::format("p sp {} {}\n", n, m); });
}

void write_aut(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  write_lines(out, arena, {"Aldebaran", "(", ", \"move\", ", ")\n", 0},
              [](std::uint64_t n, std::uint64_t m) { return fmt::format("des (0, {}, {})\n", m, n); });
}

void write_adj(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  refuse_more_than_moves(out, arena, "an adjacency graph");
  std::visit(
      [&](const auto& a) {
        GraphText text(out);
        text.head(fmt::format("AdjacencyGraph\n{}\n{}\n", a.vertex_count(), a.moves.edge_count()));
        text.rows(a.vertex_count(),
                  [&](std::string& to, std::uint64_t v) { to << a.moves.offsets()[v] << "\n"; });
        text.rows(a.vertex_count(), [&](std::string& to, std::uint64_t v) {
          for (const auto u : a.moves.successors(v)) to << u << "\n";
        });
        text.finish();
      },
      arena);
}

void write_pg(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  std::visit(
      [&](const auto& a) {
        const std::string target = out.target().string();
        if (!a.has_owners())
          fail(Category::usage, "{}: a parity game needs an owner for every vertex", target);
        if (!a.terminal.empty())
          fail(Category::usage, "{}: a parity game has no place for terminal values", target);
        for (std::uint64_t v = 0; v < a.vertex_count(); ++v)
          if (a.moves.out_degree(v) == 0)
            fail(Category::usage, "{}: vertex {} has no move, in a parity game every vertex has one", target,
                 v);
        GraphText text(out);
        text.head(fmt::format("parity {};\n", std::max<std::uint64_t>(a.vertex_count(), 1) - 1));
        text.rows(a.vertex_count(), [&](std::string& to, std::uint64_t v) {
          to << v << " 0 " << std::uint64_t{a.owner[v]} << " ";
          const auto row = a.moves.successors(v);
          for (std::size_t i = 0; i < row.size(); ++i) to << (i == 0 ? "" : ",") << row[i];
          to << ";\n";
        });
        text.finish();
      },
      arena);
}

}  // namespace retrograph::format
