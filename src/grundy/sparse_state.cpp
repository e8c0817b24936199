#include "grundy/sparse_state.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "retrograph/support/error.hpp"

namespace retrograph {

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
  if (rule_.rare(n, value) && (rares_.empty() || rares_.back().heap < n)) rares_.push_back({n, value});
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
      see(n, rare.value ^ history_[m - rare.heap]);
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
  std::uint32_t missing = 0;
  for (std::uint32_t v = 0; v < candidate; ++v)
    missing += rule_.rare(n, v) && (v >= seen_.size() || !seen(n, v));
  std::uint64_t a = 0;
  while (missing > 0) {
    ++a;
    bool splits = false;
    for (const std::uint32_t k : split_) {
      if (n < k + 2 * a + (grundy_ ? 1 : 0)) continue;
      splits = true;
      const std::uint64_t b = n - k - a;
      if (!history_.has(a) || !history_.has(b))
        fail(Category::resource,
             "heap game {}: the exclusion of heap {} needs a part beyond {}, more than the history kept",
             game_.name, n, a);
      const std::uint32_t value = history_[a] ^ std::uint32_t{history_[b]};
      if (value >= candidate || seen(n, value)) continue;
      see(n, value);
      if (rule_.rare(n, value)) --missing;
    }
    if (!splits) {
      std::uint32_t least = 0;
      while (!rule_.rare(n, least) || (least < seen_.size() && seen(n, least))) ++least;
      return least;
    }
  }
  raise_depth(a);
  return candidate;
}

}  // namespace retrograph
