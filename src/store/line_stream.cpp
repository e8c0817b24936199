#include "store/line_stream.hpp"

#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;
constexpr std::size_t longest_item = std::size_t{1} << 26;

class BlockStream {
 public:
  BlockStream(ByteSource& in, const BlockRules& rules) : in_(in), rules_(rules), lines_before_(in.lines()) {}

  std::uint64_t run(FunctionRef<std::uint64_t(const TextBlock&)> parse) {
    par::for_ranges(par::threads(), 1,
                    [&](std::size_t, std::size_t, unsigned worker) { work(parse, worker); });
    if (!failed_) return std::accumulate(lines_.begin(), lines_.end(), lines_before_);
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(failed_->number);
    failed_->first_line = std::accumulate(lines_.begin(), end, lines_before_) + 1;
    failed_->worker = 0;
    failed_->text =
        std::string_view(failed_text_).substr(block_padding, failed_text_.size() - 2 * block_padding);
    (void)parse_one(*failed_, parse);
    fail(Category::internal, "{}: block {} fails once and not again", in_.name(), failed_->number);
  }

 private:
  void work(FunctionRef<std::uint64_t(const TextBlock&)> parse, unsigned worker) {
    std::vector<char> buffer;
    TextBlock block;
    block.first_line = 1;
    block.worker = worker;
    while (take(buffer, block)) {
      std::uint64_t count = 0;
      try {
        count = parse_one(block, parse);
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

  std::uint64_t parse_one(const TextBlock& block, FunctionRef<std::uint64_t(const TextBlock&)> parse) const {
    if (block.text.size() > longest_item)
      fail(Category::malformed, "{}:{}: a {} is longer than {} bytes", in_.name(), block.first_line,
           rules_.item, longest_item);
    return parse(block);
  }

  // The next block: what the last one left over, and more, as far as that is whole items.
  bool take(std::vector<char>& buffer, TextBlock& block) {
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
      const bool too_long = size > longest_item;
      const std::size_t taken = last || too_long ? size : rules_.whole(all);
      if (!last && taken == 0) {
        carry_.assign(all);
        continue;
      }
      ended_ = last || too_long;
      block.text = all.substr(0, taken);
      carry_.assign(all.substr(taken));
      block.number = lines_.size();
      lines_.push_back(0);
      rules_.look(block);
      return size != 0;
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

  void note_failure(const TextBlock& block) {
    const std::lock_guard lock(mutex_);
    if (failed_ && failed_->number < block.number) return;
    failed_ = block;
    failed_text_.assign(block_padding, ' ').append(block.text).append(block_padding, ' ');
  }

  ByteSource& in_;
  const BlockRules& rules_;
  std::uint64_t lines_before_;
  std::mutex mutex_;
  std::string carry_;
  std::vector<std::uint64_t> lines_;  // of every block
  bool ended_ = false;
  std::optional<TextBlock> failed_;  // its text is in failed_text_, with the padding
  std::string failed_text_;
};

}  // namespace

std::uint64_t stream_blocks(ByteSource& in, const BlockRules& rules,
                            FunctionRef<std::uint64_t(const TextBlock&)> parse) {
  return BlockStream(in, rules).run(parse);
}

std::uint64_t stream_lines(ByteSource& in, FunctionRef<std::uint64_t(const TextBlock&)> parse) {
  // Nothing found is -1: no line is whole then.
  return stream_blocks(
      in, {"line", [](std::string_view text) { return text.rfind('\n') + 1; }, [](TextBlock&) {}}, parse);
}

}  // namespace retrograph
