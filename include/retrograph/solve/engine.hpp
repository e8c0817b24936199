// The registry of retrograde engines: one entry each feeds the command line, the help, `auto` and the tests.
//
// Every engine gives the same answer, bit for bit, for every thread count. An engine that cannot take a game
// says so with Error(usage) before it starts. The registry is constant: any thread may read it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

/// The size of a game, as far as memory depends on it.
struct GameSize {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  unsigned id_bytes = 4;
  bool reverse_stored = false;  // the caller passes the reverse side
  std::uint64_t ends = 0;       // vertices decided before the search
  bool ties = false;            // whether there may be some: they spread over the reverse side
};

/// The size of this game; one look at all vertices.
template <VertexId V>
[[nodiscard]] GameSize size_of(const Arena<V>& arena, bool reverse_stored);

struct Engine {
  template <VertexId V>
  using Run = Outcomes<V> (*)(const Arena<V>&, const CsrGraph<V>* reverse, const SolveOptions&);

  std::string_view name;
  std::string_view help;
  bool takes_owners;
  bool uses_reverse;  // builds the reverse side unless it is given one
  Run<std::uint32_t> narrow;
  Run<std::uint64_t> wide;  // null: 32-bit ids only
  /// Bytes beside the arena (and the reverse side, if stored) at the peak of the run, answer included.
  std::uint64_t (*estimate)(const GameSize&, const SolveOptions&);
};

/// All engines, in the order of the help.
[[nodiscard]] std::span<const Engine> engines();

/// The engine of that name; Error(usage) listing the known ones. "auto" is not a name here.
[[nodiscard]] const Engine& engine_named(std::string_view name);

/// What "auto" picks for this game.
template <VertexId V>
[[nodiscard]] const Engine& choose_engine(const Arena<V>& arena, bool reverse_stored);

/// `name` may be "auto"; checks that the engine takes the game.
template <VertexId V>
[[nodiscard]] const Engine& engine_for(const Arena<V>& arena, std::string_view name, bool reverse_stored);

/// Runs the engine. `reverse`, where not null, must be transpose(arena.moves).
template <VertexId V>
[[nodiscard]] Outcomes<V> solve(const Engine& engine, const Arena<V>& arena, const SolveOptions& options = {},
                                const CsrGraph<V>* reverse = nullptr);

/// Estimated peak in bytes of a whole run: what `engine` adds to the arena and the stored reverse side.
[[nodiscard]] inline std::uint64_t estimate_memory(const Engine& engine, const GameSize& size,
                                                   const SolveOptions& options) {
  return engine.estimate(size, options);
}

}  // namespace retrograph
