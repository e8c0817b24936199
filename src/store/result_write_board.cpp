#include <algorithm>
#include <cstring>

#include "retrograph/store/board_text.hpp"
#include "retrograph/store/chunks.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/summary.hpp"

namespace retrograph {
namespace {

// Planes of one thief cell; as many in a chunk as make half a megabyte of values.
std::vector<hsize_t> board_chunk(const Board& board) {
  constexpr std::uint64_t target = std::uint64_t{1} << 19;
  const std::uint64_t planes = std::max<std::uint64_t>(target / board.cell_count(), 1);
  const std::uint64_t across = std::min<std::uint64_t>(planes, board.cols);
  const std::uint64_t down = across == board.cols ? std::min<std::uint64_t>(planes / across, board.rows) : 1;
  return {1, down, across, board.rows, board.cols};
}

template <class T>
void narrow(std::span<const std::uint32_t> from, std::byte* to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto value = static_cast<T>(from[i]);
    if (value != from[i] && from[i] != RemotenessArray::none)
      fail(Category::internal, "a remoteness of {} does not fit {} bits", from[i], 8 * sizeof(T));
    std::memcpy(to + i * sizeof(T), &value, sizeof(T));
  }
}

class BoardWriter {
 public:
  BoardWriter(const h5::Group& group, const Board& board, const BoardResultShape& shape, StoreLevel level,
              FunctionRef<void(Side, std::uint32_t, const BoardRow&)> fill)
      : board_(board),
        shape_(shape),
        fill_(fill),
        cells_(board.cell_count()),
        stored_(level != StoreLevel::summary),
        stored_remoteness_(level == StoreLevel::full && shape.remoteness),
        stored_move_(level == StoreLevel::full && shape.best_move),
        width_(shape.max_remoteness < 0xff     ? 1
               : shape.max_remoteness < 0xffff ? 2
                                               : 4),
        narrow_move_(2 * cells_ * cells_ < no_vertex<std::uint32_t>),
        writer_({2, board.rows, board.cols, board.rows, board.cols}, board_chunk(board)),
        collector_(shape.remoteness, 2 * cells_ * cells_) {
    if (stored_)
      h5::describe_values(writer_.add(group, "value", h5::value_type().id()),
                          "value for the side to move, by turn (0 police), thief cell, police cell");
    if (stored_remoteness_) describe_remoteness(writer_.add(group, "remoteness", remoteness_type()));
    if (stored_move_)
      h5::describe(writer_.add(group, "best_move", narrow_move_ ? H5T_NATIVE_UINT32 : H5T_NATIVE_UINT64),
                   "lowest flat index among the best moves, all ones for none", "1");
  }

  ResultSummary run() {
    writer_.write([this](std::span<const hsize_t> origin, h5::ChunkWriter::Buffers buffers, unsigned worker) {
      fill_chunk(origin, buffers, worker);
    });
    return collector_.finish();
  }

 private:
  struct Row {
    std::vector<Value> value;
    std::vector<std::uint32_t> remoteness;
    std::vector<std::uint64_t> best_move;
  };

  [[nodiscard]] hid_t remoteness_type() const {
    return width_ == 1 ? H5T_NATIVE_UINT8 : width_ == 2 ? H5T_NATIVE_UINT16 : H5T_NATIVE_UINT32;
  }

  void fill_chunk(std::span<const hsize_t> origin, h5::ChunkWriter::Buffers buffers, unsigned worker) {
    const auto chunk = writer_.chunk();
    const auto turn = static_cast<Side>(origin[0]);
    for (hsize_t i = 0; i < chunk[1] && origin[1] + i < board_.rows; ++i)
      for (hsize_t j = 0; j < chunk[2] && origin[2] + j < board_.cols; ++j) {
        const auto thief = static_cast<std::uint32_t>((origin[1] + i) * board_.cols + origin[2] + j);
        if (board_.cells[thief] == Cell::wall) {
          if (!stored_) continue;
          blank_plane(rows_[worker]);
        } else {
          fill_plane(turn, thief, rows_[worker]);
          count(turn, thief, rows_[worker], worker);
        }
        copy(rows_[worker], buffers, (i * chunk[2] + j) * cells_);
      }
  }

  void blank_plane(Row& row) const {
    row.value.assign(cells_, Value::none);
    row.remoteness.assign(shape_.remoteness ? cells_ : 0, RemotenessArray::none);
    row.best_move.assign(shape_.best_move ? cells_ : 0, no_vertex<std::uint64_t>);
  }

