// Sweeps over all starting cells of one board: it is solved once, and every cell of a side gives a row, the
// cells of the other side being counted in it.
#include <algorithm>

#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "batch/sweep_boards.hpp"

namespace retrograph {
namespace {

const SweepKind& kind() {
  return starts_sweep;
}

bool of_thief(const JobValues& values) {
  const std::string of = value_of_key(kind(), values, "of");
  if (of != "thief" && of != "police") fail(Category::malformed, "of = {}: neither thief nor police", of);
  return of == "thief";
}

BoardSolveOptions solve_options(const JobValues& values, const RunContext& context) {
  BoardSolveOptions options;
  options.store = on_off_of_key(kind(), values, "distances") ? StoreLevel::full : StoreLevel::values;
  options.memory_limit = context.memory_limit;
  options.stop = context.stop;
  return options;
}

void check_starts(const JobValues& values, const RunContext& context) {
  (void)of_thief(values);
  const PoliceThief space(board_of_job(kind(), values), rules_of_job(values));
  const BoardSolveOptions options = solve_options(values, context);
  const std::uint64_t bytes =
      board_engine(value_of_key(kind(), values, "engine"), space).bytes(space, options.store);
  if (bytes > context.memory_limit)
    fail(Category::resource, "a board of {} x {} needs about {} bytes, the limit is {}", space.board().rows,
         space.board().cols, bytes, context.memory_limit);
}

// One job a cell, walls included, so that columns have the shape of the board.
void expand_starts(SweepConfig& config) {
  if (config.jobs != 1)
    fail(Category::malformed,
         "a sweep of starts is one board under one set of rules: give each key one value");
  const Board board = board_of_job(kind(), values_of_job(config, 0));
  for (const auto& [name, count] : {std::pair{"row", board.rows}, std::pair{"col", board.cols}}) {
    SweepKey key{name, {}};
    for (std::uint32_t i = 0; i < count; ++i) key.values.push_back(std::to_string(i));
    config.keys.push_back(std::move(key));
  }
  config.jobs = board.cell_count();
}

// What one cell's starts have come to.
struct Tally {
  std::uint64_t starts = 0;
  std::uint64_t won[2] = {0, 0};  // by police, thief
  std::uint64_t plies[2] = {0, 0};
  std::uint32_t longest[2] = {0, 0};

  void add(Value for_police, std::uint32_t remoteness) noexcept {
    ++starts;
    if (for_police != Value::win && for_police != Value::lose) return;
    const std::size_t side = for_police == Value::win ? 0 : 1;
    ++won[side];
    plies[side] += remoteness;
    longest[side] = std::max(longest[side], remoteness);
  }
};

class StartsRunner final : public SweepRunner {
 public:
  StartsRunner(const SweepConfig& config, const RunContext& context) {
    const JobValues values = values_of_job(config, 0);
    of_thief_ = of_thief(values);
    const BoardSolveOptions options = solve_options(values, context);
    distances_ = options.store == StoreLevel::full;
    result_ = solve_board(board_of_job(kind(), values), rules_of_job(values),
                          value_of_key(kind(), values, "engine"), options);
  }

  [[nodiscard]] std::optional<Cells> run(const JobValues& values, unsigned worker,
                                         std::uint64_t /*bytes*/) override {
    const PoliceThief& space = result_->space();
    const auto row = static_cast<std::uint32_t>(std::stoul(values.at("row")));
    const auto col = static_cast<std::uint32_t>(std::stoul(values.at("col")));
    const std::uint32_t cell = space.moves().dense_of(row * space.board().cols + col);
    if (cell == no_cell) return cells_of({}, Value::none, no_number);
    Tally tally;
    if (of_thief_)
      add_row(cell, rows_[worker], tally);
    else
      add_column(cell, tally);
    const auto start = space.start_if_placed();
    if (!start) return cells_of(tally, Value::none, no_number);
    PoliceThiefState s = *start;
    (of_thief_ ? s.thief : s.police) = cell;
    return cells_of(tally, for_police(result_->value(s)),
                    distances_ ? number_of_plies(result_->remoteness(s)) : no_number);
  }

 private:
  struct Row {
    std::vector<Value> value;
    std::vector<std::uint32_t> plies;
  };

  [[nodiscard]] Value for_police(Value value) const {
    return result_->space().rules().first == Side::police ? value : opposite(value);
  }
  [[nodiscard]] bool is_start(std::uint32_t thief, std::uint32_t police) const {
    const BoardMoves& moves = result_->space().moves();
    return thief != police && !moves.is_exit(thief) && !moves.is_exit(police);
  }

  void add_row(std::uint32_t thief, Row& row, Tally& tally) const {
    const PoliceThief& space = result_->space();
    row.value.resize(space.board().cell_count());
    row.plies.assign(space.board().cell_count(), 0);
    const std::uint32_t thief_cell = space.moves().cell_of(thief);
    result_->values_row(space.rules().first, thief_cell, row.value);
    if (distances_) result_->remoteness_row<std::uint32_t>(space.rules().first, thief_cell, row.plies);
    for (std::uint32_t police = 0; police < space.free_count(); ++police) {
      const std::uint32_t cell = space.moves().cell_of(police);
      if (is_start(thief, police)) tally.add(for_police(row.value[cell]), row.plies[cell]);
    }
  }

  void add_column(std::uint32_t police, Tally& tally) const {
    const PoliceThief& space = result_->space();
    for (std::uint32_t thief = 0; thief < space.free_count(); ++thief) {
      if (!is_start(thief, police)) continue;
      const PoliceThiefState s{space.rules().first, thief, police};
      tally.add(for_police(result_->value(s)), distances_ ? result_->remoteness(s) : 0);
    }
  }

  [[nodiscard]] Cells cells_of(const Tally& tally, Value outcome, std::uint64_t plies) const {
    Cells cells;
    cells.reserve(11);
    cells.emplace_back(outcome);
    for (const std::uint64_t number : {plies, tally.starts, tally.won[0], tally.won[1]})
      cells.emplace_back(number);
    for (const std::size_t side : {0U, 1U}) cells.emplace_back(share_of(tally.won[side], tally.starts));
    for (const std::size_t side : {0U, 1U}) {
      cells.emplace_back(distances_ ? std::uint64_t{tally.longest[side]} : no_number);
      cells.emplace_back(distances_ ? share_of(tally.plies[side], tally.won[side]) : 0.0);
    }
    return cells;
  }

  bool of_thief_ = true;
  bool distances_ = true;
  std::unique_ptr<BoardResult> result_;
  par::WorkerLocal<Row> rows_;
};

std::unique_ptr<SweepRunner> start_starts(const SweepConfig& config, const RunContext& context) {
  return std::make_unique<StartsRunner>(config, context);
}

}  // namespace

const SweepKind starts_sweep{
    "starts",
    with_board_keys({{"of", "thief"}, {"engine", "auto"}, {"distances", "on"}}),
    {"outcome", "plies", "starts", "starts_police", "starts_thief", "police_share", "thief_share",
     "longest_capture", "mean_capture", "longest_escape", "mean_escape"},
    check_starts,
    start_starts,
    expand_starts};

}  // namespace retrograph
