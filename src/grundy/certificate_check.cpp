#include "retrograph/grundy/certificate_check.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/support/error.hpp"

#include "grundy/certificate_sparse.hpp"
#include "grundy/plain_values.hpp"

namespace retrograph {
namespace {

// More plain values than this are out of reach of the checker: 4e6 take an hour.
constexpr std::uint64_t most_values = std::uint64_t{1} << 22;

// What a theorem demands of a game and a claim.
struct Demand {
  std::uint64_t window_end = 0;  // G(n + p) = G(n) + s for start <= n < window_end
  std::uint64_t values = 0;      // so many values decide it
};

bool takes_only(const HeapGame& game) {
  for (const unsigned digit : game.digits)
    if (digit != 0 && digit != 3) return false;
  return game.kind != HeapGame::Kind::grundy;
}

// Throws Error(malformed) if the certificate does not fit the game.
void check_shape(const Certificate& c, const HeapGame& game) {
  const auto refuse = [&](std::string_view why) {
    fail(Category::malformed, "certificate of {}: {}", c.game, why);
  };
  const std::uint64_t k = game.kind != HeapGame::Kind::all_but ? game.last_digit()
                          : game.excluded.empty()              ? 0
                                                               : game.excluded.back();
  if (c.period == 0) refuse("the period is 0");
  if (game.heap_offset != 0) refuse("a game of strips has no certificate of its own");
  if (c.k != k) refuse(fmt::format("k is {}, the game's is {}", c.k, k));
  if (c.saltus != 0 && game.kind != HeapGame::Kind::all_but) refuse("this game has no proof with a saltus");
  const bool coded = game.kind == HeapGame::Kind::code;
  if (c.theorem == Proof::none) refuse("it names no theorem");
  if (c.theorem == Proof::window && !takes_only(game)) refuse("one window proves subtraction sets only");
  if (c.theorem == Proof::guy_smith && !coded) refuse("the theorem is about codes");
  if (c.theorem == Proof::sparse_window && game.most_parts() != 2)
    refuse("the theorem is about moves to two heaps");
  if (c.theorem == Proof::grundy && game.kind != HeapGame::Kind::grundy)
    refuse("the theorem is about Grundy's game");
}

Demand demand_of(const Certificate& c, const HeapGame& game) {
  const std::uint64_t first = std::max<std::uint64_t>(c.start, 1);
  // All bounds are tested before anything is multiplied.
  if (c.start > most_values || c.period > most_values)
    fail(Category::resource, "certificate of {}: start {} and period {} need more than {} values", c.game,
         c.start, c.period, most_values);
  std::uint64_t end = 0;
  if (c.theorem == Proof::window) {
    end = c.start + std::max<std::uint64_t>(c.k, 1);
  } else {
    const std::uint64_t t = game.most_parts();
    end = t * first + (t - 1) * c.period + c.k;
  }
  if (end + c.period > most_values)
    fail(Category::resource, "certificate of {}: {} values are needed, at most {} are recomputed", c.game,
         end + c.period, most_values);
  return {end, end + c.period};
}

CheckReport refused(CheckReport report, std::uint64_t at, std::string why) {
  report.ok = false;
  report.failed_at = at;
  report.failure = std::move(why);
  return report;
}

std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t q = 2; q * q <= n; ++q) {
    if (n % q != 0) continue;
    primes.push_back(q);
    while (n % q == 0) n /= q;
  }
  if (n > 1) primes.push_back(n);
  return primes;
}

class Checker {
 public:
  Checker(const Certificate& c, const HeapGame& game, const CheckOptions& options)
      : c_(c), demand_(demand_of(c, game)), game_(game), plain_(game), options_(options) {}

