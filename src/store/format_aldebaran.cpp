// Labelled transition systems in the Aldebaran format (.aut): "des (FIRST, TRANSITIONS, STATES)", then a line
// "(FROM, LABEL, TO)" for every transition, states from 0. A label may stand in double quotes and may hold
// commas and brackets either way. Labels and the first state are dropped: every transition is a move.
#include <algorithm>
#include <atomic>
#include <charconv>

#include "store/edge_parts.hpp"
#include "store/format_readers.hpp"
#include "store/line_stream.hpp"
#include "store/text_cursor.hpp"

namespace retrograph::format {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// What stands in the brackets that the line, after `word`, consists of.
std::string_view inside_brackets(const TextCursor& cursor, std::string_view word) {
  std::string_view text = trimmed(cursor.line());
  if (!text.starts_with(word)) cursor.wrong("{} stands where '{}' is expected", quote(text), word);
  text = trimmed(text.substr(word.size()));
  if (!text.starts_with('(') || !text.ends_with(')')) cursor.wrong("{} is not in brackets", quote(text));
  return text.substr(1, text.size() - 2);
}

std::uint64_t number(const TextCursor& cursor, std::string_view text, std::string_view what,
                     std::uint64_t limit) {
  text = trimmed(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument)
    cursor.wrong("{} is {}, it must be a decimal number", what, quote(text));
  if (error != std::errc{} || value > limit)
    cursor.wrong("{} is {}, the limit is {}", what, quote(text), limit);
  return value;
}

struct Sizes {
  std::uint64_t transitions = 0;
  std::uint64_t states = 0;
};

Sizes take_heading(const TextCursor& cursor) {
  const std::string_view text = inside_brackets(cursor, "des");
  const std::size_t first = text.find(',');
  const std::size_t second = first == std::string_view::npos ? first : text.find(',', first + 1);
  if (second == std::string_view::npos) cursor.wrong("{} holds no three numbers", quote(text));
  Sizes sizes;
  sizes.transitions =
      number(cursor, text.substr(first + 1, second - first - 1), "the number of transitions", largest_id);
  sizes.states = number(cursor, text.substr(second + 1), "the number of states", largest_id);
  const std::uint64_t initial = number(cursor, text.substr(0, first), "the first state", largest_id);
  if (initial >= sizes.states && sizes.states != 0)
    cursor.wrong("the first state is {}, there are only {}", initial, sizes.states);
  return sizes;
}

template <class E>
E take_transition(const TextCursor& cursor, std::uint64_t states) {
  if (states == 0) cursor.wrong("a transition in a system of no states");
  const std::string_view text = inside_brackets(cursor, "");
  const std::size_t first = text.find(',');
  const std::size_t last = text.rfind(',');
  if (first == last) cursor.wrong("{} is no transition (from, label, to)", quote(text));
  const std::string_view label = trimmed(text.substr(first + 1, last - first - 1));
  if (label.starts_with('"') && (label.size() < 2 || !label.ends_with('"')))
    cursor.wrong("the label {} has no closing quote", quote(label));
  using Id = decltype(E::from);
  return {static_cast<Id>(number(cursor, text.substr(0, first), "the state", states - 1)),
          static_cast<Id>(number(cursor, text.substr(last + 1), "the next state", states - 1))};
}

template <class E>
std::uint64_t read_transitions(ByteSource& in, std::uint64_t states, EdgeParts& parts) {
  constexpr std::size_t shortest = 7;   // bytes of a line "(0,,1)" with its end
  std::atomic<std::uint64_t> found{0};  // relaxed: the end of the loop publishes it
  stream_lines(in, [&](const TextBlock& block) {
    E* const room = parts.room<E>(block.text.size() / shortest + 1, block.worker);
    E* to = room;
    std::uint64_t largest = 0;
    TextCursor cursor(block.text, in.name(), block.first_line - 1);
    while (cursor.next_line_of_data({})) {
      *to = take_transition<E>(cursor, states);
      largest = std::max<std::uint64_t>({largest, to->from, to->to});
      ++to;
    }
    found.fetch_add(static_cast<std::uint64_t>(to - room), std::memory_order_relaxed);
    parts.keep<E>(static_cast<std::size_t>(to - room), block.number, largest, block.worker);
    return cursor.line_number() - (block.first_line - 1);
  });
  return found.load(std::memory_order_relaxed);
}

}  // namespace

LoadedGraph read_aut(ByteSource& in, const GraphReadOptions& options) {
  EdgeParts parts(in.name(), options);
  for (;;) {
    const auto line = in.next_line();
    if (!line) fail(Category::malformed, "{}:{}: there is no line 'des'", in.name(), in.lines() + 1);
    TextCursor cursor(*line, in.name(), in.lines() - 1);
    if (!cursor.next_line_of_data({})) continue;
    const Sizes sizes = take_heading(cursor);
    constexpr std::uint64_t narrow = std::uint64_t{1} << 32;
    const std::uint64_t found = sizes.states <= narrow ? read_transitions<NarrowEdge>(in, sizes.states, parts)
                                                       : read_transitions<WideEdge>(in, sizes.states, parts);
    check_count(in, found, sizes.transitions, "transitions");
    return parts.build(sizes.states);
  }
}

}  // namespace retrograph::format
