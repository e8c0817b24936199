#include "solve/adaptive/push.hpp"

#include <algorithm>

namespace retrograph::adaptive {
namespace {

constexpr std::size_t list_grain = 1024;

// Every decided vertex once; zeros that turn out to be wraps of a counter lie behind them for a while.
std::size_t order_size(std::uint64_t vertices, EdgeIndex edges) {
  return vertices + edges / 256 + 2 * slack;
}

}  // namespace

PushPhase::PushPhase(const Setting& setting, Answer& answer, std::uint64_t vertices, const Side& reverse,
                     Array<Word>& closed, const Id* names)
    : setting_(setting),
      answer_(answer),
      vertices_(vertices),
      reverse_(reverse),
      closed_(closed),
      names_(names),
      order_(order_size(vertices, reverse.edges)) {}

void PushPhase::decide(std::span<const Id> list, std::uint64_t level, bool won) {
  if (list.empty()) return;
  decided_ += list.size();
  answer_.begin_level(level);
  if (names_ == nullptr) {
    answer_.decide(list, level, won);
  } else {
    answer_.decide_named(list, names_, level, won);
  }
}

// Keeps the zeros that are no wraps, and closes them.
std::size_t PushPhase::close_zeros(Id* zeros, std::size_t count) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!counters_.exhausted(zeros[i])) continue;
    insert(closed_, zeros[i]);
    zeros[kept++] = zeros[i];
  }
  return kept;
}

bool PushPhase::shared(std::span<const Id> list) const {
  return par::threads() > 1 && list.size() >= setting_.tuning.parallel_list;
}

Id* PushPhase::Buffer::room(std::size_t more) {
  if (size + more + slack > entries.size()) {
    Array<Id> larger(std::max(2 * entries.size(), size + more + slack));
    std::copy_n(entries.data(), size, larger.data());
    entries = std::move(larger);
  }
  return entries.data() + size;
}

// First half of a shared step: the open targets of the list, in one buffer for each worker.
void PushPhase::collect(std::span<const Id> list) {
  open_.for_each([](Buffer& buffer) { buffer.size = 0; });
  par::for_ranges(list.size(), list_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
    setting_.options.throw_if_stopped();
    std::size_t edges = 0;
    for (std::size_t i = begin; i < end; ++i)
      edges += reverse_.offsets[list[i] + std::size_t{1}] - reverse_.offsets[list[i]];
    Buffer& buffer = open_[worker];
    Id* out = buffer.room(edges);
    buffer.size +=
        setting_.kernels.filter_rows(list.data() + begin, end - begin, reverse_, closed_.data(), out);
  });
  open_.for_each([](Buffer& buffer) { std::fill_n(buffer.room(0), slack, Id{0}); });
}

// Second half: each range of targets belongs to one worker, so bitmaps and counters need no atomics.
// apply(targets, count, low, high, out) handles those in [low, high) and returns how many it appended.
// Labels are written here too where no other range shares a word of them and remoteness keeps its width.
template <class Apply>
std::span<const Id> PushPhase::shared_step(std::span<const Id> list, std::uint64_t next, bool won,
                                           const Apply& apply) {
  collect(list);
  const bool label_here = names_ == nullptr && answer_.fits(next);
  const std::size_t words = (vertices_ + 63) / 64;
  parts_.resize(std::min<std::size_t>(par::threads(), words));
  const auto bound = [&](std::size_t part) {
    return static_cast<Id>(std::min<std::uint64_t>(vertices_, 64 * (words * part / parts_.size())));
  };
  par::for_ranges(parts_.size(), 1, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t part = begin; part < end; ++part) {
      Buffer& mine = parts_[part];
      mine.size = 0;
      open_.for_each([&](Buffer& buffer) {
        mine.size +=
            apply(buffer.entries.data(), buffer.size, bound(part), bound(part + 1), mine.room(buffer.size));
      });
      if (label_here) answer_.decide({mine.entries.data(), mine.size}, next, won);
    }
  });
  std::size_t count = 0;
  for (const Buffer& part : parts_) {
    std::copy_n(part.entries.data(), part.size, room() + count);
    count += part.size;
  }
  if (!label_here) {
    decide({room(), count}, next, won);
  } else {
    decided_ += count;
  }
  return append(count);
}

std::span<const Id> PushPhase::win_step(std::span<const Id> lost, std::uint64_t next) {
  if (lost.empty()) return {};
  const Kernels& kernels = setting_.kernels;
  if (shared(lost))
    return shared_step(lost, next, true, [&](const Id* targets, std::size_t count, Id low, Id high, Id* out) {
      return kernels.claim_listed(targets, count, low, high, closed_.data(), out);
    });
  const auto won = append(kernels.claim_rows(lost.data(), lost.size(), reverse_, closed_.data(), room()));
  decide(won, next, true);
  return won;
}

std::span<const Id> PushPhase::lose_step(std::span<const Id> won, std::uint64_t next) {
  if (won.empty()) return {};
  const Kernels& kernels = setting_.kernels;
  std::uint8_t* bytes = counters_.bytes();
  if (shared(won))
    return shared_step(won, next, false, [&](const Id* targets, std::size_t count, Id low, Id high, Id* out) {
      return close_zeros(out, kernels.count_listed(targets, count, low, high, closed_.data(), bytes, out));
    });
  const std::size_t zeros =
      kernels.count_rows(won.data(), won.size(), reverse_, closed_.data(), bytes, room());
  const auto lost = append(close_zeros(room(), zeros));
  decide(lost, next, false);
  return lost;
}

Level PushPhase::step(const Level& level) {
  Level next{level.number + 1, {}, {}};
  next.won = win_step(level.lost, next.number);
  next.lost = lose_step(level.won, next.number);
  setting_.options.decided(next.size());
  return next;
}

void PushPhase::run(Level level) {
  while (level.size() != 0) {
    answer_.level_done(level.number);
    level = level.size() <= setting_.tuning.tiny_level ? tiny_steps(level) : step(level);
  }
}

}  // namespace retrograph::adaptive
