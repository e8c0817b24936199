// The frontier engine: retrograde analysis by levels over any MoveSource, with atomic degree counters.
//
// Level k holds the positions decided at remoteness k. Level k + 1 is made of the undecided predecessors
// whose mover gains by a move into level k, and of those whose last open move leads there (counter at zero).
// Levels are strict, so every remoteness is exact; which thread decides a position does not matter, so values
// and remoteness are bit-identical for every thread count. When nothing moves any more, the undecided
// positions with a way to a tie are tied, level by level in the same fashion; the rest is drawn.
//
// Cost: each move into a decided position is looked at once, about 10 ns (two random touches). Bytes a
// position: 1 value + 1, 2 or 4 counter (by the largest out-degree) + 1, 2 or 4 remoteness + sizeof(Vertex)
// if decided. Levels below `serial_level` run in the calling thread without a scheduler round trip: a path of
// 1e7 positions has 1e7 levels of one. Call from one thread; it starts its own loops.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "retrograph/solve/decide.hpp"
#include "retrograph/solve/level_queue.hpp"
#include "retrograph/solve/level_state.hpp"
#include "retrograph/solve/moves.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/remoteness_store.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

/// One run; Counter holds the largest out-degree of the game.
template <MoveSource M, class Counter>
class FrontierRun {
 public:
  using Vertex = typename M::Vertex;

  FrontierRun(const M& moves, const SolveOptions& options)
      : moves_(moves),
        options_(options),
        value_(moves.vertex_count()),
        open_(moves.vertex_count()),
        remoteness_(moves.vertex_count(), options.distances),
        queue_(moves.vertex_count()) {}

  [[nodiscard]] Outcomes<Vertex> solve() {
    seed();
    if (!ties_) {
      run_levels([this]([[maybe_unused]] auto shared, std::span<const Vertex> part, unsigned worker) {
        this->template expand_ends<decltype(shared)::value>(part, worker);
      });
      if (has_ties_) begin_ties();
    }
    if (ties_)
      run_levels([this]([[maybe_unused]] auto shared, std::span<const Vertex> part, unsigned worker) {
        this->template expand_ties<decltype(shared)::value>(part, worker);
      });
    for_all([this](std::size_t v, unsigned) {
      if (value_[v] == Value::none) value_[v] = Value::draw;
    });
    return {std::move(value_), std::move(remoteness_).take(), {}};
  }

 private:
  // Chosen on a 2-core EPYC: a round trip of the scheduler costs as much as some thousand positions.
  static constexpr std::size_t serial_level = 2048;
  static constexpr std::size_t level_grain = 512;
  static constexpr std::size_t scan_grain = std::size_t{1} << 14;
  static constexpr std::uint64_t report_every = std::uint64_t{1} << 16;

