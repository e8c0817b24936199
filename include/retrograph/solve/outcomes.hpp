// Outcomes<V>: the answer of every retrograde engine, one entry a vertex.
//
// value       draw, win, lose or tie; with owners, for player 0
// remoteness  plies to the end under best play; none() where the value is draw. A dead end or a vertex given
// as win, lose
//             or tie has 0; win = 1 + min over losing children, lose = 1 + max over children, tie = 1 + min
//             over tie children (with owners: 1 + min for the player who reaches what he seeks, 1 + max for
//             the one who cannot avoid it). Empty if distances were not asked for.
// best_move   the lowest id among the optimal children; for a draw the lowest draw child; no_vertex where
// there is no move
//             (dead ends and given values). Empty if not asked for.
// Remoteness follows Gamesman's definition; bytes per vertex: 1 + 1, 2 or 4 + (if asked) sizeof(V).
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/array.hpp"

namespace retrograph {

/// Remoteness of many positions in the narrowest unsigned type that holds all of them; all ones means none.
class RemotenessArray {
 public:
  using Storage = std::variant<Array<std::uint8_t>, Array<std::uint16_t>, Array<std::uint32_t>>;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  RemotenessArray() = default;
  explicit RemotenessArray(Storage storage) : storage_(std::move(storage)) {}

  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::size_t size() const noexcept {
    return std::visit([](const auto& a) { return a.size(); }, storage_);
  }
  /// Bytes an entry: 1, 2 or 4.
  [[nodiscard]] unsigned width() const noexcept { return 1U << storage_.index(); }
  /// Remoteness of position i, or none.
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const noexcept {
    return std::visit(
        [i](const auto& a) -> std::uint32_t {
          using T = std::remove_cvref_t<decltype(a[0])>;
          return a[i] == std::numeric_limits<T>::max() ? none : a[i];
        },
        storage_);
  }
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }

  /// The same numbers in the narrowest type for a largest remoteness of `max` (8 bits up to 254, 16 up to
  /// 65534).
  [[nodiscard]] static RemotenessArray narrowed(Array<std::uint32_t> wide, std::uint32_t max);

 private:
  Storage storage_;
};

template <VertexId V>
struct Outcomes {
  Array<Value> value;
  RemotenessArray remoteness;
  Array<V> best_move;
};

/// What a summary of a result holds.
struct OutcomeCounts {
  std::uint64_t win = 0;
  std::uint64_t lose = 0;
  std::uint64_t tie = 0;
  std::uint64_t draw = 0;
  std::uint32_t max_remoteness = 0;  // 0 if nothing is decided
  friend bool operator==(const OutcomeCounts&, const OutcomeCounts&) = default;
};

/// Counts values (entries of Value::none are skipped); max_remoteness stays 0 for an empty remoteness array.
[[nodiscard]] OutcomeCounts count_outcomes(std::span<const Value> value, const RemotenessArray& remoteness);

}  // namespace retrograph
