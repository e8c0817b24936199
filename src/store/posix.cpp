#include "store/posix.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retrograph {

Category category_of_errno(int error) noexcept {
  return error == ENOSPC || error == EDQUOT || error == EFBIG || error == ENOMEM ? Category::resource
                                                                                 : Category::io;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor open_input(const std::filesystem::path& path) {
  Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid())
    fail(Category::no_input, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode))
    fail(Category::no_input, "{}: is a folder", path.string());
  return file;
}

}  // namespace retrograph
