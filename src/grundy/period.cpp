// A period is read off the differences D(n) = G(n+1) - G(n): G(n + p) - G(n) is constant from n = m on
// exactly if D(n + p) = D(n) from m on. The longest end of D with period p has length p + z(p), z the
// Z-function of D read backwards, so one linear pass gives the start for every p.
//
// The first p whose start satisfies the game's theorem is the least period: a proved period is one, and the
// least one satisfies the theorem's window as soon as a multiple does.
#include "retrograph/grundy/period.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/grundy/heap_table.hpp"
#include "retrograph/support/error.hpp"

#include "grundy/period_rules.hpp"

namespace retrograph {
namespace {

// z[i] = length of the longest common prefix of D reversed and D reversed from i on.
template <class T>
std::vector<std::uint32_t> backward_z(std::span<const T> g) {
  const std::size_t size = g.size() - 1;
  const auto d = [&](std::size_t i) {  // D reversed; unsigned differences wrap alike on both sides
    return static_cast<std::uint32_t>(g[size - i]) - static_cast<std::uint32_t>(g[size - i - 1]);
  };
  std::vector<std::uint32_t> z(size);
  std::size_t left = 0;
  std::size_t right = 0;
  for (std::size_t i = 1; i < size; ++i) {
    std::size_t length = i < right ? std::min<std::size_t>(right - i, z[i - left]) : 0;
    while (i + length < size && d(length) == d(i + length)) ++length;
    z[i] = static_cast<std::uint32_t>(length);
    if (i + length > right) {
      left = i;
      right = i + length;
    }
  }
  return z;
}

// The state of an all-but game before heap n repeats at n + period, relative to the least value that is not
// used up: see certificate_check.hpp. `used` values are those of heaps below n - k.
template <class T>
bool all_but_repeats(std::span<const T> g, std::uint64_t n, std::uint64_t k, const Period& period) {
  const auto relative = [&](std::uint64_t at) {
    std::vector<std::uint64_t> used(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(at - k));
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::uint64_t least = 0;
    while (least < used.size() && used[least] == least) ++least;
    std::vector<std::uint64_t> above(used.begin() + static_cast<std::ptrdiff_t>(least), used.end());
    for (std::uint64_t& value : above) value -= least;
    return std::pair(least, above);
  };
  const auto [least, above] = relative(n);
  const auto [least_later, above_later] = relative(n + period.length);
  return least_later == least + period.saltus && above == above_later;
}

template <class T>
bool proved(const HeapGame& game, std::span<const T> g, const Period& period) {
  const std::uint64_t size = g.size();
  if (values_to_prove(game, period.start, period.length) > size) return false;
  if (game.kind == HeapGame::Kind::all_but) {
    const std::uint64_t k = window_of(game);
    for (std::uint64_t i = 0, n = period.start + k; i < all_but_repeats_tried; ++i, n += period.length)
      if (n + period.length <= size && all_but_repeats(g, n, k, period)) return true;
    return false;
  }
  if (period.saltus != 0) return false;
  if (game.kind != HeapGame::Kind::grundy) return true;
  const auto begin = g.begin() + static_cast<std::ptrdiff_t>(period.start);
  return std::find(begin, g.end(), T{0}) == g.end();
}

template <class T>
std::optional<Period> search(const HeapGame& game, std::span<const T> g) {
  const std::vector<std::uint32_t> z = backward_z(g);
  const std::uint64_t size = z.size();
  std::optional<Period> observed;
  for (std::uint64_t p = 1; p < size; ++p) {
    Period period{p, size - p - z[p], 0, proof_of(game)};
    const T early = g[period.start];
    const T late = g[period.start + p];
    if (late < early) continue;
    period.saltus = late - early;
    if (proved(game, g, period)) return period;
    if (!observed && period.saltus > 0 && 2 * period.start <= size && period.start + 3 * p <= size) {
      observed = period;
      observed->proof = Proof::none;
    }
  }
  return observed;
}

}  // namespace

Proof proof_of(const HeapGame& game) {
  if (game.kind == HeapGame::Kind::grundy) return Proof::grundy;
  return only_takes(game) ? Proof::window : Proof::guy_smith;
}

bool only_takes(const HeapGame& game) {
  return game.kind != HeapGame::Kind::grundy &&
         std::all_of(game.digits.begin(), game.digits.end(), [](unsigned d) { return d == 0 || d == 3; });
}

std::uint32_t window_of(const HeapGame& game) {
  if (game.kind == HeapGame::Kind::all_but) return game.excluded.empty() ? 0 : game.excluded.back();
  return game.last_digit();
}

std::uint64_t values_to_prove(const HeapGame& game, std::uint64_t start, std::uint64_t length) {
  const std::uint64_t k = window_of(game);
  if (only_takes(game)) return start + length + std::max<std::uint64_t>(k, 1);
  const std::uint64_t t = game.most_parts();
  return t * std::max<std::uint64_t>(start, 1) + t * length + k;
}

std::optional<Period> find_period(const HeapGame& game, const HeapValues& values) {
  if (values.size() > std::numeric_limits<std::uint32_t>::max())
    fail(Category::resource, "the search for a period takes at most {} stored values, here are {}",
         std::numeric_limits<std::uint32_t>::max(), values.size());
  if (values.size() < 2) return std::nullopt;
  return std::visit([&](const auto& g) { return search(game, g.span()); }, values.storage());
}

Certificate make_certificate(const HeapGame& game, const Period& period) {
  if (period.proof == Proof::none)
    fail(Category::usage, "the period of {} is observed, not proved", game.name);
  Certificate certificate;
  certificate.game = game.name;
  certificate.theorem = period.proof;
  certificate.start = period.start;
  certificate.period = period.length;
  certificate.saltus = period.saltus;
  certificate.k = window_of(game);
  return certificate;
}

}  // namespace retrograph
