// Questions to stored results: one position, its value, distance, best move, and the play from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/store/result_file.hpp"

namespace retrograph {

struct VertexAnswer {
  Value value = Value::draw;
  std::optional<std::uint32_t> remoteness;  // absent for a draw, and where the file keeps no distances
  std::optional<std::uint64_t> best_move;   // absent where there is no move, or it cannot be told
  std::vector<std::uint64_t> line;          // the vertex first; empty if not asked for
  bool repeats = false;                     // the vertex after the last one has been there before
};

/// A vertex of a graph result, by its id as solve takes it (Error(usage) if there is none); all vertices of
/// the answer are ids too. The input is opened again (by its stored name, or `game`) where the file holds no
/// best moves but a line or a best move is wanted; if it has changed, Error(refused).
[[nodiscard]] VertexAnswer query_vertex(const ResultFile& file, std::uint64_t vertex, bool line,
                                        const std::string& game, const RunContext& context);

}  // namespace retrograph
