// Checkpoints: two generations of a packed state beside the output, `<output>.ckpt.0` and `<output>.ckpt.1`.
//
// A file is a header of 40 bytes, little-endian, and the payload:
//   "RGCKPT02"  u64 key  u64 generation  u64 payload bytes  u64 XXH3 of these three and the payload's XXH3
// The key is a hash of everything the answer depends on (input, verb, rules), never of threads, memory or
// engine. write() makes a new file; its commit() puts it in the place of the older of the two, flushed, so a
// kill at any moment leaves the other whole. newest() takes the newest whole one of this key. One thread at a
// time, but the commit may be another's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "retrograph/store/atomic_file.hpp"
#include "retrograph/support/checkpoint.hpp"

namespace retrograph {

/// The key of a run that `what` describes.
[[nodiscard]] std::uint64_t checkpoint_key(std::string_view what);

/// Whether one generation is whole; of any run.
[[nodiscard]] bool checkpoint_is_whole(const std::filesystem::path& generation);

class CheckpointFile {
 public:
  /// Nothing is read or written yet.
  CheckpointFile(const std::filesystem::path& output, std::uint64_t key);

  /// The newest state, at its beginning and known to be whole, or null where there is no checkpoint.
  /// Error(malformed) if there are files and none is whole, Error(usage) if they belong to another input or
  /// other rules; they are left as they are in both cases.
  [[nodiscard]] std::unique_ptr<StateSource> newest();
  /// A state that is the newest when it is committed, before the next is written. Error(io), or
  /// Error(resource) on a full disk; the generations before stay.
  [[nodiscard]] PartialFile write(Checkpoint::Write state);
  /// Deletes both, when the output is whole.
  void remove() noexcept;

 private:
  [[nodiscard]] std::filesystem::path path(std::uint64_t generation) const;
  std::filesystem::path output_;
  std::uint64_t key_;
  std::uint64_t next_ = 0;
};

}  // namespace retrograph
