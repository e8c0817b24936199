#include "retrograph/store/input_hash.hpp"

#include <cerrno>
#include <cstring>
#include <vector>

#include <unistd.h>
#include <xxhash.h>

#include "retrograph/support/error.hpp"

#include "store/posix.hpp"

namespace retrograph {

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

std::string hash_bytes(std::span<const std::byte> bytes) {
  return hash_text(XXH3_64bits(bytes.data(), bytes.size()));
}

struct StreamingHash::State {
  XXH3_state_t* xxh = XXH3_createState();
  State() {
    if (xxh == nullptr) fail(Category::resource, "out of memory for the state of a hash");
    XXH3_64bits_reset(xxh);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { XXH3_freeState(xxh); }
};

StreamingHash::StreamingHash() : state_(std::make_unique<State>()) {}
StreamingHash::~StreamingHash() = default;
StreamingHash::StreamingHash(StreamingHash&&) noexcept = default;
StreamingHash& StreamingHash::operator=(StreamingHash&&) noexcept = default;

void StreamingHash::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(state_->xxh, bytes.data(), bytes.size());
  size_ += bytes.size();
}

std::string StreamingHash::hex() const {
  return hash_text(XXH3_64bits_digest(state_->xxh));
}

InputId identify_file(const std::filesystem::path& path) {
  const Descriptor file = open_input(path);
  StreamingHash hash;
  std::vector<std::byte> block(std::size_t{1} << 18);
  for (;;) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      fail(Category::io, "{}: read error at byte {}: {}", path.string(), hash.size(), std::strerror(errno));
    if (got == 0) break;
    hash.add({block.data(), static_cast<std::size_t>(got)});
  }
  return {path.string(), hash.size(), hash.hex()};
}

}  // namespace retrograph
