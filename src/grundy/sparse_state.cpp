#include "grundy/sparse_state.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t marked_parts = 64;

}  // namespace

SparseState::SparseState(const HeapGame& game, std::uint64_t history_limit)
    : game_(game), grundy_(game.kind == HeapGame::Kind::grundy), history_(history_limit) {
  if (grundy_) split_.push_back(0);
  for (std::uint32_t k = 0; k < game.digits.size(); ++k) {
    if ((game.digits[k] & 4) != 0) split_.push_back(k);
    if ((game.digits[k] & 2) != 0) take_.push_back(k);
    if ((game.digits[k] & 1) != 0) finish_.push_back(k);
  }
}

void SparseState::load(std::span<const std::uint16_t> values) {
  for (const std::uint16_t value : values) {
    history_.push(value);
    largest_ = std::max<std::uint32_t>(largest_, value);
  }
}

bool SparseState::choose() {
  std::vector<std::uint16_t> room;
  const RuleChoice choice = choose_rule(game_, history_.all(room));
  // A rule is kept until another has clearly fewer rares: each change costs a walk over the whole table.
  if (rule_.mask != 0 && choice.rares >= rares_.size() - rares_.size() / 4) return false;
  if (choice.rule == rule_) return false;
  use(choice.rule);
  return true;
}

void SparseState::use(const SparseRule& rule) {
  rule_ = rule;
  rares_.clear();
  depth_ = 0;
  for (std::uint64_t n = 0; n < history_.size(); ++n) {
    const std::uint16_t value = history_[n];
    if (rule_.rare(n, value)) {
      rares_.push_back({n, value});
    } else {
      seen_.resize(std::bit_ceil(std::size_t{largest_} + 1) + 1);
      for (const std::uint32_t k : take_)
        if (n > k) see(n, history_[n - k]);
      for (const std::uint32_t k : finish_)
        if (n == k) see(n, 0);
      if (exclude(n, value) != value)
        fail(Category::internal, "{}: heap {} has value {} against the exclusion", game_.name, n, value);
    }
  }
}

void SparseState::push(std::uint16_t value) {
  const std::uint64_t n = history_.size();
  // A second run over a stretch (jump) meets rares that are known.
  if (rule_.rare(n, value) && (rares_.empty() || rares_.back().heap < n)) {
    rares_.push_back({n, value});
    history_.keep_tail(n + game_.last_digit() + 1);
  }
  push_common(value);
}

void SparseState::append_common(std::span<const std::uint16_t> values) {
  for (const std::uint16_t value : values) largest_ = std::max<std::uint32_t>(largest_, value);
  history_.append(values);
}

std::uint64_t SparseState::window() const noexcept {
  return std::max(last_rare(), depth_) + game_.last_digit();
}

void SparseState::mark_common(std::uint64_t n) {
  for (const std::uint32_t k : split_) {
    if (n < k) continue;
    const std::uint64_t m = n - k;
    for (const RareHeap& rare : rares_) {
      if (rare.heap >= m) break;
      if (rare.heap == 0 || (grundy_ && 2 * rare.heap == m)) continue;
      see(n, rare.value ^ value_for(n, m - rare.heap));
    }
  }
  for (const std::uint32_t k : take_)
    if (n > k) see(n, history_[n - k]);
  for (const std::uint32_t k : finish_)
    if (n == k) see(n, 0);
}

void SparseState::step() {
  const std::uint64_t n = history_.size();
  seen_.resize(std::bit_ceil(std::size_t{largest_} + 1) + 2);
  mark_common(n);
  std::uint32_t candidate = 0;
  while (candidate < seen_.size() && (seen(n, candidate) || rule_.rare(n, candidate))) ++candidate;
  while (rule_.rare(n, candidate)) ++candidate;
  if (candidate > std::numeric_limits<std::uint16_t>::max())
    fail(Category::resource, "heap game {}: the value of heap {} is beyond 16 bits", game_.name, n);
  push(static_cast<std::uint16_t>(exclude(n, candidate)));
}

std::uint32_t SparseState::exclude(std::uint64_t n, std::uint32_t candidate) {
  const auto missing = [&](std::uint32_t v) {
    return rule_.rare(n, v) && (v >= seen_.size() || !seen(n, v));
  };
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v < candidate; ++v) count += missing(v);
  // The first parts by marks: most values are reached there, several by one split.
  std::uint64_t a = 0;
  while (count > 0 && a < marked_parts) {
    ++a;
    for (const std::uint32_t k : split_) {
      if (n < k + 2 * a + (grundy_ ? 1 : 0)) continue;
      const std::uint32_t value = value_for(n, a) ^ std::uint32_t{value_for(n, n - k - a)};
      if (value >= candidate || seen(n, value)) continue;
      see(n, value);
      if (rule_.rare(n, value)) --count;
    }
  }
  // What is left value by value, many parts at a time.
  std::uint64_t depth = a;
  for (std::uint32_t v = 0; count > 0; ++v) {
    if (!missing(v)) continue;
    const Search found = first_part(n, v, a + 1);
    if (found.part == 0 && found.cut)
      fail(Category::resource,
           "heap game {}: no split of heap {} with a part in the history kept ({} heaps) has the value {}",
           game_.name, n, history_.head().size(), v);
    if (found.part == 0) return v;
    depth = std::max(depth, found.part);
    --count;
  }
  raise_depth(depth);
  return candidate;
}

std::uint16_t SparseState::value_for(std::uint64_t n, std::uint64_t heap) const {
  if (!history_.has(heap))
    fail(Category::resource,
         "heap game {}: heap {} needs the value of heap {}, which is beyond the history kept", game_.name, n,
         heap);
  return history_[heap];
}

SparseState::Search SparseState::first_part(std::uint64_t n, std::uint32_t value, std::uint64_t from) const {
  constexpr std::uint64_t piece = 64;
  const std::span<const std::uint16_t> head = history_.head();
  Search found;
  for (const std::uint32_t k : split_) {
    if (n < k + 2 * from + (grundy_ ? 1 : 0)) continue;
    std::uint64_t last = (n - k - (grundy_ ? 1 : 0)) / 2;
    if (found.part != 0) last = std::min(last, found.part - 1);
    std::uint64_t a = from;
    // Parts of the head against heaps of the tail; others one by one.
    const std::uint64_t tail_last = n - k > history_.tail_from() ? n - k - history_.tail_from() : 0;
    const std::uint64_t quick = std::min({last, tail_last, head.empty() ? 0 : head.size() - 1});
    while (a + piece <= quick + 1) {
      const std::uint16_t* parts = &head[a];
      const std::uint16_t* others = history_.recent(n - k - a - (piece - 1), piece).data();
      std::uint16_t hits = 0;
      for (std::uint64_t i = 0; i < piece; ++i)
        hits |= static_cast<std::uint16_t>((parts[i] ^ others[piece - 1 - i]) == value ? 1 : 0);
      if (hits != 0) break;
      a += piece;
    }
    for (; a <= last; ++a) {
      if (!history_.has(a) || !history_.has(n - k - a)) {
        found.cut = true;
        break;
      }
      if ((history_[a] ^ std::uint32_t{history_[n - k - a]}) == value) {
        found.part = a;
        break;
      }
    }
  }
  return found;
}

}  // namespace retrograph
