#include "solve/adaptive/answer.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace retrograph::adaptive {
namespace {

bool may_hold_fixed(const Arena<Id>& arena) {
  return !arena.terminal.empty() || arena.dead_end == DeadEnd::tie;
}

StartCounts add(StartCounts a, const StartCounts& b) {
  return {a.win + b.win, a.lose + b.lose, a.fixed + b.fixed, a.tie + b.tie};
}

}  // namespace

Answer::Answer(const Arena<Id>& arena, const SolveOptions& options, const Kernels& kernels)
    : arena_(arena),
      options_(options),
      kernels_(kernels),
      vertices_(arena.vertex_count()),
      words_((vertices_ + 63) / 64),
      closed_(words_),
      win_(words_),
      fixed_(may_hold_fixed(arena) ? words_ : 0),
      tie_(fixed_.size()),
      remoteness_(RemotenessStore::unfilled(options.distances ? vertices_ : 0)) {}

StartCounts Answer::start(Array<Word>& lose) {
  const StartInput in{arena_.moves.offsets().data(),
                      arena_.terminal.empty() ? nullptr : arena_.terminal.data(), vertices_, arena_.dead_end};
  const bool fixed = !fixed_.empty();
  const StartOutput out{closed_.data(),
                        win_.data(),
                        lose.data(),
                        fixed ? fixed_.data() : nullptr,
                        fixed ? tie_.data() : nullptr,
                        remoteness_.bytes()};
  const auto counts = par::reduce(
      words_, word_grain, StartCounts{},
      [&](std::size_t begin, std::size_t end) { return kernels_.start(in, out, begin, end); }, add);
  if (counts.fixed == 0) {
    fixed_ = {};
    tie_ = {};
  }
  return counts;
}

StartCounts Answer::go_on(LevelState state, Array<Word>& won, Array<Word>& lose) {
  if (state.ties && tie_.empty()) StateReader::wrong();
  win_ = std::move(state.win);
  remoteness_ = std::move(state.remoteness);
  const bool fixed = !fixed_.empty();
  return par::reduce(
      words_, word_grain, StartCounts{},
      [&](std::size_t begin, std::size_t end) {
        StartCounts counts;
        for (std::size_t w = begin; w < end; ++w) {
          const std::uint64_t last = std::min<std::uint64_t>(64, vertices_ - 64 * std::uint64_t{w});
          Word decided = 0;
          Word present = 0;
          for (std::uint64_t i = 0; i < last; ++i) {
            const std::uint32_t remoteness = remoteness_[64 * w + i];
            decided |= Word{remoteness != RemotenessArray::none} << i;
            present |= Word{remoteness == state.level} << i;
          }
          if (fixed) {
            // Those of the start have their value already, and the state may lack their remoteness.
            for (Word bits = tie_[w]; bits != 0; bits &= bits - 1)
              remoteness_.set(64 * w + static_cast<unsigned>(std::countr_zero(bits)), 0);
            present &= ~fixed_[w];
            if (state.ties) tie_[w] |= state.tie[w];
            counts.tie += static_cast<unsigned>(std::popcount(tie_[w]));
          }
          closed_[w] |= decided;
          won[w] = present & win_[w];
          lose[w] = present & ~win_[w] & ~(fixed ? tie_[w] : 0);
          counts.win += static_cast<unsigned>(std::popcount(won[w]));
          counts.lose += static_cast<unsigned>(std::popcount(lose[w]));
        }
        return counts;
      },
      add);
}

void Answer::decide(std::span<const Id> list, std::uint64_t level, bool won) {
  if (won)
    for (const Id v : list) insert(win_, v);
  for (const Id v : list) remoteness_.set(v, level);
}

void Answer::decide_named(std::span<const Id> list, const Id* names, std::uint64_t level, bool won) {
  for (const Id i : list) {
    const Id v = names[i];
    insert(closed_, v);
    if (won) insert(win_, v);
    remoteness_.set(v, level);
  }
}

void Answer::decide_words(const Array<Word>& found, std::uint64_t level) {
  std::uint8_t* bytes = remoteness_.bytes();
  for_words(words_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) win_[w] |= found[w];
    if (bytes != nullptr)
      return kernels_.store_bytes(found.data(), begin, end, bytes, static_cast<std::uint8_t>(level));
    for (std::size_t w = begin; w < end; ++w)
      for (Word bits = found[w]; bits != 0; bits &= bits - 1)
        remoteness_.set(64 * w + static_cast<unsigned>(std::countr_zero(bits)), level);
  });
}

void Answer::open_fixed() {
  for (std::size_t w = 0; w < fixed_.size(); ++w) closed_[w] &= ~fixed_[w];
}

void Answer::close_fixed() {
  for (std::size_t w = 0; w < fixed_.size(); ++w) closed_[w] |= fixed_[w];
}

void Answer::spread_ties(const Side& reverse, std::uint64_t from) {
  std::vector<Id> level;
  for (std::size_t w = 0; w < words_; ++w)
    for (Word bits = tie_[w]; bits != 0; bits &= bits - 1) {
      const std::size_t v = 64 * w + static_cast<unsigned>(std::countr_zero(bits));
      if (from == 0 || remoteness_[v] == from) level.push_back(static_cast<Id>(v));
    }
  for (std::uint64_t plies = from + 1; !level.empty(); ++plies) {
    level_done(plies - 1, true);
    std::vector<Id> next;
    for (const Id v : level)
      for (EdgeIndex e = reverse.offsets[v]; e < reverse.offsets[v + std::size_t{1}]; ++e) {
        const Id p = reverse.targets[e];
        if (has(closed_, p)) continue;
        insert(closed_, p);
        insert(tie_, p);
        next.push_back(p);
      }
    if (!next.empty()) begin_level(plies);
    for (const Id v : next) remoteness_.set(v, plies);
    options_.decided(next.size());
    level.swap(next);
  }
}

Outcomes<Id> Answer::take() && {
  Outcomes<Id> outcomes{Array<Value>(vertices_), std::move(remoteness_).take(), {}};
  Array<Word> lose = std::move(closed_);
  const bool ties = !tie_.empty();
  for_words(words_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) {
      lose[w] &= ~win_[w];
      if (ties) lose[w] &= ~(fixed_[w] | tie_[w]);
    }
    kernels_.store_values(win_.data(), lose.data(), ties ? tie_.data() : nullptr, begin, end,
                          outcomes.value.data());
  });
  return outcomes;
}

}  // namespace retrograph::adaptive
