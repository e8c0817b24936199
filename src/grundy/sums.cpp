#include "retrograph/grundy/sums.hpp"

#include <charconv>
#include <optional>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t number_limit = std::uint64_t{1} << 63;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::uint64_t number_of(std::string_view digits, std::string_view term) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || value >= number_limit)
    fail(Category::usage, "'{}' is no term of a sum: '{}' is not a number below 2^63", term, digits);
  return value;
}

std::optional<HeapGame> heap_game_named(std::string_view name) {
  try {
    return parse_heap_game(name);
  } catch (const Error&) {
    return std::nullopt;  // then it names a graph
  }
}

SumTerm parse_term(std::string_view term) {
  if (term.empty()) fail(Category::usage, "a term of the sum is empty");
  if (term.front() == '*') return {SumTerm::Kind::number, {}, number_of(trimmed(term.substr(1)), term), {}};
  const auto colon = term.rfind(':');
  if (colon == std::string_view::npos || colon == 0)
    fail(Category::usage, "'{}' is no term of a sum: expected GAME:HEAP, GRAPH:VERTEX or *N", term);
  std::string_view name = trimmed(term.substr(0, colon));
  const std::uint64_t number = number_of(trimmed(term.substr(colon + 1)), term);
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
    return {SumTerm::Kind::vertex, std::string(name.substr(1, name.size() - 2)), number, {}};
  if (name.find('"') != std::string_view::npos)
    fail(Category::usage, "'{}' is no term of a sum: a quote is open or out of place", term);
  if (auto game = heap_game_named(name))
    return {SumTerm::Kind::heap, std::string(name), number, std::move(*game)};
  return {SumTerm::Kind::vertex, std::string(name), number, {}};
}

// The first "+" of text outside quotes, or npos.
std::size_t find_plus(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '+' && !quoted) return i;
  }
  return std::string_view::npos;
}

std::string text_of(const SumTerm& term) {
  if (term.kind == SumTerm::Kind::number) return fmt::format("*{}", term.number);
  const bool quoted = term.kind == SumTerm::Kind::vertex &&
                      (term.source.find('+') != std::string::npos || heap_game_named(term.source));
  return fmt::format("{0}{1}{0}:{2}", quoted ? "\"" : "", term.source, term.number);
}

}  // namespace

Sum parse_sum(std::string_view text) {
  Sum sum;
  for (std::string_view rest = text;;) {
    const std::size_t plus = find_plus(rest);
    sum.push_back(parse_term(trimmed(rest.substr(0, plus))));
    if (plus == std::string_view::npos) return sum;
    rest.remove_prefix(plus + 1);
  }
}

std::vector<NumberedSum> parse_sums(std::string_view text, std::string_view origin) {
  std::vector<NumberedSum> sums;
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view content = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.empty() || content.front() == '#') continue;
    try {
      sums.push_back({line, parse_sum(content)});
    } catch (const Error& e) {
      fail(Category::malformed, "{}:{}: {}", origin, line, e.what());
    }
  }
  return sums;
}

std::string text_of(const Sum& sum) {
  std::string text;
  for (const SumTerm& term : sum) text += (text.empty() ? "" : " + ") + text_of(term);
  return text;
}

}  // namespace retrograph
