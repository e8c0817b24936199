#include "retrograph/games/heap_game_options.hpp"

#include <algorithm>
#include <array>

namespace retrograph {
namespace {

using Visit = FunctionRef<void(Parts)>;

void one_heap(std::uint64_t m, Visit f) {
  if (m == 0) {
    f({});
  } else {
    f(Parts(&m, 1));
  }
}

void two_heaps(std::uint64_t m, Visit f) {
  for (std::uint64_t a = 1; a <= m / 2; ++a) {
    const std::array<std::uint64_t, 2> parts{a, m - a};
    f(parts);
  }
}

void three_heaps(std::uint64_t m, Visit f) {
  for (std::uint64_t a = 1; a <= m / 3; ++a)
    for (std::uint64_t b = a; b <= (m - a) / 2; ++b) {
      const std::array<std::uint64_t, 3> parts{a, b, m - a - b};
      f(parts);
    }
}

void code_options(const HeapGame& game, std::uint64_t n, Visit f) {
  for (std::uint64_t k = 0; k < game.digits.size() && k <= n; ++k) {
    const unsigned digit = game.digits[k];
    const std::uint64_t m = n - k;
    if ((digit & 1) != 0 && m == 0) f({});
    if ((digit & 2) != 0 && m > 0) one_heap(m, f);
    if ((digit & 4) != 0) two_heaps(m, f);
    if ((digit & 8) != 0) three_heaps(m, f);
  }
}

std::uint64_t count_code_options(const HeapGame& game, std::uint64_t n) {
  std::uint64_t count = 0;
  for (std::uint64_t k = 0; k < game.digits.size() && k <= n; ++k) {
    const unsigned digit = game.digits[k];
    const std::uint64_t m = n - k;
    if ((digit & 1) != 0 && m == 0) ++count;
    if ((digit & 2) != 0 && m > 0) ++count;
    if ((digit & 4) != 0) count += m / 2;
    // Partitions into three positive parts: m^2 / 12 to the nearest integer, written without m^2.
    const std::uint64_t q = m / 6;
    const std::uint64_t r = m % 6;
    if ((digit & 8) != 0) count += 3 * q * q + q * r + (r * r + 6) / 12;
  }
  return count;
}

}  // namespace

void for_each_option(const HeapGame& game, std::uint64_t n, Visit f) {
  switch (game.kind) {
    case HeapGame::Kind::grundy:
      for (std::uint64_t a = 1; 2 * a < n; ++a) {
        const std::array<std::uint64_t, 2> parts{a, n - a};
        f(parts);
      }
      return;
    case HeapGame::Kind::all_but:
      for (std::uint64_t removal = 1; removal <= n; ++removal)
        if (!std::binary_search(game.excluded.begin(), game.excluded.end(), removal))
          one_heap(n - removal, f);
      return;
    case HeapGame::Kind::code:
    case HeapGame::Kind::subtraction:
      code_options(game, n, f);
      return;
  }
}

std::uint64_t count_options(const HeapGame& game, std::uint64_t n) {
  switch (game.kind) {
    case HeapGame::Kind::grundy:
      return n == 0 ? 0 : (n - 1) / 2;
    case HeapGame::Kind::all_but:
      return n - static_cast<std::uint64_t>(std::upper_bound(game.excluded.begin(), game.excluded.end(), n) -
                                            game.excluded.begin());
    case HeapGame::Kind::code:
    case HeapGame::Kind::subtraction:
      return count_code_options(game, n);
  }
  return 0;
}

}  // namespace retrograph
