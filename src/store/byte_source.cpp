#include "store/byte_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace retrograph {
namespace {

constexpr std::size_t raw_block = std::size_t{1} << 18;
constexpr std::string_view gzip_mark = "\x1f\x8b";
constexpr std::size_t longest_line = std::size_t{1} << 24;

std::optional<std::uint64_t> size_of(const Descriptor& file) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

struct ByteSource::Inflate {
  z_stream stream{};
  std::vector<char> raw = std::vector<char>(raw_block);
  bool inside = false;  // a member
  bool ended = false;   // the file

  Inflate() {
    constexpr int gzip_window = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_window) != Z_OK) fail(Category::resource, "out of memory for gzip");
  }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;
  ~Inflate() { inflateEnd(&stream); }
};

ByteSource::ByteSource(const std::filesystem::path& path)
    : name_(path == "-" ? "standard input" : path.string()),
      given_(path.string()),
      path_(path == "-" ? std::filesystem::path() : path),
      file_(open_input(path)),
      file_size_(size_of(*file_)) {}

ByteSource::ByteSource(std::string_view bytes, std::string_view name)
    : name_(name), given_(name), memory_(bytes), file_size_(bytes.size()) {}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read_raw(char* to, std::size_t most) {
  std::size_t size = 0;
  if (!file_) {
    size = std::min(most, memory_.size());
    std::memcpy(to, memory_.data(), size);
    memory_.remove_prefix(size);
  }
  while (file_ && size < most) {
    const ssize_t got = ::read(file_->get(), to + size, most - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      fail(Category::io, "{}: read error at byte {}: {}", name_, hash_.size() + size, std::strerror(errno));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  hash_.add(std::as_bytes(std::span(to, size)));
  return size;
}

std::size_t ByteSource::read_inflated(char* to, std::size_t most) {
  z_stream& stream = inflate_->stream;
  const auto where = [&] { return hash_.size() - stream.avail_in; };
  stream.next_out = reinterpret_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(most);
  while (stream.avail_out > 0) {
    if (stream.avail_in == 0 && !inflate_->ended) {
      stream.avail_in = static_cast<uInt>(read_raw(inflate_->raw.data(), inflate_->raw.size()));
      stream.next_in = reinterpret_cast<Bytef*>(inflate_->raw.data());
      inflate_->ended = stream.avail_in == 0;
    }
    if (inflate_->ended && stream.avail_in == 0) {
      if (inflate_->inside)
        fail(Category::malformed, "{}: the gzip data ends early, at byte {}", name_, where());
      break;
    }
    inflate_->inside = true;
    const int result = inflate(&stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      inflate_->inside = false;
      inflateReset(&stream);
    } else if (result == Z_MEM_ERROR) {
      fail(Category::resource, "out of memory for gzip");
    } else if (result != Z_OK) {
      fail(Category::malformed, "{}: damaged gzip data at byte {}: {}", name_, where(),
           stream.msg == nullptr ? "no reason given" : stream.msg);
    }
  }
  return most - stream.avail_out;
}

void ByteSource::begin() {
  begun_ = true;
  buffer_.resize(raw_block);
  buffer_.resize(read_raw(buffer_.data(), buffer_.size()));
  if (!std::string_view(buffer_.data(), buffer_.size()).starts_with(gzip_mark)) return;
  inflate_ = std::make_unique<Inflate>();
  inflate_->raw.swap(buffer_);
  inflate_->stream.next_in = reinterpret_cast<Bytef*>(inflate_->raw.data());
  inflate_->stream.avail_in = static_cast<uInt>(inflate_->raw.size());
  inflate_->raw.reserve(raw_block);
  buffer_.clear();
}

std::size_t ByteSource::fill(char* to, std::size_t most) {
  if (!inflate_) return read_raw(to, most);
  constexpr std::size_t most_at_once = std::size_t{1} << 30;  // zlib counts in 32 bits
  std::size_t size = 0;
  while (size < most) {
    const std::size_t got = read_inflated(to + size, std::min(most - size, most_at_once));
    if (got == 0) break;
    size += got;
  }
  return size;
}

std::string_view ByteSource::peek(std::size_t size) {
  if (!begun_) begin();
  if (buffer_.size() - begin_ < size) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
    const std::size_t had = buffer_.size();
    buffer_.resize(std::max(size, raw_block));
    buffer_.resize(had + fill(buffer_.data() + had, buffer_.size() - had));
  }
  return {buffer_.data() + begin_, std::min(size, buffer_.size() - begin_)};
}

std::size_t ByteSource::read(char* to, std::size_t most) {
  if (!begun_) begin();
  const std::size_t size = std::min(most, buffer_.size() - begin_);
  std::memcpy(to, buffer_.data() + begin_, size);
  begin_ += size;
  return size == most ? size : size + fill(to + size, most - size);
}

std::optional<std::string> ByteSource::next_line() {
  for (std::size_t window = 256;; window *= 2) {
    const std::string_view seen = peek(window);
    const std::size_t end = seen.find('\n');
    if (end == std::string_view::npos && seen.size() == window) {
      if (window > longest_line)
        fail(Category::malformed, "{}:{}: the line is longer than {} bytes", name_, lines_ + 1, longest_line);
      continue;
    }
    if (seen.empty()) return std::nullopt;
    std::string line(seen.substr(0, end));
    begin_ += end == std::string_view::npos ? seen.size() : end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    ++lines_;
    return line;
  }
}

std::string ByteSource::next_word() {
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t window = 256;;) {
    const std::string_view seen = peek(window);
    const std::size_t first = std::min(seen.find_first_not_of(blanks), seen.size());
    const std::string_view passed = seen.substr(0, first);
    lines_ += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
    begin_ += first;
    const std::string_view word = seen.substr(first, seen.find_first_of(blanks, first) - first);
    if (first + word.size() == window) {  // it may go on
      if (word.size() > longest_line)
        fail(Category::malformed, "{}:{}: a word is longer than {} bytes", name_, lines_ + 1, longest_line);
      window = std::max<std::size_t>(2 * word.size(), 256);
      continue;
    }
    std::string taken(word);
    begin_ += word.size();
    return taken;
  }
}

std::string ByteSource::rest() {
  std::string text;
  for (std::size_t size = 0;;) {
    text.resize(std::max<std::size_t>(2 * size, std::size_t{1} << 16));
    const std::size_t got = read(text.data() + size, text.size() - size);
    size += got;
    if (size < text.size()) {
      text.resize(size);
      return text;
    }
  }
}

ByteSource::Whole ByteSource::whole() {
  if (!begun_) begin();
  if (file_size_.value_or(0) != 0 && !path_.empty() && !inflate_) {
    const std::size_t size = *file_size_;
    void* const region = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_->get(), 0);
    if (region != MAP_FAILED)
      return {std::shared_ptr<const void>(region, [size](void* p) { ::munmap(p, size); }),
              {static_cast<const char*>(region), size}};
  }
  auto text = std::make_shared<const std::string>(rest());
  const std::string_view bytes = *text;
  return {std::move(text), bytes};
}

InputId ByteSource::id() const {
  return {given_, hash_.size(), hash_.hex()};
}

}  // namespace retrograph
