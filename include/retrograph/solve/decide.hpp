// How one position is decided while a level is expanded, by one thread alone or, Shared, by several at once.
//
// The atomics are all relaxed: each guards one byte or counter of its own (claims with claims, close_move
// with close_move; a peek that comes too early only leads to one of the two), and the end of the level's
// loop publishes everything to the next.
#pragma once

#include <atomic>
#include <utility>

#include "retrograph/graph/types.hpp"

namespace retrograph {

template <bool Shared>
[[nodiscard]] Value peek_value(Value& position) noexcept {
  if constexpr (Shared) return std::atomic_ref(position).load(std::memory_order_relaxed);
  return position;
}

template <bool Shared>
void put_value(Value& position, Value value) noexcept {
  if constexpr (Shared) {
    std::atomic_ref(position).store(value, std::memory_order_relaxed);
  } else {
    position = value;
  }
}

/// True for the one caller that decides the position.
template <bool Shared>
[[nodiscard]] bool claim_value(Value& position, Value value) noexcept {
  if constexpr (Shared) {
    Value expected = Value::none;
    return std::atomic_ref(position).compare_exchange_strong(expected, value, std::memory_order_relaxed);
  } else {
    return std::exchange(position, value) == Value::none;
  }
}

/// True for the one caller that closes the last of the open moves.
template <bool Shared, class Counter>
[[nodiscard]] bool close_move(Counter& open) noexcept {
  if constexpr (Shared) {
    return std::atomic_ref(open).fetch_sub(1, std::memory_order_relaxed) == 1;
  } else {
    return --open == 0;
  }
}

}  // namespace retrograph
