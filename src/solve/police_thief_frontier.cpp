#include "police_thief_frontier.hpp"

#include <utility>

#include "retrograph/games/police_thief_arena.hpp"
#include "retrograph/graph/build.hpp"
#include "retrograph/solve/frontier.hpp"

#include "board_flat_result.hpp"

namespace retrograph {

namespace {

// The state space as a MoveSource.
template <VertexId V>
class SpaceMoves {
 public:
  using Vertex = V;
  static constexpr bool owned = false;

  explicit SpaceMoves(const PoliceThief& space) : space_(space) {}
  [[nodiscard]] std::uint64_t vertex_count() const { return space_.vertex_count(); }
  [[nodiscard]] Value initial(std::uint64_t v) const { return space_.initial(v); }
  [[nodiscard]] std::uint64_t out_degree(std::uint64_t v) const { return space_.out_degree(v); }
  [[nodiscard]] std::uint64_t max_out_degree() const { return 9; }
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    space_.for_each_predecessor(v, [&](std::uint64_t u) { f(static_cast<V>(u)); });
  }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    space_.for_each_successor(v, [&](std::uint64_t u) { f(static_cast<V>(u)); });
  }

 private:
  const PoliceThief& space_;
};

// Where every state is decided: value and counter, a remoteness of two bytes while it is widened from one,
// and a place in the queue.
template <VertexId V>
constexpr std::uint64_t run_bytes = 1 + 1 + 3 + sizeof(V);

bool narrow(const PoliceThief& space) {
  return space.vertex_count() < narrow_vertex_limit;
}

template <class Moves>
std::unique_ptr<BoardResult> solve_moves(std::shared_ptr<const PoliceThief> space, std::string_view engine,
                                         const Moves& moves, const BoardSolveOptions& options) {
  SolveOptions frontier;
  static_cast<RunControl&>(frontier) = static_cast<const RunControl&>(options);
  const bool full = options.store == StoreLevel::full;
  frontier.distances = full || options.checkpoint != nullptr;
  auto outcomes = solve_frontier(moves, frontier);
  if (!full) outcomes.remoteness = {};
  return std::make_unique<FlatBoardResult>(std::move(space), engine, options.store, std::move(outcomes.value),
                                           std::move(outcomes.remoteness));
}

template <VertexId V>
std::unique_ptr<BoardResult> solve_explicit(std::shared_ptr<const PoliceThief> space,
                                            const BoardSolveOptions& options) {
  const Arena<V> arena = arena_of<V>(*space);
  const CsrGraph<V> reverse = transpose(arena.moves);
  return solve_moves(std::move(space), "explicit", ArenaMoves<V, false>(arena, reverse), options);
}

template <VertexId V>
std::unique_ptr<BoardResult> solve_on_the_fly(std::shared_ptr<const PoliceThief> space,
                                              const BoardSolveOptions& options) {
  const PoliceThief& states = *space;
  return solve_moves(std::move(space), "on-the-fly", SpaceMoves<V>(states), options);
}

}  // namespace

std::uint64_t board_on_the_fly_bytes(const PoliceThief& space, StoreLevel) {
  return space.vertex_count() * (narrow(space) ? run_bytes<std::uint32_t> : run_bytes<std::uint64_t>);
}

std::unique_ptr<BoardResult> solve_board_on_the_fly(std::shared_ptr<const PoliceThief> space,
                                                    const BoardSolveOptions& options) {
  return narrow(*space) ? solve_on_the_fly<std::uint32_t>(std::move(space), options)
                        : solve_on_the_fly<std::uint64_t>(std::move(space), options);
}

std::uint64_t board_explicit_bytes(const PoliceThief& space, StoreLevel store) {
  // The transpose counts its rows in 8 bytes a vertex beside the result.
  return 2 * arena_bytes_of(space) + 8 * space.vertex_count() + board_on_the_fly_bytes(space, store);
}

std::unique_ptr<BoardResult> solve_board_explicit(std::shared_ptr<const PoliceThief> space,
                                                  const BoardSolveOptions& options) {
  return narrow(*space) ? solve_explicit<std::uint32_t>(std::move(space), options)
                        : solve_explicit<std::uint64_t>(std::move(space), options);
}

}  // namespace retrograph