  void fill_plane(Side turn, std::uint32_t thief, Row& row) {
    row.value.resize(cells_);
    row.remoteness.resize(shape_.remoteness ? cells_ : 0);
    row.best_move.resize(shape_.best_move ? cells_ : 0);
    fill_(turn, thief, {row.value, row.remoteness, row.best_move});
    for (std::size_t police = 0; police < cells_; ++police) {
      if (board_.cells[police] != Cell::wall) continue;
      row.value[police] = Value::none;
      if (shape_.remoteness) row.remoteness[police] = RemotenessArray::none;
      if (shape_.best_move) row.best_move[police] = no_vertex<std::uint64_t>;
    }
  }

  void count(Side turn, std::uint32_t thief, const Row& row, unsigned worker) {
    const std::uint64_t first = (static_cast<std::uint64_t>(turn) * cells_ + thief) * cells_;
    for (std::size_t police = 0; police < cells_; ++police)
      collector_.add(worker, first + police, row.value[police],
                     shape_.remoteness ? row.remoteness[police] : 0);
  }

  void copy(const Row& row, h5::ChunkWriter::Buffers buffers, std::size_t at) const {
    std::size_t next = 0;
    if (stored_) std::memcpy(buffers[next++].data() + at, row.value.data(), cells_);
    if (stored_remoteness_) {
      std::byte* const to = buffers[next++].data() + at * width_;
      if (width_ == 1) narrow<std::uint8_t>(row.remoteness, to);
      if (width_ == 2) narrow<std::uint16_t>(row.remoteness, to);
      if (width_ == 4) narrow<std::uint32_t>(row.remoteness, to);
    }
    if (!stored_move_) return;
    for (std::size_t i = 0; i < cells_; ++i) {
      const auto small = static_cast<std::uint32_t>(row.best_move[i]);
      if (narrow_move_)
        std::memcpy(buffers[next].data() + (at + i) * sizeof small, &small, sizeof small);
      else
        std::memcpy(buffers[next].data() + (at + i) * 8, &row.best_move[i], 8);
    }
  }

  const Board& board_;
  const BoardResultShape& shape_;
  FunctionRef<void(Side, std::uint32_t, const BoardRow&)> fill_;
  std::uint64_t cells_;
  bool stored_;
  bool stored_remoteness_;
  bool stored_move_;
  unsigned width_;
  bool narrow_move_;
  h5::ChunkWriter writer_;
  SummaryCollector collector_;
  par::WorkerLocal<Row> rows_;
};

}  // namespace

namespace {

h5::File create_board_file(PartialFile& out, const Board& board) {
  const auto plain = [&](std::uint32_t cell) { return board.cells[cell] == Cell::free; };
  if (board.cell_count() == 0 || !plain(board.police) || !plain(board.thief) || board.police == board.thief)
    fail(Category::usage, "a board whose pieces do not stand on two plain cells cannot be stored");
  auto file = h5::File::create(out.partial());
  const auto group = h5::create_group(file, "result");
  h5::write_attribute(group, "kind", std::string_view("board"));
  h5::write_attribute(group, "board", board_text(board));
  return file;
}

}  // namespace

ResultSummary write_board_result(PartialFile& out, const Board& board, const BoardResultShape& shape,
                                 const Provenance& provenance, StoreLevel level,
                                 FunctionRef<void(Side, std::uint32_t, const BoardRow&)> fill) {
  auto file = create_board_file(out, board);
  const auto group = h5::open_group(file, "result");
  BoardWriter writer(group, board, shape, level, fill);
  const ResultSummary summary = writer.run();
  finish_result(out, file, summary, provenance);
  return summary;
}

void write_board_summary(PartialFile& out, const Board& board, const OutcomeCounts& counts,
                         const Provenance& provenance) {
  auto file = create_board_file(out, board);
  ResultSummary summary;
  summary.counts = counts;
  for (const auto& [value, count] : {std::pair{Value::draw, counts.draw}, std::pair{Value::win, counts.win},
                                     std::pair{Value::lose, counts.lose}, std::pair{Value::tie, counts.tie}})
    if (count != 0) summary.bins.push_back({RemotenessArray::none, value, count, no_vertex<std::uint64_t>});
  finish_result(out, file, summary, provenance);
}

}  // namespace retrograph
