// Boards for tests: from letters, and random ones of any density.
#pragma once

#include <random>
#include <string_view>

#include "retrograph/games/board.hpp"

namespace retrograph::test {

/// Rows joined by '/', letters as in the board files. Pieces that are absent stand on cell 0.
inline Board board_of(std::string_view text) {
  Board board;
  std::uint32_t width = 0;
  for (const char letter : text) {
    if (letter == '/') {
      board.cols = width;
      width = 0;
      ++board.rows;
      continue;
    }
    const auto cell = static_cast<std::uint32_t>(board.cells.size());
    if (letter == 'P') board.police = cell;
    if (letter == 'T') board.thief = cell;
    board.cells.push_back(letter == '*' ? Cell::wall : letter == 'E' ? Cell::exit : Cell::free);
    ++width;
  }
  board.cols = width;
  ++board.rows;
  return board;
}

/// Any mixture of walls and exits, also boards with no free cell at all; the pieces stand anywhere.
inline Board any_board(std::mt19937_64& random, std::uint32_t rows, std::uint32_t cols) {
  Board board;
  board.rows = rows;
  board.cols = cols;
  const std::uint64_t walls = random() % 101;
  board.cells.resize(std::size_t{rows} * cols);
  for (Cell& cell : board.cells) cell = random() % 100 < walls ? Cell::wall : Cell::free;
  for (std::uint64_t exits = random() % 4; exits > 0; --exits)
    board.cells[random() % board.cells.size()] = Cell::exit;
  board.police = static_cast<std::uint32_t>(random() % board.cells.size());
  board.thief = static_cast<std::uint32_t>(random() % board.cells.size());
  return board;
}

/// Combination number i of the rules; there are rule_combinations of them.
inline constexpr std::uint64_t rule_combinations = 192;
inline PursuitRules rules_at(std::uint64_t i) {
  PursuitRules rules;
  const auto take = [&i](std::uint64_t n) {
    const std::uint64_t choice = i % n;
    i /= n;
    return choice;
  };
  rules.first = take(2) == 0 ? Side::police : Side::thief;
  rules.police_diagonal = take(2) == 0;
  rules.thief_diagonal = take(2) == 0;
  rules.police_stay = take(2) == 0;
  rules.thief_stay = take(2) == 0;
  rules.exit_closed = take(2) == 0;
  rules.dead_end = static_cast<DeadEnd>(take(3));
  return rules;
}

inline PursuitRules any_rules(std::mt19937_64& random) {
  return rules_at(random() % rule_combinations);
}

}  // namespace retrograph::test
