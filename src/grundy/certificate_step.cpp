#include "grundy/certificate_step.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

namespace retrograph {

CertificateRule::CertificateRule(const Certificate& c, const HeapGame& game)
    : mask_(c.mask), position_(c.position) {
  if (game.kind == HeapGame::Kind::grundy) even_split_ = true;
  for (std::size_t k = 0; k < game.digits.size(); ++k)
    if ((game.digits[k] & 4U) != 0) (k % 2 == 0 ? even_split_ : odd_split_) = true;
}

bool CertificateRule::rare(std::uint64_t n, std::uint32_t value) const noexcept {
  bool odd = std::popcount(value & mask_) % 2 != 0;
  if (position_ && n % 2 != 0) odd = !odd;
  return odd == (position_ && odd_split_);
}

CertificateStep::CertificateStep(const Certificate& c, const HeapGame& game, const CertificateRule& rule)
    : game_(game),
      rule_(rule),
      rares_(c.rares),
      depth_(c.depth),
      window_(std::max(c.depth, c.rares.empty() ? 0 : c.rares.back().heap) + c.k) {
  if (game.kind == HeapGame::Kind::grundy) splits_.push_back(0);
  for (std::size_t k = 0; k < game.digits.size(); ++k)
    if ((game.digits[k] & 4U) != 0) splits_.push_back(k);
}

void CertificateStep::jump(const std::vector<std::uint16_t>& head, const CertificateWindow& window) {
  head_ = head;
  recent_ = window.values;
  base_ = window.at - window.values.size();
  n_ = window.at;
}

std::uint32_t CertificateStep::least_common() {
  for (std::size_t k = 1; k < game_.digits.size() && k <= n_; ++k) {
    if ((game_.digits[k] & 1U) != 0 && k == n_) see(0);
    if ((game_.digits[k] & 2U) != 0 && k < n_) see(value(n_ - k));
  }
  for (const std::uint64_t k : splits_)
    for (const RareHeap& rare : rares_) {
      if (rare.heap + k >= n_) break;
      const std::uint64_t other = n_ - k - rare.heap;
      if (rare.heap == 0 || (game_.kind == HeapGame::Kind::grundy && other == rare.heap)) continue;
      see(rare.value ^ std::uint32_t{value(other)});
    }
  std::uint32_t least = 0;
  while (rule_.rare(n_, least) || seen(least)) ++least;
  return least;
}

std::optional<std::string> CertificateStep::heap(std::uint64_t walk_end, bool may_be_rare) {
  std::uint32_t answer = least_common();
  std::uint32_t missing = 0;
  for (std::uint32_t v = 0; v < answer; ++v) missing += rule_.rare(n_, v) && !seen(v);
  for (std::uint64_t a = 1; missing > 0 && a <= walk_end; ++a)
    for (const std::uint64_t k : splits_) {
      if (2 * a + k > n_ || (game_.kind == HeapGame::Kind::grundy && 2 * a == n_)) continue;
      const std::uint32_t v = value(a) ^ std::uint32_t{value(n_ - k - a)};
      if (v >= answer || seen(v)) continue;
      see(v);
      if (rule_.rare(n_, v)) --missing;
    }
  if (missing > 0) {
    std::uint32_t v = 0;
    while (!rule_.rare(n_, v) || seen(v)) ++v;
    if (!may_be_rare)
      return fmt::format("heap {}: value {} is reached by no split with a part up to {}", n_, v, walk_end);
    answer = v;
  }
  if (answer > std::numeric_limits<std::uint16_t>::max()) return fmt::format("G({}) is beyond 16 bits", n_);
  recent_.push_back(static_cast<std::uint16_t>(answer));
  ++n_;
  return std::nullopt;
}

std::optional<std::string> CertificateStep::prefix_heap() {
  return heap(n_ / 2, true);
}

std::optional<std::string> CertificateStep::segment_heap() {
  // Twice the window and a bit: moved down by half when full.
  if (recent_.size() > 2 * window_ + 4096 && recent_.size() > 2 * head_.size()) {
    const std::uint64_t drop = recent_.size() - window_ - 1;
    recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(drop));
    base_ += drop;
  }
  return heap(depth_, false);
}

}  // namespace retrograph
