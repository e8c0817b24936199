#include "retrograph/store/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/posix.hpp"

namespace retrograph {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& target) {
  const fs::path folder = target.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

void check_target(const fs::path& target, bool force) {
  struct stat status{};
  if (target.empty() || !target.has_filename())
    fail(Category::cannot_create, "'{}' is not the name of a file", target.string());
  if (::stat(target.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode))
      fail(Category::cannot_create, "{}: exists and is not a regular file", target.string());
    if (!force) fail(Category::cannot_create, "{}: exists (--force replaces it)", target.string());
  }
  const fs::path folder = folder_of(target);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    fail(Category::cannot_create, "{}: cannot be created in {}: {}", target.string(), folder.string(),
         std::strerror(errno));
}

void flush_to_disk(const fs::path& path, int flags) {
  const Descriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (!file.valid() || ::fsync(file.get()) != 0) {
    const int error = errno;
    // Some file systems cannot flush a folder; the rename is then as safe as they make it.
    if ((flags & O_DIRECTORY) != 0 && (error == EINVAL || error == EACCES)) return;
    fail(category_of_errno(error), "{}: cannot be flushed to the disk: {}", path.string(),
         std::strerror(error));
  }
}

// rename() that can refuse to replace a file, also on systems without RENAME_NOREPLACE.
int rename_file(const fs::path& from, const fs::path& to, bool replace) {
  if (replace) return ::rename(from.c_str(), to.c_str());
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (::link(from.c_str(), to.c_str()) != 0) return -1;
  return ::unlink(from.c_str());
}

}  // namespace

PartialFile::PartialFile(fs::path target, bool force)
    : target_(std::move(target)), partial_(target_.string() + ".partial"), force_(force) {
  check_target(target_, force_);
  const Descriptor file(::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid())
    fail(Category::cannot_create, "{}: cannot be created: {}", partial_.string(), std::strerror(errno));
}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : target_(std::move(other.target_)),
      partial_(std::move(other.partial_)),
      force_(other.force_),
      pending_(std::exchange(other.pending_, false)) {}

PartialFile::~PartialFile() {
  if (pending_) ::unlink(partial_.c_str());
}

void PartialFile::commit() {
  if (!pending_) fail(Category::internal, "{}: committed twice", target_.string());
  flush_to_disk(partial_, O_RDONLY);
  if (rename_file(partial_, target_, force_) != 0) {
    const int error = errno;
    if (error == EEXIST)
      fail(Category::cannot_create, "{}: has appeared meanwhile (--force replaces it)", target_.string());
    fail(category_of_errno(error), "{}: cannot be renamed to {}: {}", partial_.string(), target_.string(),
         std::strerror(error));
  }
  pending_ = false;
  flush_to_disk(folder_of(target_), O_RDONLY | O_DIRECTORY);
}

}  // namespace retrograph
