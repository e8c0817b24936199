// Checkpoints: two generations of a packed state beside the output, `<output>.ckpt.0` and `<output>.ckpt.1`.
//
// A file is a header of 40 bytes, little-endian, and the payload:
//   "RGCKPT01"  u64 key  u64 generation  u64 payload bytes  u64 XXH3 of key, generation, size and payload
// The key is a hash of everything the answer depends on (input, verb, rules), never of threads, memory or
// engine. save() writes the older of the two (as a new file, flushed, renamed), so a kill at any moment
// leaves the other whole. newest() takes the newest whole one of this key. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace retrograph {

/// The key of a run that `what` describes.
[[nodiscard]] std::uint64_t checkpoint_key(std::string_view what);

class CheckpointFile {
 public:
  /// Nothing is read or written yet.
  CheckpointFile(const std::filesystem::path& output, std::uint64_t key);

  /// The newest state, or nothing where there is no checkpoint. Error(malformed) if there are files and
  /// none is whole, Error(usage) if they belong to another input or other rules; they are left as they are
  /// in both cases.
  [[nodiscard]] std::optional<std::vector<std::byte>> newest();
  /// Error(io), or Error(resource) on a full disk; the generation before stays.
  void save(std::span<const std::byte> state);
  /// Deletes both, when the output is whole.
  void remove() noexcept;

 private:
  [[nodiscard]] std::filesystem::path path(std::uint64_t generation) const;
  std::filesystem::path output_;
  std::uint64_t key_;
  std::uint64_t next_ = 0;
};

}  // namespace retrograph
