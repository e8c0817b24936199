// GraphValues: the Grundy or Smith value of every vertex of a graph, one small code a vertex.
//
// code[v] <  finite_limit   v has the nim-value code[v]: v is equal to the heap *code[v]
// code[v] >= finite_limit   v is infinite with set number code[v] - finite_limit of the pool: nobody can be
//                           forced to treat it as a nim-heap, and the set lists the values of its finite
//                           options
// An acyclic graph has no infinite vertex, so codes are values. Sets are interned: no two of the pool are
// equal, each is ascending, and they stand in the order of their first vertex, so that equal graphs give
// equal bytes. Set s is members[offsets[s]] .. members[offsets[s + 1] - 1].
// Value 0 is lose, a value above 0 win, infinite with 0 in its set win, any other infinite vertex draw.
// Memory: 1, 2 or 4 bytes a vertex and the pool. (Smith 1966; Fraenkel and Perl 1975.)
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/run_control.hpp"

namespace retrograph {

/// Unsigned numbers in the narrowest type that holds the largest of them.
class CodeArray {
 public:
  using Storage = std::variant<Array<std::uint8_t>, Array<std::uint16_t>, Array<std::uint32_t>>;

  CodeArray() = default;
  explicit CodeArray(Storage storage) : storage_(std::move(storage)) {}

  [[nodiscard]] std::size_t size() const noexcept {
    return std::visit([](const auto& a) { return a.size(); }, storage_);
  }
  /// Bytes an entry: 1, 2 or 4.
  [[nodiscard]] unsigned width() const noexcept { return 1U << storage_.index(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const noexcept {
    return std::visit([i](const auto& a) -> std::uint32_t { return a[i]; }, storage_);
  }
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }

  /// The same numbers in the narrowest type that holds `max`, which none of them exceeds.
  [[nodiscard]] static CodeArray narrowed(Storage wide, std::uint32_t max);
  /// The same numbers in the type of index `to`, which is at least as wide.
  [[nodiscard]] static Storage widened(Storage narrow, std::size_t to);

 private:
  Storage storage_;
};

/// The value of one vertex, taken out of its GraphValues.
struct LoopyValue {
  bool infinite = false;
  std::uint32_t value = 0;             // the nim-value where finite
  std::span<const std::uint32_t> set;  // the values of finite options where infinite, ascending
};

struct GraphValues {
  CodeArray code;
  std::uint32_t finite_limit = 0;         // one more than the largest finite value; 0 if there is none
  std::vector<std::uint64_t> offsets{0};  // of the sets in members
  std::vector<std::uint32_t> members;
  std::uint64_t infinite = 0;  // how many vertices are infinite
  bool cyclic = false;         // the graph has a cycle

  [[nodiscard]] std::uint64_t vertex_count() const noexcept { return code.size(); }
  /// The largest finite value; 0 also where no vertex is finite.
  [[nodiscard]] std::uint32_t max_value() const noexcept { return finite_limit == 0 ? 0 : finite_limit - 1; }
  [[nodiscard]] std::size_t set_count() const noexcept { return offsets.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> set(std::size_t s) const noexcept {
    return {members.data() + offsets[s], members.data() + offsets[s + 1]};
  }
  [[nodiscard]] LoopyValue operator[](std::uint64_t v) const noexcept {
    const std::uint32_t c = code[v];
    if (c < finite_limit) return {false, c, {}};
    return {true, 0, set(c - finite_limit)};
  }
};

/// What a run over a graph may be told. Progress counts the vertices that have their value.
using ValuesOptions = RunControl;

/// Who wins a vertex of this value alone, for the player to move.
[[nodiscard]] Value outcome_of(const LoopyValue& value) noexcept;

/// Throws Error(malformed) naming `origin` unless every code is finite or names a set, the sets ascend with
/// members below finite_limit, and the count of infinite vertices is right. For values that come from a file.
void check_graph_values(const GraphValues& values, std::string_view origin);

}  // namespace retrograph
