#include "retrograph/store/checkpoint_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include "retrograph/store/input_hash.hpp"
#include "retrograph/support/error.hpp"

#include "store/posix.hpp"

namespace retrograph {
namespace {

constexpr std::string_view magic = "RGCKPT02";
constexpr std::size_t buffer_size = std::size_t{1} << 20;
// Bytes of one call of the system: it takes no more than 2 GiB at once.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

struct Header {
  std::array<char, 8> magic;
  std::uint64_t key;
  std::uint64_t generation;
  std::uint64_t size;
  std::uint64_t hash;
};
static_assert(sizeof(Header) == 40);

// The hash of the payload as it comes by, then that of the header with it.
class StateHash {
 public:
  StateHash() : state_(XXH3_createState()) { XXH3_64bits_reset(state_); }
  ~StateHash() { XXH3_freeState(state_); }
  StateHash(const StateHash&) = delete;
  StateHash& operator=(const StateHash&) = delete;
  void add(std::span<const std::byte> bytes) { XXH3_64bits_update(state_, bytes.data(), bytes.size()); }
  [[nodiscard]] std::uint64_t with(const Header& header) const {
    const std::array<std::uint64_t, 4> facts{header.key, header.generation, header.size,
                                             XXH3_64bits_digest(state_)};
    return XXH3_64bits(facts.data(), sizeof facts);
  }

 private:
  XXH3_state_t* state_;
};

// A file behind a buffer for the many small fields; large arrays pass it by.
class FileSink final : public StateSink {
 public:
  explicit FileSink(const std::filesystem::path& path)
      : path_(path), file_(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)) {
    if (!file_.valid()) wrong();
    write(std::as_bytes(std::span(&header_, 1)));
  }
  void put(std::span<const std::byte> bytes) override {
    hash_.add(bytes);
    size_ += bytes.size();
    const bool large = bytes.size() > buffer_size / 2;
    if (large || buffer_.size() + bytes.size() > buffer_size) flush();
    if (large) return write(bytes);
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
  // The header comes last: a file without one is not whole.
  void finish(std::uint64_t key, std::uint64_t generation) {
    flush();
    std::memcpy(header_.magic.data(), magic.data(), magic.size());
    header_.key = key;
    header_.generation = generation;
    header_.size = size_;
    header_.hash = hash_.with(header_);
    if (::pwrite(file_.get(), &header_, sizeof header_, 0) != ssize_t{sizeof header_}) wrong();
  }

 private:
  void flush() {
    write(buffer_);
    buffer_.clear();
  }
  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t done = ::write(file_.get(), bytes.data(), std::min(bytes.size(), most_at_once));
      if (done < 0 && errno != EINTR) wrong();
      if (done > 0) bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }
  [[noreturn]] void wrong() const {
    const int error = errno;
    fail(category_of_errno(error), "{}: the checkpoint cannot be written: {}", path_.string(),
         std::strerror(error));
  }

