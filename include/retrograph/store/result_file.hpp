// Result files: the outcome of every position of a graph or of a board.
//
//   /result/value       uint8 enum draw 0, win 1, lose 2, tie 3, none 255 (a wall cell is part of it)
//   /result/remoteness  smallest unsigned type, all ones = none
//   /result/best_move   optional, uint32 or uint64 index, all ones = none
//   /result/original_id optional, uint64: the id each vertex of a relabelled or generated graph goes by
//   /summary            attributes win, lose, tie, draw, distances, max_remoteness; datasets remoteness,
//                       value, count, example: one row a bin that is not empty, ascending by remoteness
//                       and value, draws (and all where no distances are kept) last with remoteness all
//                       ones; example is the lowest index, all ones where the run kept no positions
// Graphs: one index a vertex. Boards: shape (2, rows, cols, rows, cols) = turn (0 police), thief cell, police
// cell, best_move a flat index of the same order; attribute `board` on /result holds the text. Rules and
// input are on the root (Provenance). Chunked, gzip 1 by workers, fletcher32, shuffle above one byte.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "retrograph/games/board.hpp"
#include "retrograph/graph/types.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/store_level.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

/// One bin of the histogram by remoteness and value.
struct ResultBin {
  std::uint32_t remoteness = RemotenessArray::none;
  Value value = Value::draw;
  std::uint64_t count = 0;
  std::uint64_t example = 0;  // lowest index
  friend bool operator==(const ResultBin&, const ResultBin&) = default;
};

struct ResultSummary {
  OutcomeCounts counts;
  bool distances = false;  // whether bins are by remoteness
  std::vector<ResultBin> bins;
};

/// Counts and bins of a graph's outcomes; parallel.
template <VertexId V>
[[nodiscard]] ResultSummary summarise(const Outcomes<V>& outcomes);

/// Writes a graph's outcomes, closes and commits. Levels: summary writes /summary alone, values leaves out
/// remoteness and best moves, full writes whatever `outcomes` holds. original_id is empty, or one a vertex.
template <VertexId V>
void write_result(PartialFile& out, const Outcomes<V>& outcomes, const Provenance& provenance,
                  StoreLevel level = StoreLevel::full, std::span<const std::uint64_t> original_id = {});

/// What a solver fills in for one turn and one thief cell: entries by police cell, cell = row * cols + col
/// over the whole board. remoteness and best_move are empty spans where they are not stored. Entries of wall
/// cells need not be set: the writer does it.
struct BoardRow {
  std::span<Value> value;
  std::span<std::uint32_t> remoteness;  // RemotenessArray::none for draws
  std::span<std::uint64_t> best_move;   // flat index of shape (2, cells, cells), all ones = none
};

/// What of a board's outcomes exists and how large it gets.
struct BoardResultShape {
  bool remoteness = true;
  std::uint32_t max_remoteness =
      0;  // an upper bound is enough only if it needs the same width: keep it exact
  bool best_move = false;
};

/// Writes the outcomes of all (turn, thief, police) of a board, closes and commits. fill(turn, thief cell,
/// row) is called once for every turn and free thief cell, from several threads at once, in no set order;
/// also with `level` summary, since the summary is made of it.
ResultSummary write_board_result(PartialFile& out, const Board& board, const BoardResultShape& shape,
                                 const Provenance& provenance, StoreLevel level,
                                 FunctionRef<void(Side, std::uint32_t, const BoardRow&)> fill);

/// Writes a board's summary alone, from counts that a run without states has left.
void write_board_summary(PartialFile& out, const Board& board, const OutcomeCounts& counts,
                         const Provenance& provenance);

/// A result file open for reading. Single entries are read without loading the rest. One thread at a time.
class ResultFile {
 public:
  enum class Kind : std::uint8_t { graph, board };

  /// Error(no_input), Error(malformed) for what is not a whole result file.
  explicit ResultFile(const std::filesystem::path& path);
  ~ResultFile();
  ResultFile(ResultFile&&) noexcept;
  ResultFile& operator=(ResultFile&&) noexcept;

  [[nodiscard]] Kind kind() const noexcept;
  /// Positions: vertices, or 2 * cells * cells, also where no values are stored.
  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] StoreLevel level() const noexcept;
  [[nodiscard]] bool has_values() const noexcept;
  [[nodiscard]] bool has_remoteness() const noexcept;
  [[nodiscard]] bool has_best_move() const noexcept;
  [[nodiscard]] const Provenance& provenance() const noexcept;
  [[nodiscard]] const ResultSummary& summary() const noexcept;

  /// Of one index below size(); Error(usage) where it is not, or where the file does not hold the array.
  [[nodiscard]] Value value(std::uint64_t index) const;
  [[nodiscard]] std::optional<std::uint32_t> remoteness(std::uint64_t index) const;
  [[nodiscard]] std::optional<std::uint64_t> best_move(std::uint64_t index) const;

  /// The ids of a graph's vertices; empty where a vertex goes by its number.
  [[nodiscard]] Array<std::uint64_t> original_ids() const;
  /// Whole arrays; Error(usage) where the file does not hold them.
  [[nodiscard]] Array<Value> values() const;
  [[nodiscard]] RemotenessArray remoteness() const;
  /// Error(usage) unless the file's ids have the width of V.
  template <VertexId V>
  [[nodiscard]] Array<V> best_moves() const;
  /// All three, those that are there.
  template <VertexId V>
  [[nodiscard]] Outcomes<V> outcomes() const;

  /// Of a board result: the board and its rules; Error(usage) for a graph.
  [[nodiscard]] const Board& board() const;
  [[nodiscard]] const PursuitRules& rules() const;
  /// The flat index of a position.
  [[nodiscard]] std::uint64_t index_of(Side turn, std::uint32_t thief_cell, std::uint32_t police_cell) const;
  /// One plane: values by police cell for a turn and thief cell.
  [[nodiscard]] std::vector<Value> value_row(Side turn, std::uint32_t thief_cell) const;
  [[nodiscard]] std::vector<std::uint32_t> remoteness_row(Side turn, std::uint32_t thief_cell) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retrograph
