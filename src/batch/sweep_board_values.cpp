#include <algorithm>
#include <array>
#include <charconv>

#include "retrograph/games/random_board.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_boards.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_side = 4096;
constexpr std::array<std::string_view, 7> rule_keys{
    "first", "police-diagonal", "thief-diagonal", "police-stay", "thief-stay", "exit-closed", "dead-end"};

// "3/17": row and column of a piece; absent: where the board has it.
std::optional<std::uint32_t> piece_of(const JobValues& values, const char* key, std::uint32_t rows,
                                      std::uint32_t cols) {
  const auto found = values.find(key);
  if (found == values.end()) return std::nullopt;
  const std::string& text = found->second;
  const char* const end = text.data() + text.size();
  std::uint32_t row = 0;
  std::uint32_t col = 0;
  const auto [slash, bad_row] = std::from_chars(text.data(), end, row);
  const bool whole = bad_row == std::errc{} && slash != end && *slash == '/';
  const auto [last, bad_col] = std::from_chars(whole ? slash + 1 : end, end, col);
  if (!whole || bad_col != std::errc{} || last != end || row >= rows || col >= cols)
    fail(Category::malformed, "{} = {}: not row/col of a cell of {} x {}", key, text, rows, cols);
  return row * cols + col;
}

RandomBoard random_parameters(const SweepKind& kind, const JobValues& values) {
  const bool square = values.contains("size");
  if (square && (values.contains("rows") || values.contains("cols")))
    fail(Category::malformed, "size stands for rows and cols: give one or the other");
  RandomBoard board;
  board.rows =
      static_cast<std::uint32_t>(number_of_key(kind, values, square ? "size" : "rows", 1, most_side));
  board.cols =
      static_cast<std::uint32_t>(number_of_key(kind, values, square ? "size" : "cols", 1, most_side));
  board.exits = static_cast<std::uint32_t>(number_of_key(kind, values, "exits", 0, most_side));
  board.seed = number_of_key(kind, values, "seed", 0, no_number - 1);
  board.police = piece_of(values, "police", board.rows, board.cols);
  board.thief = piece_of(values, "thief", board.rows, board.cols);
  const std::string walls = value_of_key(kind, values, "walls");
  const auto [end, error] = std::from_chars(walls.data(), walls.data() + walls.size(), board.walls);
  if (error != std::errc{} || end != walls.data() + walls.size() || !(board.walls >= 0 && board.walls <= 1))
    fail(Category::malformed, "walls = {}: not a share from 0 to 1", walls);
  if (std::uint64_t{board.rows} * board.cols < std::uint64_t{board.exits} + 2)
    fail(Category::malformed, "a board of {} x {} has no room for police, thief and {} exits", board.rows,
         board.cols, board.exits);
  return board;
}

}  // namespace

std::vector<SweepKeySpec> with_board_keys(std::vector<SweepKeySpec> more) {
  std::vector<SweepKeySpec> keys{{"board", ""},       {"rows", "", true},     {"cols", "", true},
                                 {"size", "", true},  {"walls", "0.2", true}, {"exits", "1", true},
                                 {"seed", "0", true}, {"police", ""},         {"thief", ""}};
  for (const std::string_view rule : rule_keys) keys.push_back({rule, ""});
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

bool is_rule(std::string_view key) {
  return std::find(rule_keys.begin(), rule_keys.end(), key) != rule_keys.end();
}

void read_board_of_job(const SweepKind& kind, const JobValues& values, Board& board) {
  if (!values.contains("board")) return random_board(random_parameters(kind, values), board);
  board = read_board(values.at("board"));
  board.police = piece_of(values, "police", board.rows, board.cols).value_or(board.police);
  board.thief = piece_of(values, "thief", board.rows, board.cols).value_or(board.thief);
}

PursuitRules rules_of_job(const JobValues& values) {
  Rules rules;
  for (const std::string_view key : rule_keys)
    if (const auto found = values.find(std::string(key)); found != values.end())
      rules[found->first] = found->second;
  return pursuit_rules_of(rules, "the sweep's configuration");
}

bool on_off_of_key(const SweepKind& kind, const JobValues& values, std::string_view key) {
  const std::string text = value_of_key(kind, values, key);
  if (text != "on" && text != "off") fail(Category::malformed, "{} = {}: neither on nor off", key, text);
  return text == "on";
}

}  // namespace retrograph
