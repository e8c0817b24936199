// Sweeps of police and thief: random boards by size, density and seed, or boards from files.
#include "batch/sweep_boards.hpp"

#include <algorithm>

#include "retrograph/solve/board_sweeper.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {
namespace {

void check_boards(const JobValues& values, const RunContext& context) {
  const SweepKind& kind = police_thief_sweep;
  const BoardSweeper sweeper(rules_of_job(values), on_off_of_key(kind, values, "distances"),
                             value_of_key(kind, values, "engine"));
  (void)on_off_of_key(kind, values, "boards");
  const Board board = board_of_job(kind, values);
  if (const std::uint64_t bytes = sweeper.bytes(board); bytes > context.memory_limit)
    fail(Category::resource, "a board of {} x {} needs about {} bytes, the limit is {}", board.rows,
         board.cols, bytes, context.memory_limit);
}

class BoardRunner final : public SweepRunner {
 public:
  explicit BoardRunner(const RunContext& context) : context_(context) {}

  [[nodiscard]] std::optional<Cells> run(const JobValues& values, unsigned worker,
                                         std::uint64_t bytes) override {
    Worker& own = workers_[worker];
    read_board_of_job(police_thief_sweep, values, own.board);
    BoardSweeper& sweeper = sweeper_for(values, own);
    if (sweeper.bytes(own.board) > bytes) return std::nullopt;
    StopWatch watch;
    const BoardFigures figures = sweeper.solve(own.board);
    const double seconds = watch.lap();
    return cells_of(figures, own.board, seconds, on_off_of_key(police_thief_sweep, values, "boards"));
  }

 private:
  // One sweeper for each combination of rules, as it comes along.
  struct Worker {
    Board board;
    std::map<std::string, std::unique_ptr<BoardSweeper>> sweepers;
    std::string key;
  };

  BoardSweeper& sweeper_for(const JobValues& values, Worker& own) const {
    own.key.clear();
    for (const auto& [name, value] : values)
      if (is_rule(name) || name == "distances" || name == "engine") own.key.append(value).push_back(' ');
    std::unique_ptr<BoardSweeper>& sweeper = own.sweepers[own.key];
    if (!sweeper)
      sweeper = std::make_unique<BoardSweeper>(
          rules_of_job(values), on_off_of_key(police_thief_sweep, values, "distances"),
          value_of_key(police_thief_sweep, values, "engine"), context_.stop);
    return *sweeper;
  }

  static Cells cells_of(const BoardFigures& figures, const Board& board, double seconds, bool keep_board) {
    const OutcomeCounts& counts = figures.counts;
    const bool distances = figures.longest_capture != RemotenessArray::none;
    const auto free = static_cast<std::uint64_t>(
        board.cells.size() -
        static_cast<std::size_t>(std::count(board.cells.begin(), board.cells.end(), Cell::wall)));
    Cells cells;
    cells.reserve(16);
    cells.emplace_back(figures.start.for_police);
    for (const std::uint64_t number :
         {number_of_plies(figures.start.plies), counts.win, counts.lose, counts.tie, counts.draw,
          distances ? std::uint64_t{counts.max_remoteness} : no_number,
          number_of_plies(figures.longest_capture), free, figures.starts, figures.starts_police,
          figures.starts_thief})
      cells.emplace_back(number);
    cells.emplace_back(share_of(figures.starts_police, figures.starts));
    cells.emplace_back(share_of(figures.starts_thief, figures.starts));
    cells.emplace_back(keep_board ? board_text(board) : std::string());
    cells.emplace_back(seconds);
    return cells;
  }

  const RunContext& context_;
  par::WorkerLocal<Worker> workers_;
};

std::unique_ptr<SweepRunner> start_boards(const SweepConfig& /*config*/, const RunContext& context) {
  return std::make_unique<BoardRunner>(context);
}

}  // namespace

const SweepKind police_thief_sweep{
    "police-thief",
    with_board_keys({{"engine", "auto"}, {"distances", "on"}, {"boards", "on"}}),
    {"outcome", "plies", "win", "lose", "tie", "draw", "max_remoteness", "longest_capture", "free_cells",
     "starts", "starts_police", "starts_thief", "police_share", "thief_share", "board_text", "seconds"},
    check_boards,
    start_boards};

}  // namespace retrograph
