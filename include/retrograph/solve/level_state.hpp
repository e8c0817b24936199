// LevelState: what is decided at the end of a level, as all retrograde engines write and read it.
//
// All of remoteness up to `level` is decided, nothing beyond. Wins and losses come first; when they are
// all known `ties` is set, and levels count anew from the ties of remoteness 0. One bit a vertex says that
// it is won and, with `ties`, another that it is tied; decided vertices in neither are lost. Vertices whose
// value was known as a tie or a draw before the search are read from the game, not from here. All that an
// engine keeps beside it (counters, lists, rows) follows from it, so any engine goes on from any other's.
// Bytes a vertex: 1/8 (ties: 1/4) + 1, 2 or 4.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/solve/remoteness_store.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/checkpoint.hpp"

namespace retrograph {

struct LevelState {
  std::uint64_t level = 0;
  bool ties = false;
  Array<std::uint64_t> win;  // vertex v is bit v & 63 of word v >> 6
  Array<std::uint64_t> tie;  // empty unless `ties`
  RemotenessStore remoteness;

  /// The value of v; none if it is not decided.
  [[nodiscard]] Value value(std::uint64_t v) const noexcept {
    if (remoteness[v] == RemotenessArray::none) return Value::none;
    if ((win[v >> 6] >> (v & 63) & 1) != 0) return Value::win;
    return ties && (tie[v >> 6] >> (v & 63) & 1) != 0 ? Value::tie : Value::lose;
  }
};

/// Parts of a state where they lie; `tie` is empty unless the levels are those of the ties.
struct LevelStateView {
  std::uint64_t level = 0;
  bool ties = false;
  std::span<const std::uint64_t> win;
  std::span<const std::uint64_t> tie;
  const RemotenessStore& remoteness;
};
void write_level_state(StateSink& to, const LevelStateView& state);

/// The same from values of single vertices.
void write_level_state(StateSink& to, std::uint64_t level, bool ties, std::span<const Value> value,
                       const RemotenessStore& remoteness);

/// Error(malformed) for anything but a state of so many vertices.
[[nodiscard]] LevelState read_level_state(StateSource& from, std::uint64_t vertices);

}  // namespace retrograph
