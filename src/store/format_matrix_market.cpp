// Matrix Market: a banner "%%MatrixMarket matrix coordinate FIELD SYMMETRY", comments with %, a line "rows
// columns entries", then a line "row column" for every entry, from 1, with one number for real and integer
// fields, two for complex, none for pattern. An entry is a move from its row to its column, whatever its
// number is. symmetric, skew-symmetric and hermitian hold one triangle: entries off the diagonal count in
// both directions. The matrix is square; array (dense) files are refused. Words of the banner in any case.
#include <algorithm>
#include <array>
#include <cctype>

#include "store/edge_lines.hpp"
#include "store/format_readers.hpp"
#include "store/text_cursor.hpp"

namespace retrograph::format {
namespace {

std::string lower(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

struct Banner {
  unsigned weights = 0;
  bool both_ways = false;
};

Banner take_banner(TextCursor& cursor) {
  const auto word = [&](std::string_view what, auto... known) {
    const std::string_view found = cursor.word();
    const std::string text = lower(found);
    const std::array<std::string_view, sizeof...(known)> words{known...};
    if (std::find(words.begin(), words.end(), text) == words.end())
      cursor.wrong("{} is {}, known are {}", what, quote(found), fmt::join(words, ", "));
    return text;
  };
  if (lower(cursor.word()) != "%%matrixmarket") cursor.wrong("the file does not begin with %%MatrixMarket");
  word("the object", "matrix");
  word("the format", "coordinate");
  const std::string field = word("the field", "pattern", "real", "integer", "complex");
  const std::string symmetry = word("the symmetry", "general", "symmetric", "skew-symmetric", "hermitian");
  cursor.end_of_line();
  return {field == "pattern" ? 0U : field == "complex" ? 2U : 1U, symmetry != "general"};
}

struct Sizes {
  std::uint64_t vertices = 0;
  std::uint64_t entries = 0;
};

Sizes take_sizes(TextCursor& cursor) {
  const std::uint64_t rows = cursor.number("the number of rows", largest_id);
  const std::uint64_t columns = cursor.number("the number of columns", largest_id);
  const std::uint64_t entries = cursor.number("the number of entries", largest_id);
  cursor.end_of_line();
  if (rows != columns)
    cursor.wrong("the matrix has {} rows and {} columns, it must be square", rows, columns);
  return {rows, entries};
}

}  // namespace

LoadedGraph read_mtx(ByteSource& in, const GraphReadOptions& options) {
  EdgeParts parts(in.name(), options);
  std::optional<Banner> banner;
  std::optional<Sizes> sizes;
  while (!sizes) {
    const auto line = in.next_line();
    if (!line) fail(Category::malformed, "{}:{}: the heading ends early", in.name(), in.lines() + 1);
    TextCursor cursor(*line, in.name(), in.lines() - 1);
    if (!banner) {
      (void)cursor.next_line();
      banner = take_banner(cursor);
    } else if (cursor.next_line_of_data("%")) {
      sizes = take_sizes(cursor);
    }
  }
  const EdgeLines lines{.comments = "%",
                        .weights = banner->weights,
                        .first = 1,
                        .last = sizes->vertices,
                        .both_ways = banner->both_ways};
  check_count(in, read_edge_lines(in, lines, parts), sizes->entries, "entries");
  return parts.build(sizes->vertices);
}

}  // namespace retrograph::format
