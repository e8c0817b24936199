// Pursuit: k cops against a robber on an undirected graph (Nowakowski and Winkler 1983; Quilliot 1978).
//
// Cops are placed first, then the robber; the cops move first, each cop to a neighbour or not at all, then
// the robber likewise. The robber is caught when a cop stands on his vertex, whoever has moved. Cops are
// unordered: a position is (multiset of k vertices, robber, turn), 2 n C(n+k-1, k) positions. Loops and
// parallel edges of the graph are ignored, directed edges count both ways.
//
// A row holds the robber's vertices for one multiset, 1 bit each. The cops move one after another within a
// turn, so that a turn costs about k x degree row operations a multiset and not degree^k. Levels are
// strict: level L is ply 2L - 1 with the cops to move and ply 2L with the robber to move. Results are the
// same for every number of threads. Memory: three sets of rows, and with distances 1 byte (2 beyond 254
// levels) a position with the cops to move.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/progress.hpp"
#include "retrograph/support/stop.hpp"

namespace retrograph {

struct PursuitOptions {
  unsigned cops = 1;
  bool distances = true;
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();
  const StopSource* stop = nullptr;
  Progress* progress = nullptr;
};

/// Cops in ascending order.
struct PursuitPosition {
  std::vector<std::uint32_t> cops;
  std::uint32_t robber = 0;
  bool cops_to_move = true;
  friend bool operator==(const PursuitPosition&, const PursuitPosition&) = default;
};

class PursuitResult {
 public:
  virtual ~PursuitResult() = default;

  std::uint32_t vertices = 0;
  unsigned cops = 0;
  std::uint64_t edges = 0;           // without loops and doubles
  bool cops_win = false;             // some placement of the cops beats every robber
  std::uint64_t placements = 0;      // multisets
  std::uint64_t placements_won = 0;  // those that beat every robber
  std::uint64_t positions = 0;       // both turns
  std::uint64_t positions_won = 0;
  /// From the best start; absent if the robber wins. cop_moves is the capture time of the graph.
  std::optional<std::uint32_t> plies, cop_moves;
  /// Positions first won at each level: with the cops to move, and with the robber to move. Level 0: caught.
  struct Level {
    std::uint64_t cops = 0, robber = 0;
  };
  std::vector<Level> levels;

  [[nodiscard]] virtual bool cops_win_from(const PursuitPosition& position) const = 0;
  /// Plies to the catch; absent if the robber escapes for ever. Needs distances, else Error(usage).
  [[nodiscard]] virtual std::optional<std::uint32_t> plies_from(const PursuitPosition& position) const = 0;
  /// The best start: the cops' placement that is quickest (if none wins: wins against most robbers), the
  /// robber's vertex that holds out longest; lowest numbers first.
  [[nodiscard]] virtual PursuitPosition best_start() const = 0;
  /// Best play from a position to the catch, or to the first repetition. Needs distances.
  [[nodiscard]] virtual std::vector<PursuitPosition> line_from(const PursuitPosition& position) const = 0;
};

/// Bytes of a run.
[[nodiscard]] std::uint64_t pursuit_bytes(std::uint64_t vertices, unsigned cops, bool distances);

/// Throws Error(usage) for 0 cops or an empty graph, Error(resource) where the estimate exceeds the limit.
template <VertexId V>
[[nodiscard]] std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<V>& graph,
                                                           const PursuitOptions& options);

/// The smallest number of cops that wins, found by trying 1, 2, 3, ...; the result for that number.
template <VertexId V>
[[nodiscard]] std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<V>& graph,
                                                              PursuitOptions options);

}  // namespace retrograph
