// PartialFile: an output file that appears under its name only when it is whole.
//
// The constructor refuses everything that would make the output fail later, before any work is done: an
// existing target without `force`, a target that is not a regular file, a folder that is missing or not
// writable (Error(cannot_create)). It creates `<target>.partial`, which the caller fills and closes; commit()
// flushes it to the disk, renames it to the target and flushes the folder. An object that dies uncommitted
// removes the partial file. One thread at a time.
#pragma once

#include <filesystem>

namespace retrograph {

class PartialFile {
 public:
  PartialFile(std::filesystem::path target, bool force);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  PartialFile(PartialFile&& other) noexcept;
  PartialFile& operator=(PartialFile&&) = delete;

  /// Where the finished file will be.
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  /// The file to write: `<target>.partial`.
  [[nodiscard]] const std::filesystem::path& partial() const noexcept { return partial_; }
  /// The file appears under its name. Without `force` a target that has appeared meanwhile is kept and
  /// Error(cannot_create) thrown. Error(io), or Error(resource) on a full disk.
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path partial_;
  bool force_;
  bool pending_ = true;
};

}  // namespace retrograph
