// ByteSource: the bytes of an input in order, from a file, standard input or memory; gzip is undone on the
// way.
//
// The bytes of the file itself are hashed as they pass, so that the input need not be read again to identify
// it. gzip is told by its first two bytes; several members in a row are one text. Damage is Error(malformed)
// with the byte offset in the file, a failing read Error(io). One thread at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/store/input_hash.hpp"

#include "store/posix.hpp"

namespace retrograph {

class ByteSource {
 public:
  /// Opens a file; "-" is standard input.
  explicit ByteSource(const std::filesystem::path& path);
  /// Bytes that outlive the source; `name` stands for a path.
  ByteSource(std::string_view bytes, std::string_view name);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// What messages call it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// The file's path; empty for standard input and memory.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Bytes of the file before decompression; nothing where that is not known beforehand.
  [[nodiscard]] std::optional<std::uint64_t> file_size() const noexcept { return file_size_; }
  [[nodiscard]] bool compressed() const noexcept { return inflate_ != nullptr; }

  /// The next `size` bytes without taking them; fewer only at the end.
  [[nodiscard]] std::string_view peek(std::size_t size);
  /// Takes the next `most` bytes, fewer only at the end, and gives their number.
  std::size_t read(char* to, std::size_t most);
  /// Takes a line without its end; nothing at the end of the input.
  [[nodiscard]] std::optional<std::string> next_line();
  /// Takes a word, up to the blank or newline behind it; empty at the end of the input.
  [[nodiscard]] std::string next_word();
  /// Lines taken by next_line() and passed by next_word().
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }
  /// Takes all that is left.
  [[nodiscard]] std::string rest();
  /// All bytes at once, for formats that jump about: a file is mapped, and must not change meanwhile.
  struct Whole {
    std::shared_ptr<const void> owner;
    std::string_view bytes;
  };
  [[nodiscard]] Whole whole();

  /// Name, size and hash of the bytes of the file read so far: of the file once all is taken.
  [[nodiscard]] InputId id() const;

 private:
  struct Inflate;
  void begin();
  std::size_t fill(char* to, std::size_t most);
  std::size_t read_raw(char* to, std::size_t most);
  std::size_t read_inflated(char* to, std::size_t most);

  std::string name_;
  std::string given_;  // as the command line gave it
  std::filesystem::path path_;
  std::optional<Descriptor> file_;
  std::string_view memory_;
  std::optional<std::uint64_t> file_size_;
  std::unique_ptr<Inflate> inflate_;
  StreamingHash hash_;
  bool begun_ = false;
  std::vector<char> buffer_;  // bytes peeked at and not taken: from begin_ on
  std::size_t begin_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace retrograph
