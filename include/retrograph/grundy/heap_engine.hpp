// Engines for the nim-values of heap games, and their registry.
//
// Every engine gives bit-identical values, statistics and rares at any number of threads (par::threads()) and
// on any instruction set. Cost per value: reference n/2 marks a splitting digit; dense about 1/25 of that;
// sparse a few cycles to a few hundred, whatever n. run_heap_engine() may be called from several threads at
// once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

struct HeapEngine {
  std::string_view name;
  std::string_view help;  // one line
  bool (*accepts)(const HeapGame&);
  HeapRun (*run)(const HeapGame&, const HeapOptions&);
};

/// All engines, "auto" first.
[[nodiscard]] std::span<const HeapEngine> heap_engines();

/// Throws Error(usage) that lists the names, or says why the engine cannot take the game.
[[nodiscard]] const HeapEngine& find_heap_engine(std::string_view name, const HeapGame& game);

/// Runs an engine. Heap n of the run is heap n + game.heap_offset of the code (strips of treblecross).
[[nodiscard]] HeapRun run_heap_engine(const HeapGame& game, const HeapOptions& options,
                                      std::string_view engine = "auto");

/// Bytes that a run may need at most, for the refusal before it starts.
[[nodiscard]] std::uint64_t heap_memory_estimate(const HeapGame& game, const HeapOptions& options,
                                                 std::string_view engine);

}  // namespace retrograph
