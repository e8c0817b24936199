// TextOutput: a buffered writer of text for a PartialFile, with numbers printed fast. One thread.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "store/posix.hpp"

namespace retrograph {

class TextOutput {
 public:
  /// Empties and writes a file that exists.
  explicit TextOutput(const std::filesystem::path& path);

  TextOutput& operator<<(std::string_view text) {
    if (text.size() >= block) {
      finish();
      write(text);
      return *this;
    }
    buffer_ += text;
    return flush_if_full();
  }
  TextOutput& operator<<(char c) {
    buffer_ += c;
    return flush_if_full();
  }
  TextOutput& operator<<(std::uint64_t number) {
    char digits[20];
    buffer_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    return flush_if_full();
  }
  /// Everything out; must be called at the end.
  void finish() {
    write(buffer_);
    buffer_.clear();
  }

 private:
  void write(std::string_view bytes);
  TextOutput& flush_if_full() {
    if (buffer_.size() >= block) finish();
    return *this;
  }
  static constexpr std::size_t block = std::size_t{1} << 18;
  Descriptor file_;
  std::string name_;
  std::string buffer_;
};

}  // namespace retrograph
