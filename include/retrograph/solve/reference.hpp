// The textbook program: what every engine is compared with and measured against. Kept simple on purpose.
//
// Reverse adjacency as vectors of vectors, a counter of open moves a vertex, one queue by levels. The ctor
// builds, solve() labels; benchmarks time solve() alone. One thread. About 40 bytes a vertex + 4 or 8 an edge
// + the vectors' slack. Distances and best moves by the definitions, nothing shared with the other engines.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/level_state.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

template <VertexId V>
class Reference {
 public:
  explicit Reference(const Arena<V>& arena);

  /// Values and remoteness of every vertex; may be called again. Stops and checkpoints are asked for between
  /// levels.
  void solve(const SolveOptions& options = {});

  [[nodiscard]] const std::vector<Value>& value() const noexcept { return value_; }
  [[nodiscard]] const std::vector<std::uint32_t>& remoteness() const noexcept { return remoteness_; }
  /// The lowest best move at v, after solve().
  [[nodiscard]] V best_move(std::uint64_t v) const;

 private:
  void go_on(const LevelState& state);
  void save(StateSink& to, std::uint64_t level, bool ties) const;
  template <class Step>
  void spread(const SolveOptions& options, std::uint64_t level, bool ties, Step&& step);
  void spread_end(V v);
  void spread_tie(V v);
  [[nodiscard]] Value for_mover(std::uint64_t v, Value x) const;
  void decide(std::uint64_t v, Value x, std::uint32_t level);

  const Arena<V>& arena_;
  std::vector<std::vector<V>> predecessors_;
  std::vector<std::uint64_t> degree_;
  std::vector<std::uint64_t> open_;
  std::vector<Value> value_;
  std::vector<std::uint32_t> remoteness_;
  std::vector<V> queue_;
};

/// All three arrays of the answer by the textbook.
template <VertexId V>
[[nodiscard]] Outcomes<V> solve_reference(const Arena<V>& arena, const SolveOptions& options = {});

}  // namespace retrograph
