#include "grundy/many_cover.hpp"

#include <algorithm>
#include <bit>
#include <queue>

#include "retrograph/support/simd.hpp"

#include "grundy/many_kernels.hpp"

namespace retrograph::many {
namespace {

constexpr std::size_t part_of_guess = 15;
constexpr std::size_t part_of_turn = 7;
constexpr std::size_t most_tried = 8;
constexpr std::uint64_t rest_part = 200;

struct Offer {
  std::uint64_t gain = 0;
  std::uint32_t index = 0;
  friend bool operator<(const Offer& a, const Offer& b) {
    return std::pair(a.gain, b.index) < std::pair(b.gain, a.index);
  }
};

std::uint64_t ones(std::span<const std::uint64_t> words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum += static_cast<std::uint64_t>(std::popcount(word));
  return sum;
}

}  // namespace

Samples::Samples(std::uint64_t first, std::vector<std::uint8_t> packed, std::uint64_t reach,
                 std::uint64_t stretches)
    : first_(first),
      packed_(std::move(packed)),
      words_(packed_.size() / 64 + 2),
      rows_(256 * words_),
      counts_(256) {
  for (std::uint64_t i = 0; i < packed_.size(); ++i) {
    rows_[packed_[i] * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
    ++counts_[packed_[i]];
  }
  if (packed_.size() < reach + 64) return;
  // An odd stride, so that stretches begin at every residue.
  const std::uint64_t stride = std::max<std::uint64_t>(64, (packed_.size() - 64 - reach) / stretches) | 1U;
  for (std::uint64_t at = reach; at + 64 <= packed_.size(); at += stride) starts_.push_back(at);
}

std::vector<Pair> Samples::cover(std::uint32_t c, std::vector<std::uint64_t> open,
                                 std::span<const Pair> offers, std::size_t most) const {
  std::vector<std::uint64_t> starts = starts_;
  const Kernels kernels = kernels_for(simd_level());
  // On every `part`-th stretch from the `first` on, scaled up.
  const auto gain = [&](std::uint32_t offer, std::size_t first, std::size_t part) {
    first %= std::min(part, open.size());
    return part * kernels.gain(row(c ^ offers[offer].value), open.data() + first, starts.data() + first,
                               open.size() - first, part, offers[offer].distance);
  };
  std::uint64_t left = ones(open);
  const std::uint64_t enough = left / rest_part;
  std::priority_queue<Offer> queue;
  for (std::uint32_t i = 0; left > 0 && i < offers.size(); ++i) queue.push({gain(i, 0, part_of_guess), i});
  std::vector<Pair> taken;
  std::vector<Offer> tried;
  for (std::size_t turn = 0; left > enough && !queue.empty() && taken.size() < most; ++turn) {
    // Gains only shrink: an offer that is still the best with its gain of now is the best, or nearly so.
    // Every turn looks at other stretches, so that no offer lives on its luck with a few.
    Offer best;
    tried.clear();
    while (!queue.empty() && tried.size() < most_tried && (tried.empty() || !(queue.top() < best))) {
      tried.push_back({gain(queue.top().index, turn, part_of_turn), queue.top().index});
      if (tried.size() == 1 || best < tried.back()) best = tried.back();
      queue.pop();
    }
    for (const Offer& offer : tried)
      if (offer.index != best.index) queue.push(offer);
    const Pair& pair = offers[best.index];
    const std::uint64_t before = left;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::uint64_t covered = open[i] & row_bits(row(c ^ pair.value), starts[i] - pair.distance);
      left -= static_cast<std::uint64_t>(std::popcount(covered));
      open[kept] = open[i] & ~covered;
      starts[kept] = starts[i];
      kept += open[kept] != 0;
    }
    open.resize(kept);
    starts.resize(kept);
    if (left < before) taken.push_back(pair);
  }
  return taken;
}

}  // namespace retrograph::many
