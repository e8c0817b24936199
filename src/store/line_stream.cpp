#include "store/line_stream.hpp"

#include <cstring>
#include <mutex>
#include <numeric>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;
constexpr std::size_t longest_line = std::size_t{1} << 26;

class LineStream {
 public:
  explicit LineStream(ByteSource& in) : in_(in), lines_before_(in.lines()) {}

  void run(FunctionRef<std::uint64_t(const LineBlock&)> parse) {
    par::for_ranges(par::threads(), 1,
                    [&](std::size_t, std::size_t, unsigned worker) { work(parse, worker); });
    if (!failed_) return;
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(failed_block_);
    const std::uint64_t before = std::accumulate(lines_.begin(), end, lines_before_);
    const std::string_view text(failed_text_.data() + block_padding, failed_text_.size() - 2 * block_padding);
    (void)parse({text, failed_block_, before + 1, 0});
    fail(Category::internal, "{}: block {} fails once and not again", in_.name(), failed_block_);
  }

 private:
  void work(FunctionRef<std::uint64_t(const LineBlock&)> parse, unsigned worker) {
    std::vector<char> buffer;
    LineBlock block{{}, 0, 1, worker};
    while (take(buffer, block)) {
      std::uint64_t count = 0;
      try {
        count = parse(block);
      } catch (const Error& e) {
        if (e.category() != Category::malformed) {
          stop();
          throw;
        }
        note_failure(block);
        return;
      }
      const std::lock_guard lock(mutex_);
      lines_[block.number] = count;
    }
  }

  // The next block: what the last one left over, and more, up to the last newline.
  bool take(std::vector<char>& buffer, LineBlock& block) {
    const std::lock_guard lock(mutex_);
    if (failed_ || ended_) return false;
    ended_ = true;  // also where reading throws
    std::size_t size = carry_.size();
    for (std::size_t want = std::max(block_size, 2 * size);; want *= 2) {
      if (buffer.size() < want + 2 * block_padding) buffer.resize(want + 2 * block_padding);
      char* const text = buffer.data() + block_padding;
      std::memcpy(text, carry_.data(), carry_.size());
      const std::size_t got = in_.read(text + size, want - size);
      const bool last = got < want - size;
      size += got;
      const std::string_view all(text, size);
      const std::size_t newline = last ? std::string_view::npos : all.rfind('\n');
      if (!last && newline == std::string_view::npos) {
        if (want > longest_line)
          fail(Category::malformed, "{}: a line is longer than {} bytes", in_.name(), longest_line);
        carry_.assign(all);
        continue;
      }
      ended_ = last;
      block.text = all.substr(0, newline == std::string_view::npos ? newline : newline + 1);
      carry_.assign(all.substr(block.text.size()));
      block.number = lines_.size();
      lines_.push_back(0);
      return size != 0;
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

  void note_failure(const LineBlock& block) {
    const std::lock_guard lock(mutex_);
    if (failed_ && failed_block_ < block.number) return;
    failed_ = true;
    failed_block_ = block.number;
    failed_text_.assign(block_padding, ' ').append(block.text).append(block_padding, ' ');
  }

  ByteSource& in_;
  std::uint64_t lines_before_;
  std::mutex mutex_;
  std::string carry_;
  std::vector<std::uint64_t> lines_;  // of every block
  bool ended_ = false;
  bool failed_ = false;
  std::uint64_t failed_block_ = 0;
  std::string failed_text_;
};

}  // namespace

void stream_lines(ByteSource& in, FunctionRef<std::uint64_t(const LineBlock&)> parse) {
  LineStream(in).run(parse);
}

}  // namespace retrograph