  // f(v, worker) for every position, in parallel, with pushes by worker allowed.
  template <class F>
  void for_all(F&& f) {
    par::for_ranges(value_.size(), scan_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
      options_.throw_if_stopped();
      for (std::size_t v = begin; v < end; ++v) f(v, worker);
    });
    queue_.collect();
  }

  // The values that are known before the first level: from the start, or from a checkpoint.
  void seed() {
    if (options_.progress != nullptr) options_.progress->start("solve", "positions", value_.size());
    const std::unique_ptr<StateSource> from = options_.resumed();
    LevelState state;
    if (from != nullptr) {
      remoteness_ = {};
      state = read_level_state(*from, value_.size());
      level_ = state.level;
      ties_ = state.ties;
    }
    std::atomic<bool> ties{false};
    for_all([&](std::size_t v, unsigned) {
      value_[v] = moves_.initial(v);
      if (value_[v] == Value::tie) ties.store(true, std::memory_order_relaxed);
      if (from != nullptr && value_[v] == Value::none) value_[v] = state.value(v);
    });
    // Read after the loop, whose end publishes it.
    has_ties_ = ties.load(std::memory_order_relaxed);
    if (from != nullptr) remoteness_ = std::move(state.remoteness);
    for_all([&](std::size_t v, unsigned worker) {
      if (value_[v] == Value::none) {
        open_[v] = static_cast<Counter>(open_moves(v));
      } else if (ties_ ? value_[v] == Value::tie : value_[v] == Value::win || value_[v] == Value::lose) {
        if (from == nullptr || remoteness_[v] == level_) queue_.push(worker, static_cast<Vertex>(v));
      }
    });
  }

  // The moves at an undecided position that do not lead below the present level.
  [[nodiscard]] std::uint64_t open_moves(std::size_t v) const {
    std::uint64_t open = moves_.out_degree(v);
    if (level_ == 0 || ties_) return open;
    moves_.for_each_successor(v, [&](Vertex u) {
      const bool ended = value_[u] == Value::win || value_[u] == Value::lose;
      if (ended && remoteness_[u] < level_) --open;
    });
    return open;
  }

  void begin_ties() {
    ties_ = true;
    level_ = 0;
    for_all([this](std::size_t v, unsigned worker) {
      if (value_[v] == Value::tie) queue_.push(worker, static_cast<Vertex>(v));
    });
  }

  // Remoteness is set when a level is expanded; the state has that of the present level too.
  void save(StateSink& to) {
    const std::span<const Vertex> level = queue_.level();
    par::for_each(level.size(), level_grain, [&](std::size_t i) { remoteness_.set(level[i], level_); });
    write_level_state(to, level_, ties_, value_.span(), remoteness_);
  }

  // expand(shared, part of the level, worker): shared says whether other threads run beside it.
  template <class Expand>
  void run_levels(Expand&& expand) {
    std::uint64_t unreported = 0;
    for (; queue_.advance(); ++level_) {
      remoteness_.begin_level(level_);
      options_.level_done([this](StateSink& to) { save(to); });
      const std::span<const Vertex> level = queue_.level();
      if (level.size() < serial_level || par::threads() == 1) {
        expand(std::false_type{}, level, 0U);
      } else {
        par::for_ranges(level.size(), level_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
          options_.throw_if_stopped();
          expand(std::true_type{}, level.subspan(begin, end - begin), worker);
        });
        queue_.collect();
      }
      unreported += level.size();
      if (unreported >= report_every) options_.decided(std::exchange(unreported, 0));
    }
    options_.decided(unreported);
  }

  template <bool Shared>
  void expand_ends(std::span<const Vertex> part, unsigned worker) {
    for (const Vertex v : part) {
      const Value value = value_[v];
      remoteness_.set(v, level_);
      moves_.for_each_predecessor(v, [&](Vertex p) {
        if (peek_value<Shared>(value_[p]) != Value::none) return;
        if (seen_at(moves_, p, value) == Value::win) {
          if (claim_value<Shared>(value_[p], stored_at(moves_, p, Value::win)))
            queue_.template push_from<Shared>(worker, p);
        } else if (close_move<Shared>(open_[p])) {
          put_value<Shared>(value_[p], stored_at(moves_, p, Value::lose));
          queue_.template push_from<Shared>(worker, p);
        }
      });
    }
  }

  template <bool Shared>
  void expand_ties(std::span<const Vertex> part, unsigned worker) {
    for (const Vertex v : part) {
      remoteness_.set(v, level_);
      moves_.for_each_predecessor(v, [&](Vertex p) {
        if (peek_value<Shared>(value_[p]) == Value::none && claim_value<Shared>(value_[p], Value::tie))
          queue_.template push_from<Shared>(worker, p);
      });
    }
  }

  const M& moves_;
  const SolveOptions& options_;
  Array<Value> value_;
  Array<Counter> open_;  // moves not yet known to lose for their mover; only where value_ began as none
  RemotenessStore remoteness_;
  LevelQueue<Vertex> queue_;
  std::uint64_t level_ = 0;
  bool ties_ = false;  // the levels are those of the ties
  bool has_ties_ = false;
};

/// Values and, if asked for, remoteness of every position. Best moves are not part of it: see best_move.hpp.
template <MoveSource M>
[[nodiscard]] Outcomes<typename M::Vertex> solve_frontier(const M& moves, const SolveOptions& options = {}) {
  const std::uint64_t most = moves.max_out_degree();
  if (most <= std::numeric_limits<std::uint8_t>::max())
    return FrontierRun<M, std::uint8_t>(moves, options).solve();
  if (most <= std::numeric_limits<std::uint16_t>::max())
    return FrontierRun<M, std::uint16_t>(moves, options).solve();
  return FrontierRun<M, std::uint64_t>(moves, options).solve();
}

}  // namespace retrograph
