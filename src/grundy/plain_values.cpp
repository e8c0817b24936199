#include "grundy/plain_values.hpp"

#include <algorithm>
#include <bit>

namespace retrograph {

void PlainValues::see(std::uint64_t value) {
  seen_[value] = g_.size() + 1;
}

void PlainValues::see_pairs(std::uint64_t total) {
  const std::uint64_t stamp = g_.size() + 1;
  for (std::uint64_t a = 1; a + a <= total; ++a) seen_[g_[a] ^ g_[total - a]] = stamp;
}

void PlainValues::see_triples(std::uint64_t total) {
  for (std::uint64_t a = 1; 3 * a <= total; ++a)
    for (std::uint64_t b = a; a + 2 * b <= total; ++b) see(g_[a] ^ g_[b] ^ g_[total - a - b]);
}

void PlainValues::see_options(std::uint64_t n) {
  if (game_.kind == HeapGame::Kind::grundy) {
    for (std::uint64_t a = 1; a + a < n; ++a) see(g_[a] ^ g_[n - a]);
    return;
  }
  if (game_.kind == HeapGame::Kind::all_but) {
    auto next = game_.excluded.begin();
    for (std::uint64_t taken = 1; taken <= n; ++taken) {
      if (next != game_.excluded.end() && *next == taken) {
        ++next;
      } else {
        see(g_[n - taken]);
      }
    }
    return;
  }
  for (std::uint64_t taken = 0; taken < game_.digits.size() && taken <= n; ++taken) {
    const std::uint64_t left = n - taken;
    const std::uint8_t digit = game_.digits[taken];
    if ((digit & 1U) != 0 && left == 0) see(0);
    if ((digit & 2U) != 0 && left != 0) see(g_[left]);
    if ((digit & 4U) != 0) see_pairs(left);
    if ((digit & 8U) != 0) see_triples(left);
  }
}

void PlainValues::extend(std::uint64_t count) {
  while (g_.size() < count) {
    // A xor of values is below the next power of two; one entry more is never seen and ends the search below.
    seen_.resize(std::bit_ceil(std::uint64_t{largest_} + 1) + 1);
    see_options(g_.size());
    std::uint32_t value = 0;
    while (seen_[value] == g_.size() + 1) ++value;
    largest_ = std::max(largest_, value);
    g_.push_back(value);
  }
}

}  // namespace retrograph
