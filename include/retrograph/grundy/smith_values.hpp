// Smith values of any graph, cycles allowed, on all threads of the seam, level by level.
//
// Level m finds the vertices of value m. It is one retrograde analysis, by the engine that solves graphs, of
// the level game: its vertices are those that have no value yet, a move to a vertex of a smaller value is
// left out, and an infinite vertex may pass (a self-loop), so that it is never lost. Lost vertices get the
// value m; won ones stay for the next level; drawn ones are infinite for good. Level 0 is the game itself:
// exactly the win/lose/draw pass. After the last level an infinite vertex takes the set of its options'
// values. Each level game is copied out of the one before, so the work falls with the vertices that are left.
// Memory: the code of a vertex, and the level game with its moves (at most that of the graph). (Smith 1966;
// Fraenkel and Perl 1975, whose definition smith_reference.hpp follows to the letter.)
// May be called from any thread; the graph is only read.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/grundy/graph_values.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

/// What one level cost and found.
struct SmithLevel {
  std::uint64_t vertices = 0;  // of the level game
  std::uint64_t edges = 0;
  std::uint64_t labelled = 0;  // vertices that got the level's number
  std::uint64_t infinite = 0;  // vertices that became infinite
  double copy_seconds = 0;     // to make the level game (0 at level 0)
  double solve_seconds = 0;
};

struct SmithLabels {
  GraphValues values;
  std::vector<SmithLevel> levels;
  double sets_seconds = 0;  // to collect the sets of infinite vertices
};

template <VertexId V>
[[nodiscard]] SmithLabels smith_labels(const CsrGraph<V>& graph, const ValuesOptions& options = {});

/// Any graph: mex where there is no cycle, which is faster (then `levels` is empty and `depth` says how many
/// vertices the longest path has), else Smith values.
struct GraphLabels : SmithLabels {
  std::uint32_t depth = 0;
};
/// `cycle_found` is called before the Smith levels begin, and may throw.
template <VertexId V>
[[nodiscard]] GraphLabels graph_labels(
    const CsrGraph<V>& graph, const ValuesOptions& options = {}, FunctionRef<void()> cycle_found = [] {});

/// The values alone.
template <VertexId V>
[[nodiscard]] GraphValues graph_values(const CsrGraph<V>& graph, const ValuesOptions& options = {});

/// Bytes beside the graph at the peak of graph_labels(): those of the search for a mex, and those of the
/// Smith levels that follow if there is a cycle.
struct ValuesMemory {
  std::uint64_t mex = 0;
  std::uint64_t smith = 0;
};
[[nodiscard]] ValuesMemory values_memory(std::uint64_t vertices, EdgeIndex edges, unsigned id_bytes);

}  // namespace retrograph
