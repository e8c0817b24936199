#include "retrograph/games/heap_cousin.hpp"

#include <algorithm>
#include <string>

namespace retrograph {
namespace {

constexpr std::size_t most_digits = 32;

std::vector<std::uint8_t> cousin_digits(const std::vector<std::uint8_t>& d) {
  const auto allows = [&](std::size_t k, unsigned bit) { return k < d.size() && (d[k] & bit) != 0; };
  std::vector<std::uint8_t> e(d.size() + 1);
  for (std::size_t k = 1; k < e.size(); ++k) {
    const bool splits = allows(k - 1, 4);
    const bool one = allows(k, 2);
    e[k] = static_cast<std::uint8_t>((allows(k + 1, 1) || one || splits ? 1 : 0) | (one || splits ? 2 : 0) |
                                     (splits ? 4 : 0));
  }
  while (!e.empty() && e.back() == 0) e.pop_back();
  return e;
}

}  // namespace

HeapCousin last_cousin(const HeapGame& game) {
  HeapCousin cousin{game, 0};
  if (game.kind != HeapGame::Kind::code || game.heap_offset != 0 || game.most_parts() > 2) return cousin;
  while (cousin.game.digits.size() < 2 || (cousin.game.digits[1] & 1) == 0) {
    const std::vector<std::uint8_t> digits = cousin_digits(cousin.game.digits);
    if (digits.empty() || digits.size() > most_digits + 1) break;
    std::string code = "0.";
    std::for_each(digits.begin() + 1, digits.end(),
                  [&](std::uint8_t digit) { code += std::to_string(digit); });
    cousin = {parse_heap_game(code), cousin.shift + 1};
  }
  return cousin;
}

}  // namespace retrograph
