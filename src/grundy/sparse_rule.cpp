#include "grundy/sparse_rule.hpp"

#include <algorithm>
#include <vector>

namespace retrograph {
namespace {

// t[m] = sum over v of h[v] * (-1)^(ones of v & m).
void walsh_hadamard(std::vector<std::int64_t>& h) {
  for (std::size_t half = 1; half < h.size(); half *= 2)
    for (std::size_t i = 0; i < h.size(); i += 2 * half)
      for (std::size_t j = i; j < i + half; ++j) {
        const std::int64_t a = h[j];
        const std::int64_t b = h[j + half];
        h[j] = a + b;
        h[j + half] = a - b;
      }
}

// Bit 0: some splitting move removes an even number; bit 1: an odd one.
unsigned split_parities(const HeapGame& game) noexcept {
  if (game.kind == HeapGame::Kind::grundy) return 1;
  unsigned parities = 0;
  for (std::size_t k = 0; k < game.digits.size(); ++k)
    if ((game.digits[k] & 4) != 0) parities |= 1U << (k % 2);
  return parities;
}

}  // namespace

bool position_allowed(const HeapGame& game) noexcept {
  return split_parities(game) != 3;
}

RuleChoice choose_rule(const HeapGame& game, std::span<const std::uint16_t> values) {
  const std::uint16_t largest =
      values.empty() ? std::uint16_t{0} : *std::max_element(values.begin(), values.end());
  const std::size_t size = std::bit_ceil(std::size_t{largest} + 1);
  std::vector<std::int64_t> even(size);
  std::vector<std::int64_t> odd(size);
  for (std::size_t n = 0; n < values.size(); ++n) ++(n % 2 == 0 ? even : odd)[values[n]];
  walsh_hadamard(even);
  walsh_hadamard(odd);
  const auto total = static_cast<std::int64_t>(values.size());
  const unsigned odd_splits = split_parities(game) == 2 ? 1 : 0;
  RuleChoice best{{}, values.size() + 1};
  const auto offer = [&](std::size_t mask, bool position, unsigned rare_class, std::int64_t even_minus_odd) {
    const std::int64_t rares = (rare_class == 0 ? total + even_minus_odd : total - even_minus_odd) / 2;
    if (static_cast<std::uint64_t>(rares) < best.rares)
      best = {{static_cast<std::uint32_t>(mask), position, rare_class}, static_cast<std::uint64_t>(rares)};
  };
  for (std::size_t mask = 1; mask < size; ++mask) offer(mask, false, 0, even[mask] + odd[mask]);
  if (position_allowed(game))
    for (std::size_t mask = 1; mask < size; ++mask) offer(mask, true, odd_splits, even[mask] - odd[mask]);
  if (size == 1) best = {{1, false, 0}, values.size()};
  return best;
}

}  // namespace retrograph
