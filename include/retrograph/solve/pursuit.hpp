// Pursuit: k cops against a robber on an undirected graph (Nowakowski and Winkler 1983; Quilliot 1978).
//
// Cops are placed first, then the robber; the cops move first, each cop to a neighbour or not at all, then
// the robber likewise. He is caught when a cop stands on his vertex, whoever has moved. Cops are unordered:
// a position is (multiset of k vertices, robber, turn), 2 n C(n+k-1, k) positions. Loops and parallel edges
// are ignored, directed edges count both ways. On a board (PursuitArena) cops and robber have steps of their
// own, and a robber on an exit without a cop has got away: a second fixpoint says from where he can force it.
//
// A row holds the robber's vertices for one multiset, 1 bit each. The cops move one after another within a
// turn: about k x degree row operations a multiset, not degree^k. Levels are strict: a catch at level L is
// ply 2L - 1 with the cops to move. Results are the same for every number of threads. Memory: three sets of
// rows (five with exits), and with distances 1 byte (2 beyond 254 levels) a position with the cops to move.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/support/run_control.hpp"

namespace retrograph {

/// Steps are symmetric and leave out the vertex itself: everyone may stay.
struct PursuitArena {
  std::vector<std::vector<std::uint32_t>> cop_steps, robber_steps;
  std::vector<std::uint8_t> exits;  // 1: an exit
};

/// Several policemen on a board, vertices being its dense cells. Error(usage) unless both sides may stay and
/// exits are open to the police.
[[nodiscard]] PursuitArena pursuit_arena(const PoliceThief& space);

struct PursuitOptions : RunControl {
  unsigned cops = 1;
  bool distances = true;
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();
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
  std::uint64_t positions_lost = 0;  // the robber forces his way to an exit
  /// From the best start; absent if the robber wins. cop_moves is the capture time of the graph.
  std::optional<std::uint32_t> plies, cop_moves;
  /// Positions first won at each level: with the cops to move, and with the robber to move. Level 0: caught.
  /// (Losses, with exits, are not among them.)
  struct Level {
    std::uint64_t cops = 0, robber = 0;
  };
  std::vector<Level> levels;

  /// For the cops: win, lose (the robber reaches an exit) or draw (neither can be forced).
  [[nodiscard]] virtual Value value_from(const PursuitPosition& position) const = 0;
  [[nodiscard]] bool cops_win_from(const PursuitPosition& position) const {
    return value_from(position) == Value::win;
  }
  /// Plies to the end; absent in a draw. Needs distances, else Error(usage).
  [[nodiscard]] virtual std::optional<std::uint32_t> plies_from(const PursuitPosition& position) const = 0;
  /// The best start: the cops' placement that is quickest (if none wins: wins against most robbers), the
  /// robber's vertex that holds out longest; lowest numbers first.
  [[nodiscard]] virtual PursuitPosition best_start() const = 0;
  /// Best play from a position to the end, or to the first repetition. Needs distances.
  [[nodiscard]] virtual std::vector<PursuitPosition> line_from(const PursuitPosition& position) const = 0;
};

/// Bytes of a run.
[[nodiscard]] std::uint64_t pursuit_bytes(std::uint64_t vertices, unsigned cops, bool distances,
                                          bool exits = false);

[[nodiscard]] std::unique_ptr<PursuitResult> solve_pursuit(const PursuitArena& arena,
                                                           const PursuitOptions& options);

/// Throws Error(usage) for 0 cops or an empty graph, Error(resource) where the estimate exceeds the limit.
template <VertexId V>
[[nodiscard]] std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<V>& graph,
                                                           const PursuitOptions& options);

/// The smallest number of cops that wins, found by trying 1, 2, 3, ...; the result for that number.
template <VertexId V>
[[nodiscard]] std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<V>& graph,
                                                              PursuitOptions options);

}  // namespace retrograph
