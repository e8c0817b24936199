// Small helpers over the system's files: owned descriptors, and errno as a category.
#pragma once

#include <filesystem>

#include "retrograph/support/error.hpp"

namespace retrograph {

/// resource for a full disk or quota and for size limits, else io.
[[nodiscard]] Category category_of_errno(int error) noexcept;

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool valid() const noexcept { return fd_ >= 0; }

 private:
  int fd_;
};

/// Opens for reading; "-" is standard input. Error(no_input) naming the file and the reason.
[[nodiscard]] Descriptor open_input(const std::filesystem::path& path);

}  // namespace retrograph
