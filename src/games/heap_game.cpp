#include "retrograph/games/heap_game.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::size_t most_digits = 32;
// Removals are kept as a digit string and as the window of values that proves a period.
constexpr std::uint32_t largest_removal = 1'000'000;

constexpr std::string_view names_help =
    "nim, kayles, dawson-kayles, dawson-chess, crosses, officers, treblecross, grundy";
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> named_codes = {{
    {"kayles", "0.77"},
    {"dawson-kayles", "0.07"},
    {"dawson-chess", "0.137"},
    {"crosses", "0.137"},
    {"officers", "0.6"},
    {"treblecross", "0.007"},
}};

// 0 .. 15, or -1 if c is no hexadecimal digit.
int digit_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::string code_name(const std::vector<std::uint8_t>& digits) {
  constexpr std::string_view symbols = "0123456789ABCDEF";
  std::string name{symbols[digits[0]], '.'};
  for (std::size_t k = 1; k < digits.size(); ++k) name += symbols[digits[k]];
  if (digits.size() == 1) name += '0';
  return name;
}

// The digit in front of the point says what may be left without removing anything: never the heap itself.
std::uint8_t first_digit(std::string_view text) {
  const int d0 = digit_value(text[0]);
  if (d0 < 0 || d0 % 4 != 0)
    fail(Category::usage,
         "heap game '{}': the digit before the point is '{}', it must be 0 or 4 (8 or C to split in three)",
         text, text[0]);
  return static_cast<std::uint8_t>(d0);
}

HeapGame parse_code(std::string_view text) {
  HeapGame game;
  game.digits.push_back(first_digit(text));
  const std::string_view tail = text.substr(2);
  if (tail.empty()) fail(Category::usage, "heap game '{}': no digit after the point", text);
  if (tail.size() > most_digits)
    fail(Category::usage, "heap game '{}': {} digits after the point, at most {} are allowed", text,
         tail.size(), most_digits);
  for (std::size_t i = 0; i < tail.size(); ++i) {
    const int digit = digit_value(tail[i]);
    if (digit < 0)
      fail(Category::usage, "heap game '{}': '{}' at column {} is no octal or hexadecimal digit", text,
           tail[i], i + 3);
    game.digits.push_back(static_cast<std::uint8_t>(digit));
  }
  while (game.digits.size() > 1 && game.digits.back() == 0) game.digits.pop_back();
  if (game.digits.size() == 1 && game.digits[0] == 0)
    fail(Category::usage, "heap game '{}': all digits are 0, so there is no move", text);
  game.name = code_name(game.digits);
  return game;
}

// Ascending removals of "1,3,4"; `list` is the end of `text`.
std::vector<std::uint32_t> parse_removals(std::string_view text, std::string_view list) {
  std::vector<std::uint32_t> removals;
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view item = list.substr(0, comma);
    std::uint32_t removal = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), removal);
    if (error != std::errc{} || end != item.data() + item.size() || removal == 0 || removal > largest_removal)
      fail(Category::usage, "heap game '{}': '{}' is no removal from 1 to {}", text, item, largest_removal);
    removals.push_back(removal);
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  std::sort(removals.begin(), removals.end());
  if (const auto twice = std::adjacent_find(removals.begin(), removals.end()); twice != removals.end())
    fail(Category::usage, "heap game '{}': {} is listed twice", text, *twice);
  return removals;
}

HeapGame parse_subtraction(std::string_view text, std::string_view list) {
  constexpr std::string_view all_but = "all-but:";
  HeapGame game;
  const bool excluded = list.starts_with(all_but);
  if (excluded) list.remove_prefix(all_but.size());
  const std::vector<std::uint32_t> removals = parse_removals(text, list);
  game.name = excluded ? "subtraction:all-but:" : "subtraction:";
  for (const std::uint32_t removal : removals) game.name += std::to_string(removal) + ',';
  game.name.pop_back();
  if (excluded) {
    game.kind = HeapGame::Kind::all_but;
    game.excluded = removals;
  } else {
    game.kind = HeapGame::Kind::subtraction;
    game.digits.resize(removals.back() + 1);
    for (const std::uint32_t removal : removals) game.digits[removal] = 3;
  }
  return game;
}

}  // namespace

unsigned HeapGame::most_parts() const noexcept {
  if (kind == Kind::grundy) return 2;
  std::uint8_t bits = 0;
  for (const std::uint8_t digit : digits) bits |= digit;
  return (bits & 8) != 0 ? 3 : (bits & 4) != 0 ? 2 : 1;
}

HeapGame parse_heap_game(std::string_view text) {
  constexpr std::string_view subtraction = "subtraction:";
  HeapGame game;
  if (text == "grundy") {
    game.kind = HeapGame::Kind::grundy;
    game.name = text;
    return game;
  }
  if (text == "nim") {
    game.kind = HeapGame::Kind::all_but;
    game.name = text;
    return game;
  }
  for (const auto& [name, code] : named_codes) {
    if (text != name) continue;
    game = parse_code(code);
    if (name == "treblecross") {
      game.name = name;
      game.heap_offset = 2;
    }
    return game;
  }
  if (text.starts_with(subtraction)) return parse_subtraction(text, text.substr(subtraction.size()));
  if (text.size() >= 2 && text[1] == '.') return parse_code(text);
  fail(Category::usage,
       "heap game '{}' is not known: give a code (0.137, 4.0, 0.3F), subtraction:1,3,4, "
       "subtraction:all-but:2,5, or a name ({})",
       text, names_help);
}

HeapGame without_offset(const HeapGame& game) {
  HeapGame code = game;
  if (game.heap_offset == 0) return code;
  code.heap_offset = 0;
  code.name = code_name(game.digits);
  return code;
}

}  // namespace retrograph
