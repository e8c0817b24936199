// SumSolver: value, outcome and every winning move of sums of unlike games under normal play.
//
// Finite parts add by xor; one infinite part of a graph with cycles adds by sums_value.hpp; two of them are a
// draw. A winning move goes to a sum whose value is the finite 0: with the rest of the sum at the finite
// value r, the options of value r of one term; where two terms are infinite there is none. Tables of heap
// games are computed up to the largest heap asked for and kept; graphs are asked for once a name. Heaps of
// Nim need no table. solve() is for one thread at a time and runs many sums on all threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/grundy/heap_table.hpp"
#include "retrograph/grundy/sums.hpp"
#include "retrograph/grundy/sums_value.hpp"

namespace retrograph {

/// A graph and the values of its vertices. Sums and moves name vertices by their ids.
struct ValuedGraph {
  AnyCsrGraph moves;
  GraphValues values;
  Array<std::uint64_t> original_id = {};  // empty: a vertex goes by its number
  [[nodiscard]] VertexIds ids() const { return {original_id.span(), values.vertex_count()}; }
};

/// The graph's vertex of that id; Error(usage) naming the graph if it has none.
[[nodiscard]] std::uint64_t vertex_of(const VertexIds& ids, std::uint64_t id, const std::string& graph);

/// Gives the graph of a name; throws what its caller should see if there is none.
using GraphOpener = std::function<std::shared_ptr<const ValuedGraph>(const std::string& name)>;

struct TermMove {
  std::size_t term = 0;  // index in the sum
  std::vector<std::uint64_t>
      to;  // heap: 0 to 3 sizes (cells of strips), ascending; vertex: one id; number: one
  friend bool operator==(const TermMove&, const TermMove&) = default;
};

struct SumResult {
  SumValue value;
  Value outcome = Value::none;  // win, lose or draw for the player to move
  std::vector<TermMove> moves;  // all that win, by term, then by what they leave; of equal terms the first's
};

class SumSolver {
 public:
  explicit SumSolver(GraphOpener open = {}) : open_(std::move(open)) {}

  /// Throws Error(usage) for a vertex that the graph does not have.
  [[nodiscard]] SumResult solve(const Sum& sum);
  [[nodiscard]] std::vector<SumResult> solve(std::span<const Sum> sums);

 private:
  void prepare(std::span<const Sum> sums);
  [[nodiscard]] SumResult answer(const Sum& sum) const;
  [[nodiscard]] SumValue value_of(const SumTerm& term) const;
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> options_of_value(const SumTerm& term,
                                                                         std::uint64_t value) const;

  struct Opened {
    std::shared_ptr<const ValuedGraph> graph;
    VertexIds ids;
  };
  GraphOpener open_;
  std::map<std::string, HeapValues> tables_;  // by the canonical name of the game
  std::map<std::string, Opened> graphs_;
};

}  // namespace retrograph
