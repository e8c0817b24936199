// DIMACS graphs of the shortest-path challenge (.gr): "c" begins a comment, "p sp VERTICES ARCS" comes before
// the arcs, "a FROM TO WEIGHT" is a move; vertices from 1, the weight a number that is dropped.
#include "store/edge_lines.hpp"
#include "store/format_readers.hpp"
#include "store/text_cursor.hpp"

namespace retrograph::format {

LoadedGraph read_gr(ByteSource& in, const GraphReadOptions& options) {
  EdgeParts parts(in.name(), options);
  for (;;) {
    const auto line = in.next_line();
    if (!line) fail(Category::malformed, "{}:{}: there is no line 'p sp'", in.name(), in.lines() + 1);
    TextCursor cursor(*line, in.name(), in.lines() - 1);
    if (!cursor.next_line_of_data("c")) continue;
    const std::string_view letter = cursor.word();
    const std::string_view problem = letter == "p" ? cursor.word() : letter;
    if (problem != "sp") cursor.wrong("{} stands where the line 'p sp' is expected", quote(problem));
    const std::uint64_t vertices = cursor.number("the number of vertices", largest_id);
    const std::uint64_t arcs = cursor.number("the number of arcs", largest_id);
    cursor.end_of_line();
    const EdgeLines lines{.comments = "c", .letter = 'a', .weights = 1, .first = 1, .last = vertices};
    check_count(in, read_edge_lines(in, lines, parts), arcs, "arcs");
    return parts.build(vertices);
  }
}

}  // namespace retrograph::format
