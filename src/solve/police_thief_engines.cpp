#include "retrograph/solve/police_thief_engines.hpp"

#include <array>

#include "retrograph/support/error.hpp"

#include "police_thief_bit_rows.hpp"
#include "police_thief_frontier.hpp"
#include "police_thief_reference.hpp"

namespace retrograph {

namespace {

std::string takes_all(const PoliceThief&) {
  return {};
}

constexpr std::array registry{
    BoardEngine{"reference", "the textbook, serial, 190 bytes a state", takes_all, board_reference_bytes,
                solve_board_reference},
    BoardEngine{"explicit", "the frontier engine over the graph of all states", takes_all,
                board_explicit_bytes, solve_board_explicit},
    BoardEngine{"on-the-fly", "the frontier engine without a graph, 9 bytes a state", takes_all,
                board_on_the_fly_bytes, solve_board_on_the_fly},
    BoardEngine{"bit-rows", "two fixpoints of rows of bits, 1 bit a state and the distances",
                board_bit_rows_refusal, board_bit_rows_bytes, solve_board_bit_rows},
};

std::string engine_names() {
  std::string names = "auto";
  for (const BoardEngine& engine : registry) names.append(", ").append(engine.name);
  return names;
}

}  // namespace

std::span<const BoardEngine> board_engines() {
  return registry;
}

const BoardEngine& board_engine(std::string_view name, const PoliceThief& space) {
  if (name == "auto") {
    for (auto engine = registry.rbegin(); engine != registry.rend(); ++engine)
      if (engine->refusal(space).empty()) return *engine;
  }
  for (const BoardEngine& engine : registry) {
    if (engine.name != name) continue;
    if (const std::string reason = engine.refusal(space); !reason.empty())
      fail(Category::usage, "engine {} does not take this board: {}", name, reason);
    return engine;
  }
  fail(Category::usage, "no engine {} for boards; there are {}", name, engine_names());
}

std::unique_ptr<BoardResult> solve_board(Board board, const PursuitRules& rules, std::string_view engine,
                                         const BoardSolveOptions& options) {
  const auto space = std::make_shared<const PoliceThief>(std::move(board), rules);
  const BoardEngine& chosen = board_engine(engine, *space);
  const std::uint64_t bytes = chosen.bytes(*space, options.store);
  if (bytes > options.memory_limit)
    fail(Category::resource, "engine {} needs about {} bytes for {} states ({}), the limit is {}",
         chosen.name, bytes, space->vertex_count(), name_of(options.store), options.memory_limit);
  return chosen.solve(space, options);
}

}  // namespace retrograph
