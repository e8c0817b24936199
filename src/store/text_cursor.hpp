// TextCursor: walks the lines and words of a text in memory, and knows where it is when something is wrong.
//
// Lines end with \n or \r\n; the last one need not. Words are separated by blanks and tabs. One thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "retrograph/support/error.hpp"

namespace retrograph {

class TextCursor {
 public:
  /// `name`, the file's name in messages, must outlive the cursor; `lines` have gone before the text.
  TextCursor(std::string_view text, std::string_view name, std::uint64_t lines = 0)
      : rest_(text), name_(name), number_(lines) {}

  /// Goes to the next line; false behind the last.
  bool next_line();
  /// The same, skipping empty lines and those whose first word starts with one of `comment`.
  bool next_line_of_data(std::string_view comment);
  /// The current line, without what words took of it; no line end.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] std::uint64_t line_number() const noexcept { return number_; }
  /// Column of the next character, from 1.
  [[nodiscard]] std::size_t column() const noexcept { return full_ - line_.size() + 1; }

  /// Takes the next word of the line; empty at its end.
  std::string_view word();
  /// Takes a word that must be a decimal number of at most `limit`; `what` names it in messages.
  std::uint64_t number(std::string_view what, std::uint64_t limit);
  /// Takes the words that are left; malformed unless there are none.
  void end_of_line();

  /// Throws Error(malformed) "<name>:<line>: <message>".
  template <class... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    fail(Category::malformed, "{}:{}: {}", name_, std::max<std::uint64_t>(number_, 1),
         fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::string_view name_;
  std::uint64_t number_;
  std::size_t full_ = 0;
};

/// The whole file, unpacked where it is gzip; "-" is standard input.
[[nodiscard]] std::string read_text(const std::filesystem::path& path);

/// A word for a message: quoted, cut when long, without control characters.
[[nodiscard]] std::string quote(std::string_view word);

}  // namespace retrograph
