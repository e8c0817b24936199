// The vocabulary of every room: vertex ids, edge offsets, values of positions, the dead-end rule.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace retrograph {

/// Vertex ids are 32 or 64 bits wide: the file says which, a template carries it.
template <class V>
concept VertexId = std::same_as<V, std::uint32_t> || std::same_as<V, std::uint64_t>;

/// Position of an edge in a target array; also the type of edge counts.
using EdgeIndex = std::uint64_t;

/// "No vertex": all ones. Marks an absent best move in memory and in files.
template <VertexId V>
inline constexpr V no_vertex = std::numeric_limits<V>::max();

/// Ids are 32 bits in files (int32) and in memory for graphs of fewer vertices than this.
inline constexpr std::uint64_t narrow_vertex_limit = std::uint64_t{1} << 31;

/// Value of a position for the player to move (for player 0 in a graph with owners). The numbers are those of
/// the files.
enum class Value : std::uint8_t {
  draw = 0,  // nobody can force an end
  win = 1,
  lose = 2,
  tie = 3,     // the game can be brought to an even end
  none = 255,  // no value: not given (terminal arrays), or not a position (wall cells of boards)
};

/// What a player without a move gets. `lose` is normal play, `win` is misère play.
enum class DeadEnd : std::uint8_t { lose, win, tie };

[[nodiscard]] constexpr Value value_of(DeadEnd rule) noexcept {
  return rule == DeadEnd::lose ? Value::lose : rule == DeadEnd::win ? Value::win : Value::tie;
}

/// The value seen by the other player: win and lose change places.
[[nodiscard]] constexpr Value opposite(Value v) noexcept {
  return v == Value::win ? Value::lose : v == Value::lose ? Value::win : v;
}

[[nodiscard]] constexpr std::string_view name_of(Value v) noexcept {
  switch (v) {
    case Value::draw:
      return "draw";
    case Value::win:
      return "win";
    case Value::lose:
      return "lose";
    case Value::tie:
      return "tie";
    case Value::none:
      return "none";
  }
  return "invalid";
}

[[nodiscard]] constexpr std::optional<Value> value_named(std::string_view name) noexcept {
  for (const Value v : {Value::draw, Value::win, Value::lose, Value::tie})
    if (name == name_of(v)) return v;
  return std::nullopt;
}

[[nodiscard]] constexpr std::string_view name_of(DeadEnd rule) noexcept {
  return name_of(value_of(rule));
}

[[nodiscard]] constexpr std::optional<DeadEnd> dead_end_named(std::string_view name) noexcept {
  for (const DeadEnd rule : {DeadEnd::lose, DeadEnd::win, DeadEnd::tie})
    if (name == name_of(rule)) return rule;
  return std::nullopt;
}

}  // namespace retrograph
