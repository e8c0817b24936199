// RankRun: the frontier engine of solve/frontier.hpp over ranks, each of which labels the positions it owns.
//
// Level k is decided everywhere before level k + 1 begins. For each move p -> v into a position v of the
// level the owner of v tells the owner of p: four bytes, the local number of p, in a batch for each rank
// and value; moves inside a rank are looked at on the spot. A block of the level is expanded while the
// batches of the blocks before travel and what has come is applied. One reduction ends a level: positions
// decided, and whether somebody is asked to stop. The order in which updates come does not matter (levels
// are strict), so values and remoteness are those of one process, bit for bit, for every number of ranks
// and threads.
//
//   Part    for_each_predecessor(v, f(rank, local number)); value, moves and owner by local number, which the
//           run takes over: values before any search, numbers of moves, owners (empty: players alternate)
// Bytes a position: 1 value + sizeof(Counter) + 1, 2 or 4 remoteness + 4 if decided, and those of the part.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "retrograph/cluster/ranks.hpp"
#include "retrograph/solve/decide.hpp"
#include "retrograph/solve/level_queue.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/remoteness_store.hpp"
#include "retrograph/support/parallel.hpp"

#include "cluster/exchange.hpp"

namespace retrograph {

template <class Part>
class RankRun {
 public:
  using Local = std::uint32_t;

  RankRun(const Ranks& ranks, Exchange& exchange, Part& part, const SolveOptions& options)
      : ranks_(ranks),
        exchange_(exchange),
        part_(part),
        options_(options),
        value_(part.value.span()),
        open_(part.moves.span()),
        remoteness_(value_.size(), options.distances),
        queue_(value_.size()),
        outbox_(exchange, ranks.size(), values) {}

  /// Collective. What a stop ends leaves with an AgreedError(stopped).
  [[nodiscard]] Outcomes<Local> solve() {
    if (options_.progress != nullptr) options_.progress->start("solve", "positions", value_.size());
    push_all([](Value value) { return value == Value::win || value == Value::lose; });
    run_levels();
    push_all([](Value value) { return value == Value::tie; });
    run_levels();
    par::for_each(value_.size(), scan_grain, [&](std::size_t v) {
      if (value_[v] == Value::none) value_[v] = Value::draw;
    });
    return {std::move(part_.value), std::move(remoteness_).take(), {}};
  }

  [[nodiscard]] std::uint64_t levels() const noexcept { return levels_; }

 private:
  static constexpr unsigned values = 4;  // kinds of batches: the value of the position that was decided
  static constexpr std::size_t serial_level = 2048;
  static constexpr std::size_t level_grain = 512;
  static constexpr std::size_t block = std::size_t{1} << 15;  // positions between two looks at the messages
  static constexpr std::size_t scan_grain = std::size_t{1} << 14;

  template <class Wanted>
  void push_all(Wanted&& wanted) {
    par::for_ranges(value_.size(), scan_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::size_t v = begin; v < end; ++v)
        if (wanted(value_[v])) queue_.push(worker, static_cast<Local>(v));
    });
    queue_.collect();
  }

  void run_levels() {
    for (level_ = 0;; ++level_) {
      queue_.advance();
      const bool stop = options_.stop != nullptr && options_.stop->stop_requested();
      std::array<std::uint64_t, 2> state{queue_.size(), stop ? 1U : 0U};
      ranks_.sum(state);
      if (state[1] != 0) throw AgreedError(Category::stopped, "stopped on request");
      if (state[0] == 0) return;
      ++levels_;
      remoteness_.begin_level(level_);
      expand_level();
      options_.decided(queue_.size());
    }
  }

  void expand_level() {
    const std::span<const Local> level = queue_.level();
    for (std::size_t at = 0; at < level.size(); at += block) {
      expand(level.subspan(at, std::min(block, level.size() - at)));
      while (exchange_.progress(received_)) apply();
      apply();
    }
    outbox_.flush();
    while (!exchange_.finish(received_)) apply();
    apply();
  }

  void expand(std::span<const Local> part) {
    if (part.size() < serial_level || par::threads() == 1) {
      for (const Local v : part) expand_one<false>(v, 0U);
      return;
    }
    par::for_ranges(part.size(), level_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::size_t i = begin; i < end; ++i) expand_one<true>(part[i], worker);
    });
    queue_.collect();
  }

  // Shared: other threads run beside.
  template <bool Shared>
  void expand_one(Local v, unsigned worker) {
    const Value value = peek_value<Shared>(value_[v]);
    remoteness_.set(v, level_);
    part_.for_each_predecessor(v, [&](unsigned rank, Local p) {
      if (rank == ranks_.rank())
        update<Shared>(p, value, worker);
      else
        outbox_.room(worker, rank, static_cast<unsigned>(value), sizeof p, [](Batch&) {}).put(p);
    });
  }

  // Looks after what has come.
  void apply() {
    std::size_t bytes = 0;
    for (const Batch& batch : received_) bytes += batch.size;
    if (bytes < serial_level * sizeof(Local) || par::threads() == 1) {
      for (const Batch& batch : received_) apply_one<false>(batch, 0U);
    } else {
      par::for_ranges(received_.size(), 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
        for (std::size_t i = begin; i < end; ++i) apply_one<true>(received_[i], worker);
      });
      queue_.collect();
    }
    received_.clear();
  }

  template <bool Shared>
  void apply_one(const Batch& batch, unsigned worker) {
    for (std::size_t at = 0; at < batch.size; at += sizeof(Local)) {
      Local p = 0;
      std::memcpy(&p, batch.bytes.get() + at, sizeof p);
      update<Shared>(p, static_cast<Value>(batch.kind), worker);
    }
  }

  // A move of p leads to a position of this level with that value.
  template <bool Shared>
  void update(Local p, Value value, unsigned worker) {
    if (peek_value<Shared>(value_[p]) != Value::none) return;
    const bool second = !part_.owner.empty() && part_.owner[p] == 1;
    const bool owned = !part_.owner.empty();
    // The value as the mover at p sees it: theirs in a game with owners if they are player 0.
    const Value seen = owned && !second ? value : opposite(value);
    if (value == Value::tie) {
      if (claim_value<Shared>(value_[p], Value::tie)) queue_.template push_from<Shared>(worker, p);
    } else if (seen == Value::win) {
      if (claim_value<Shared>(value_[p], second ? Value::lose : Value::win))
        queue_.template push_from<Shared>(worker, p);
    } else if (close_move<Shared>(open_[p])) {
      put_value<Shared>(value_[p], second ? Value::win : Value::lose);
      queue_.template push_from<Shared>(worker, p);
    }
  }

  const Ranks& ranks_;
  Exchange& exchange_;
  Part& part_;
  const SolveOptions& options_;
  std::span<Value> value_;
  decltype(std::declval<Part&>().moves.span()) open_;  // moves not yet known to lose for their mover
  RemotenessStore remoteness_;
  LevelQueue<Local> queue_;
  Outbox outbox_;
  std::vector<Batch> received_;
  std::uint64_t level_ = 0;
  std::uint64_t levels_ = 0;
};

}  // namespace retrograph
