#include "store/text_cursor.hpp"

#include <charconv>

#include "store/byte_source.hpp"

namespace retrograph {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t longest_quote = 40;

}  // namespace

bool TextCursor::next_line() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  full_ = line_.size();
  ++number_;
  return true;
}

bool TextCursor::next_line_of_data(std::string_view comment) {
  while (next_line()) {
    const std::size_t first = line_.find_first_not_of(blanks);
    if (first != std::string_view::npos && comment.find(line_[first]) == std::string_view::npos) return true;
  }
  return false;
}

std::string_view TextCursor::word() {
  line_.remove_prefix(std::min(line_.find_first_not_of(blanks), line_.size()));
  const std::string_view taken = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(taken.size());
  return taken;
}

std::uint64_t TextCursor::number(std::string_view what, std::uint64_t limit) {
  const std::string_view text = word();
  if (text.empty()) wrong("{} is missing", what);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool all = end == text.data() + text.size();
  if ((error == std::errc::result_out_of_range && all) || (error == std::errc{} && all && value > limit))
    wrong("{} is {}, the limit is {}", what, quote(text), limit);
  if (error != std::errc{} || !all) wrong("{} is {}, it must be a decimal number", what, quote(text));
  return value;
}

void TextCursor::end_of_line() {
  if (const auto extra = word(); !extra.empty()) wrong("{} is one word too many", quote(extra));
}

std::string read_text(const std::filesystem::path& path) {
  return ByteSource(path).rest();
}

std::string quote(std::string_view word) {
  std::string text = "'";
  for (const char c : word.substr(0, longest_quote)) text += c >= ' ' && c != 127 ? c : '?';
  return text + (word.size() > longest_quote ? "...'" : "'");
}

}  // namespace retrograph