  std::filesystem::path path_;
  Descriptor file_;
  Header header_{};
  StateHash hash_;
  std::uint64_t size_ = 0;
  std::vector<std::byte> buffer_;
};

class FileSource final : public StateSource {
 public:
  // Nothing if the file is absent or has no header of its size.
  static std::unique_ptr<FileSource> open(const std::filesystem::path& path) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    Header header{};
    if (!file.valid() || error || size < sizeof header) return nullptr;
    if (::pread(file.get(), &header, sizeof header, 0) != ssize_t{sizeof header}) return nullptr;
    if (std::string_view(header.magic.data(), magic.size()) != magic) return nullptr;
    if (size != sizeof header + header.size) return nullptr;
    return std::unique_ptr<FileSource>(new FileSource(path, std::move(file), header));
  }
  [[nodiscard]] const Header& header() const noexcept { return header_; }
  [[nodiscard]] std::uint64_t left() const noexcept override { return left_; }
  void get(std::span<std::byte> bytes) override {
    left_ -= bytes.size();
    const std::size_t here = std::min(bytes.size(), buffer_.size() - at_);
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), here, bytes.begin());
    at_ += here;
    bytes = bytes.subspan(here);
    if (bytes.size() > buffer_size / 2) return read(bytes);
    if (bytes.empty()) return;
    buffer_.resize(std::min<std::uint64_t>(buffer_size, bytes.size() + left_));
    read(buffer_);
    at_ = bytes.size();
    std::copy_n(buffer_.begin(), at_, bytes.begin());
  }
  // Reads all of it; afterwards it stands at its beginning again.
  [[nodiscard]] bool whole() {
    StateHash hash;
    std::vector<std::byte> piece;
    for (std::uint64_t rest = header_.size; rest != 0; rest -= piece.size()) {
      piece.resize(std::min<std::uint64_t>(buffer_size, rest));
      read(piece);
      hash.add(piece);
    }
    offset_ = sizeof(Header);
    return hash.with(header_) == header_.hash;
  }

 private:
  FileSource(std::filesystem::path path, Descriptor file, const Header& header)
      : path_(std::move(path)), file_(std::move(file)), header_(header), left_(header.size) {}

  void read(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t done = ::pread(file_.get(), bytes.data(), std::min(bytes.size(), most_at_once), offset_);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0)
        fail(Category::io, "{}: the checkpoint cannot be read: {}", path_.string(),
             done == 0 ? "it has become shorter" : std::strerror(errno));
      bytes = bytes.subspan(static_cast<std::size_t>(done));
      offset_ += done;
    }
  }

  std::filesystem::path path_;
  Descriptor file_;
  Header header_;
  std::uint64_t left_;  // not yet given away
  off_t offset_ = sizeof(Header);
  std::vector<std::byte> buffer_;
  std::size_t at_ = 0;  // first byte of the buffer that is not given away
};

}  // namespace

std::uint64_t checkpoint_key(std::string_view what) {
  return std::stoull(hash_bytes(std::as_bytes(std::span(what))), nullptr, 16);
}

bool checkpoint_is_whole(const std::filesystem::path& generation) {
  const auto found = FileSource::open(generation);
  return found != nullptr && found->whole();
}

CheckpointFile::CheckpointFile(const std::filesystem::path& output, std::uint64_t key)
    : output_(output), key_(key) {}

std::filesystem::path CheckpointFile::path(std::uint64_t generation) const {
  return output_.string() + ".ckpt." + std::to_string(generation % 2);
}

std::unique_ptr<StateSource> CheckpointFile::newest() {
  std::unique_ptr<FileSource> newest;
  bool any = false;
  for (const std::uint64_t slot : {0U, 1U}) {
    any = any || std::filesystem::exists(path(slot));
    auto found = FileSource::open(path(slot));
    if (found == nullptr || !found->whole()) continue;
    if (newest == nullptr || found->header().generation > newest->header().generation)
      newest = std::move(found);
  }
  if (newest == nullptr) {
    if (any)
      fail(Category::malformed,
           "{}: there are checkpoints but none is whole; move {} and {} away to start anew", output_.string(),
           path(0).string(), path(1).string());
    return nullptr;
  }
  if (newest->header().key != key_)
    fail(Category::usage,
         "{}: its checkpoint belongs to another input or other rules; move {} and {} away to start anew",
         output_.string(), path(0).string(), path(1).string());
  next_ = newest->header().generation + 1;
  return newest;
}

PartialFile CheckpointFile::write(Checkpoint::Write state) {
  PartialFile file(path(next_), true);
  FileSink sink(file.partial());
  state(sink);
  sink.finish(key_, next_++);
  return file;
}

void CheckpointFile::remove() noexcept {
  std::error_code ignored;
  for (const std::uint64_t slot : {0U, 1U}) {
    std::filesystem::remove(path(slot), ignored);
    // Of a run that was killed while it wrote.
    std::filesystem::remove(path(slot).concat(".partial"), ignored);
  }
}

}  // namespace retrograph
