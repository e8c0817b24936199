// The hash by which a result knows its input: XXH3 (64 bits) of the bytes, as 16 lower-case hex digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace retrograph {

/// What a result keeps of the input it was made from.
struct InputId {
  std::string name;        // as given on the command line; "-" is standard input
  std::uint64_t size = 0;  // bytes
  std::string hash;        // 16 hex digits
  friend bool operator==(const InputId&, const InputId&) = default;
};

[[nodiscard]] std::string hash_bytes(std::span<const std::byte> bytes);

/// 16 lower-case digits, as all hashes are written.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

/// Name, size and hash of a file, read in one streamed pass; Error(no_input) if it cannot be opened,
/// Error(io) if it cannot be read.
[[nodiscard]] InputId identify_file(const std::filesystem::path& path);

/// The same hash over bytes that arrive in pieces.
class StreamingHash {
 public:
  StreamingHash();
  ~StreamingHash();
  StreamingHash(StreamingHash&&) noexcept;
  StreamingHash& operator=(StreamingHash&&) noexcept;
  void add(std::span<const std::byte> bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::uint64_t size_ = 0;
};

}  // namespace retrograph
