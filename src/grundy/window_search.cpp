#include "grundy/window_search.hpp"

#include <algorithm>
#include <cstring>

namespace retrograph {
namespace {

// Is there an i in [4, size] with the four bytes before keys[i] equal to `last`? Written for the vectoriser.
bool has_four(const std::uint8_t* keys, std::size_t size, const std::uint8_t* last) noexcept {
  std::uint8_t any = 0;
  for (std::size_t i = 3; i < size; ++i)
    any |= static_cast<std::uint8_t>((keys[i - 3] == last[0]) & (keys[i - 2] == last[1]) &
                                     (keys[i - 1] == last[2]) & (keys[i] == last[3]));
  return any != 0;
}

}  // namespace

void WindowSearch::anchor(std::uint64_t window) {
  at_ = next_;
  pattern_.assign(recent_.end() - static_cast<std::ptrdiff_t>(window), recent_.end());
}

bool WindowSearch::ends_before(std::size_t end) const noexcept {
  return end >= pattern_.size() &&
         std::memcmp(recent_.data() + end - pattern_.size(), pattern_.data(), pattern_.size()) == 0;
}

std::optional<std::uint64_t> WindowSearch::feed(std::uint64_t first, std::span<const std::uint8_t> keys) {
  if (recent_.size() + keys.size() > 4 * keep_ && recent_.size() > keep_)
    recent_.erase(recent_.begin(), recent_.end() - static_cast<std::ptrdiff_t>(keep_));
  const std::size_t before = recent_.size();
  recent_.insert(recent_.end(), keys.begin(), keys.end());
  next_ = first + keys.size();
  if (pattern_.size() < 4) return std::nullopt;
  const std::size_t from = before < 3 ? 0 : before - 3;
  const std::uint8_t* last = pattern_.data() + pattern_.size() - 4;
  if (!has_four(recent_.data() + from, recent_.size() - from, last)) return std::nullopt;
  for (std::size_t end = before + 1; end <= recent_.size(); ++end)
    if (end >= 4 && std::memcmp(recent_.data() + end - 4, last, 4) == 0 && ends_before(end)) {
      pattern_.clear();
      return next_ - (recent_.size() - end);
    }
  return std::nullopt;
}

}  // namespace retrograph
