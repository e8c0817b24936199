#include "retrograph/store/board_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

// Cells are numbered by 32 bits.
constexpr std::uint64_t most_cells = std::uint64_t{1} << 31;

// Reads the rows of one board and remembers where the pieces were.
class BoardReader {
 public:
  BoardReader(std::string_view text, std::string_view name) : cursor_(text, name) {}

  Board read() {
    bool more = cursor_.next_line();
    if (more && is_size_line(cursor_.line())) {
      sizes_ = {cursor_.number("the number of rows", most_cells),
                cursor_.number("the number of columns", most_cells)};
      cursor_.end_of_line();
      more = cursor_.next_line();
    }
    for (; more && !cursor_.line().empty(); more = cursor_.next_line()) add_row(cursor_.line());
    while (more) {
      if (!cursor_.line().empty()) cursor_.wrong("column 1: a row behind an empty line");
      more = cursor_.next_line();
    }
    check_whole();
    return std::move(board_);
  }

 private:
  static bool is_size_line(std::string_view line) {
    return line.find_first_of("0123456789") != std::string_view::npos &&
           line.find_first_not_of("0123456789 \t") == std::string_view::npos;
  }

  void add_row(std::string_view row) {
    if (board_.rows == 0)
      board_.cols = static_cast<std::uint32_t>(std::min<std::uint64_t>(row.size(), most_cells));
    if (sizes_ && row.size() != (*sizes_)[1])
      cursor_.wrong("column {}: the row has {} cells, the first line says {}",
                    std::min<std::uint64_t>(row.size(), (*sizes_)[1]) + 1, row.size(), (*sizes_)[1]);
    if (row.size() != board_.cols)
      cursor_.wrong("column {}: the row has {} cells, those above have {}",
                    std::min<std::size_t>(row.size(), board_.cols) + 1, row.size(), board_.cols);
    if (sizes_ && board_.rows == (*sizes_)[0])
      cursor_.wrong("column 1: more rows than the {} of the first line", (*sizes_)[0]);
    if (board_.cells.size() + row.size() > most_cells)
      cursor_.wrong("column 1: more than {} cells", most_cells);
    for (std::size_t col = 0; col < row.size(); ++col) board_.cells.push_back(cell_of(row[col], col + 1));
    ++board_.rows;
  }

  Cell cell_of(char c, std::size_t column) {
    switch (c) {
      case '.':
        return Cell::free;
      case '*':
        return Cell::wall;
      case 'E':
        return Cell::exit;
      case 'P':
        place(police_, "P", column);
        return Cell::free;
      case 'T':
        place(thief_, "T", column);
        return Cell::free;
      default:
        cursor_.wrong("column {}: {} is not a cell (known are . * E P T)", column,
                      quote(std::string_view(&c, 1)));
    }
  }

  void place(std::optional<std::uint32_t>& piece, const char* name, std::size_t column) {
    if (piece) cursor_.wrong("column {}: a second {}", column, name);
    piece = static_cast<std::uint32_t>(board_.cells.size());
  }

  void check_whole() {
    if (board_.rows == 0) cursor_.wrong("column 1: the board is empty");
    if (sizes_ && board_.rows != (*sizes_)[0])
      cursor_.wrong("column 1: the board ends after {} rows, the first line says {}", board_.rows,
                    (*sizes_)[0]);
    if (!police_) cursor_.wrong("column 1: the board ends without a P");
    if (!thief_) cursor_.wrong("column 1: the board ends without a T");
    board_.police = *police_;
    board_.thief = *thief_;
  }

  TextCursor cursor_;
  Board board_;
  std::optional<std::array<std::uint64_t, 2>> sizes_;
  std::optional<std::uint32_t> police_;
  std::optional<std::uint32_t> thief_;
};

const char* on_off(bool on) {
  return on ? "on" : "off";
}

}  // namespace

Board read_board(const std::filesystem::path& path) {
  return parse_board(read_text(path), path.string());
}

Board parse_board(std::string_view text, std::string_view name) {
  return BoardReader(text, name).read();
}

std::string board_text(const Board& board) {
  std::string text;
  text.reserve(board.cells.size() + board.rows);
  for (std::uint32_t row = 0; row < board.rows; ++row) {
    for (std::uint32_t col = 0; col < board.cols; ++col) {
      const std::uint32_t cell = row * board.cols + col;
      const Cell kind = board.cells[cell];
      const char plain = kind == Cell::wall ? '*' : kind == Cell::exit ? 'E' : '.';
      text += cell == board.police ? 'P' : cell == board.thief ? 'T' : plain;
    }
    text += '\n';
  }
  return text;
}

Rules rules_of(const PursuitRules& rules) {
  return {{"first", rules.first == Side::police ? "police" : "thief"},
          {"police-diagonal", on_off(rules.police_diagonal)},
          {"thief-diagonal", on_off(rules.thief_diagonal)},
          {"police-stay", on_off(rules.police_stay)},
          {"thief-stay", on_off(rules.thief_stay)},
          {"exit-closed", on_off(rules.exit_closed)},
          {"dead-end", std::string(name_of(rules.dead_end))}};
}

PursuitRules pursuit_rules_of(const Rules& rules, std::string_view origin) {
  PursuitRules result;
  const auto unknown = [&](const char* key, const std::string& value) {
    fail(Category::malformed, "{}: rule {} is {}", origin, key, quote(value));
  };
  const auto read_flag = [&](const char* key, bool& to) {
    const auto at = rules.find(key);
    if (at == rules.end()) return;
    if (at->second != "on" && at->second != "off") unknown(key, at->second);
    to = at->second == "on";
  };
  read_flag("police-diagonal", result.police_diagonal);
  read_flag("thief-diagonal", result.thief_diagonal);
  read_flag("police-stay", result.police_stay);
  read_flag("thief-stay", result.thief_stay);
  read_flag("exit-closed", result.exit_closed);
  if (const auto at = rules.find("first"); at != rules.end()) {
    if (at->second != "police" && at->second != "thief") unknown("first", at->second);
    result.first = at->second == "police" ? Side::police : Side::thief;
  }
  if (const auto at = rules.find("dead-end"); at != rules.end()) {
    const auto rule = dead_end_named(at->second);
    if (!rule) unknown("dead-end", at->second);
    result.dead_end = *rule;
  }
  return result;
}

}  // namespace retrograph