  CheckReport run() {
    compute(demand_.values);
    for (std::uint64_t n = c_.start; n < demand_.window_end; ++n) {
      if (g(n + c_.period) != g(n) + c_.saltus)
        return refused(report_, n,
                       fmt::format("the period breaks at {}: G({}) = {}, but G({}) = {}", n, n, g(n),
                                   n + c_.period, g(n + c_.period)));
      if (c_.theorem == Proof::grundy && g(n) == 0)
        return refused(report_, n, fmt::format("G({}) = 0, and the theorem needs values above 0", n));
    }
    if (game_.kind == HeapGame::Kind::all_but && !used_values_repeat())
      return refused(report_, c_.start, "the values used up do not repeat within 64 periods");
    if (c_.start > 0 && g(c_.start - 1 + c_.period) == g(c_.start - 1) + c_.saltus)
      return refused(report_, c_.start - 1,
                     fmt::format("the period holds at {} too: the start is not the least", c_.start - 1));
    for (const std::uint64_t q : prime_factors(c_.period))
      if (c_.saltus % q == 0 && holds(c_.period / q, c_.saltus / q))
        return refused(report_, c_.start,
                       fmt::format("{} is a multiple of the period {}", c_.period, c_.period / q));
    report_.ok = true;
    return report_;
  }

 private:
  [[nodiscard]] std::uint64_t g(std::uint64_t n) const { return plain_.values()[n]; }

  void compute(std::uint64_t count) {
    constexpr std::uint64_t block = 1024;
    while (plain_.values().size() < count) {
      const std::uint64_t from = plain_.values().size();
      plain_.extend(std::min(count, from + block));
      if (options_.progress != nullptr) options_.progress->add(plain_.values().size() - from);
      if (options_.stop != nullptr) options_.stop->throw_if_stopped();
    }
    report_.checked = plain_.values().size();
  }

  // One period from start on decides, since `c_.period` is proved.
  [[nodiscard]] bool holds(std::uint64_t period, std::uint64_t saltus) {
    compute(c_.start + 2 * c_.period);
    for (std::uint64_t n = c_.start; n < c_.start + c_.period; ++n)
      if (g(n + period) != g(n) + saltus) return false;
    return true;
  }

  // All-but sets: the values of heaps below n - k can never be options' values that are left out, so the next
  // value is decided by the last k values and the set of values used up, both relative to the least unused
  // one.
  [[nodiscard]] bool used_values_repeat() {
    std::uint64_t at = c_.start + c_.k;
    for (int i = 0; i < 64; ++i, at += c_.period) {
      compute(at + c_.period);
      for (std::uint64_t n = at - c_.k; n < at; ++n)
        if (g(n + c_.period) != g(n) + c_.saltus) return false;
      const auto [low, above] = used_before(at - c_.k);
      const auto [low_later, above_later] = used_before(at + c_.period - c_.k);
      if (low_later == low + c_.saltus && above == above_later) {
        for (std::uint64_t n = c_.start; n < at; ++n)
          if (g(n + c_.period) != g(n) + c_.saltus) return false;
        return true;
      }
    }
    return false;
  }

  // The least value that no heap below n has, and the larger values that one has, relative to it.
  [[nodiscard]] std::pair<std::uint64_t, std::set<std::uint64_t>> used_before(std::uint64_t n) const {
    std::set<std::uint64_t> used;
    for (std::uint64_t i = 0; i < n; ++i) used.insert(g(i));
    std::uint64_t low = 0;
    while (used.count(low) != 0) ++low;
    std::set<std::uint64_t> above;
    for (const std::uint64_t value : used)
      if (value > low) above.insert(value - low);
    return {low, above};
  }

  const Certificate& c_;
  Demand demand_;
  const HeapGame& game_;
  PlainValues plain_;
  const CheckOptions& options_;
  CheckReport report_;
};

}  // namespace

CheckReport check_certificate(const Certificate& certificate, const CheckOptions& options) {
  const HeapGame game = parse_heap_game(certificate.game);
  check_shape(certificate, game);
  if (certificate.theorem == Proof::sparse_window) return check_sparse_window(certificate, game, options);
  return Checker(certificate, game, options).run();
}

}  // namespace retrograph
