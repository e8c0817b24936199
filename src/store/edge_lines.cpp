#include "store/edge_lines.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <limits>

#include "store/digits.hpp"
#include "store/line_kernels.hpp"
#include "store/line_stream.hpp"
#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

void check_weight(TextCursor& cursor) {
  const std::string_view text = cursor.word();
  if (text.empty()) cursor.wrong("the weight is missing");
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size())
    cursor.wrong("the weight is {}, it must be a number", quote(text));
}

// One block's edges, in E; stops and says so where an id does not fit.
template <class E>
class BlockParser {
 public:
  BlockParser(const EdgeLines& lines, const TextBlock& block, PlainLinesKernel kernel, std::string_view name,
              E* to)
      : kernel_(kernel),
        lines_(lines),
        block_(block),
        name_(name),
        to_(to),
        at_(block.text.data()),
        end_(at_ + block.text.size()) {}

  // False: an id needs a wider E.
  bool run() {
    std::size_t skip = 1;  // lines to read one by one where many at a time got nowhere
    while (at_ != end_) {
      if (many_lines())
        skip = 1;
      else
        skip = std::min<std::size_t>(2 * skip, 1024);
      if (!some_lines(skip)) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t line_count() const noexcept { return line_count_; }
  [[nodiscard]] std::uint64_t edge_lines() const noexcept { return edge_lines_; }
  [[nodiscard]] std::uint64_t largest() const noexcept { return largest_; }
  [[nodiscard]] E* end() const noexcept { return to_; }

 private:
  using Id = decltype(E::from);

  // As many plain lines as the kernel takes; false if that is none.
  bool many_lines() {
    if constexpr (sizeof(Id) == 4) {
      constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
      if (lines_.letter != 0 || lines_.weights != 0 || lines_.both_ways || lines_.last < lines_.first)
        return false;
      PlainLines plain{at_,
                       end_,
                       to_,
                       static_cast<std::uint32_t>(lines_.first),
                       static_cast<std::uint32_t>(std::min(lines_.last, most)),
                       0};
      kernel_(plain);
      const auto count = static_cast<std::uint64_t>(plain.to - to_);
      largest_ = std::max<std::uint64_t>(largest_, plain.largest);
      line_count_ += count;
      edge_lines_ += count;
      at_ = plain.at;
      to_ = plain.to;
      return count != 0;
    } else {
      return false;
    }
  }

  bool some_lines(std::size_t count) {
    for (std::size_t i = 0; i < count && at_ != end_; ++i) {
      if (!plain_line() && !careful_line()) return false;
      ++line_count_;
    }
    return true;
  }

  void keep(std::uint64_t from, std::uint64_t to) {
    from -= lines_.first;
    to -= lines_.first;
    largest_ = std::max({largest_, from, to});
    *to_++ = {static_cast<Id>(from), static_cast<Id>(to)};
    if (lines_.both_ways && from != to) *to_++ = {static_cast<Id>(to), static_cast<Id>(from)};
    ++edge_lines_;
  }
  [[nodiscard]] bool in_range(std::uint64_t id) const {
    return id >= lines_.first && id <= std::min<std::uint64_t>(lines_.last, std::numeric_limits<Id>::max());
  }

  // A line of plain numbers with one blank between; takes nothing where the line is something else.
  bool plain_line() {
    const char* at = at_;
    if (lines_.letter != 0) {
      if (at[0] != lines_.letter || at[1] != ' ') return false;
      at += 2;
    }
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if (!take_digits(at, from) || !is_blank(*at)) return false;
    ++at;
    if (!take_digits(at, to)) return false;
    std::uint64_t weight = 0;
    for (unsigned w = 0; w < lines_.weights; ++w) {
      if (!is_blank(*at)) return false;
      ++at;
      if (!take_digits(at, weight)) return false;
    }
    if (*at == '\r') ++at;
    // The text may end here, and what lies behind it may be a newline by chance: not a plain line then.
    if (at >= end_ || *at != '\n' || !in_range(from) || !in_range(to)) return false;
    at_ = at + 1;
    keep(from, to);
    return true;
  }

  bool careful_line() {
    const auto left = std::string_view(at_, static_cast<std::size_t>(end_ - at_));
    const std::string_view text = left.substr(0, std::min(left.find('\n'), left.size() - 1) + 1);
    TextCursor cursor(text, name_, block_.first_line + line_count_ - 1);
    if (cursor.next_line_of_data(lines_.comments)) {
      if (lines_.letter != 0 && cursor.word() != std::string_view(&lines_.letter, 1))
        cursor.wrong("the line does not begin with '{}'", lines_.letter);
      if (lines_.last < lines_.first) cursor.wrong("a move in a graph of no vertices");
      const std::uint64_t from = number(cursor, "the first id");
      const std::uint64_t to = number(cursor, "the second id");
      for (unsigned w = 0; w < lines_.weights; ++w) check_weight(cursor);
      cursor.end_of_line();
      if (!in_range(from) || !in_range(to)) return false;
      keep(from, to);
    }
    at_ += text.size();
    return true;
  }
  std::uint64_t number(TextCursor& cursor, std::string_view what) const {
    const std::uint64_t id = cursor.number(what, lines_.last);
    if (id < lines_.first) cursor.wrong("{} is {}, ids begin at {}", what, id, lines_.first);
    return id;
  }

  PlainLinesKernel kernel_;
  const EdgeLines& lines_;
  const TextBlock& block_;
  std::string_view name_;
  E* to_;
  const char* at_;
  const char* end_;
  std::uint64_t line_count_ = 0;
  std::uint64_t edge_lines_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace

std::uint64_t read_edge_lines(ByteSource& in, const EdgeLines& lines, EdgeParts& parts) {
  std::atomic<std::uint64_t> edge_lines{0};  // relaxed: the end of the loop publishes it
  const PlainLinesKernel kernel = plain_lines_kernel(simd_level());
  constexpr std::size_t shortest = 4;  // bytes of a line "0 1" with its end
  stream_lines(in, [&](const TextBlock& block) {
    const std::size_t most = (block.text.size() / shortest + 1) * (lines.both_ways ? 2 : 1);
    const auto parse_as = [&]<class E>(const E*, std::uint64_t& line_count) {
      E* const room = parts.room<E>(most, block.worker);
      BlockParser<E> parser(lines, block, kernel, in.name(), room);
      if (!parser.run()) return false;
      parts.keep<E>(static_cast<std::size_t>(parser.end() - room), block.number, parser.largest(),
                    block.worker);
      edge_lines.fetch_add(parser.edge_lines(), std::memory_order_relaxed);
      line_count = parser.line_count();
      return true;
    };
    std::uint64_t line_count = 0;
    if (!parse_as(static_cast<const NarrowEdge*>(nullptr), line_count) &&
        !parse_as(static_cast<const WideEdge*>(nullptr), line_count))
      fail(Category::internal, "{}: an id outgrew 64 bits", in.name());
    return line_count;
  });
  return edge_lines.load(std::memory_order_relaxed);
}

}  // namespace retrograph
