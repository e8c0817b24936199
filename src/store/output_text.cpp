#include "store/output_text.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace retrograph {

TextOutput::TextOutput(const std::filesystem::path& path)
    : file_(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)), name_(path.string()) {
  if (!file_.valid()) fail(Category::cannot_create, "{}: cannot be opened: {}", name_, std::strerror(errno));
  buffer_.reserve(block + 64);
}

void TextOutput::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file_.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(category_of_errno(errno), "{}: cannot be written: {}", name_, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

}  // namespace retrograph
