#include "retrograph/solve/board_sweeper.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/error.hpp"

#include "board_small_board.hpp"

namespace retrograph {

namespace {

constexpr std::uint32_t none = RemotenessArray::none;

bool usual(const PursuitRules& rules) {
  return rules.police_diagonal && rules.police_stay && rules.thief_stay && !rules.thief_diagonal &&
         !rules.exit_closed;
}

// Planes that stay allocated from board to board.
struct KeptPlanes {
  bits::PlaneSource source{};  // first member: more() is given its address
  std::vector<Array<std::uint64_t>> storage;
  std::uint64_t words = 0;

  void begin(std::uint64_t board_words) {
    words = board_words;
    source.used = 0;
    source.more = more;
  }
  static void more(bits::PlaneSource& source) {
    auto& self = reinterpret_cast<KeptPlanes&>(source);
    if (source.used == self.storage.size()) self.storage.emplace_back();
    Array<std::uint64_t>& plane = self.storage[source.used];
    if (plane.size() < self.words) plane = Array<std::uint64_t>(self.words);
    std::fill_n(plane.data(), self.words, 0);
    source.planes.plane[source.used++] = plane.data();
  }
};

}  // namespace

class BoardSweeper::Small {
 public:
  BoardFigures solve(const Board& board, const PursuitRules& rules, bool distances) {
    prepared_.load(board);
    const bits::Board& b = prepared_.view();
    const bits::SmallKernels& kernels = bits::kernels().small;
    const std::uint64_t words = std::uint64_t{b.thieves} * b.words;
    for (Array<std::uint64_t>* array : {&wins_, &holds_, &spare_})
      if (array->size() < words) *array = Array<std::uint64_t>(words + words / 4);
    list_.resize(2ULL * (b.thieves + 8));
    due_.resize(b.thieves);
    BoardFigures figures;
    if (distances) {
      solve_levels(kernels, words, figures);
    } else {
      kernels.wins(b, wins_.data());
      kernels.holds(b, holds_.data(), list_.data(), due_.data());
    }
    count(kernels.count(b, wins_.data()), kernels.count(b, holds_.data()), rules.first, figures);
    tell_start(board, rules.first, distances, figures);
    return figures;
  }

 private:
  void solve_levels(const bits::SmallKernels& kernels, std::uint64_t words, BoardFigures& figures) {
    const bits::Board& b = prepared_.view();
    planes_.begin(words);
    planes_.source.planes.row_stride = b.words;
    planes_.source.planes.block_stride = bits::block_words;
    const std::uint32_t won = kernels.win_levels(b, wins_.data(), spare_.data(), planes_.source);
    const std::uint32_t lost =
        kernels.hold_levels(b, holds_.data(), spare_.data(), list_.data(), due_.data(), planes_.source);
    const auto follows = [&](const Array<std::uint64_t>& x, bool win, std::uint32_t last) -> std::uint32_t {
      const bits::PlaneSource& source = planes_.source;
      return kernels.thief_follows(b, x.data(), win, source.planes, source.used, last, spare_.data()) ? 1 : 0;
    };
    figures.longest_capture = (won == 0 ? 0 : 2 * won - 1) + follows(wins_, true, won);
    figures.counts.max_remoteness =
        std::max(figures.longest_capture, 2 * lost + follows(holds_, false, lost));
  }

  void count(const bits::Counts& wins, const bits::Counts& holds, Side first, BoardFigures& figures) const {
    const bits::Board& b = prepared_.view();
    const std::uint64_t half = std::uint64_t{b.thieves} * b.thieves;
    OutcomeCounts& counts = figures.counts;
    counts.win = wins.police + (half - holds.thief);
    counts.lose = wins.thief + (half - holds.police);
    counts.draw = 2 * half - counts.win - counts.lose;
    figures.starts = std::uint64_t{b.movable} * (b.movable - (b.movable == 0 ? 0 : 1));
    figures.starts_police = first == Side::police ? wins.police_plain : wins.thief_plain;
    figures.starts_thief = figures.starts - (first == Side::police ? holds.police_plain : holds.thief_plain);
  }

  [[nodiscard]] bool in(const Array<std::uint64_t>& x, std::uint32_t t, std::uint32_t bit) const {
    return (x[std::uint64_t{t} * prepared_.view().words + bit / 64] >> (bit % 64) & 1) != 0;
  }
  [[nodiscard]] Value police_value(std::uint32_t t, std::uint32_t bit) const {
    return in(wins_, t, bit) ? Value::win : in(holds_, t, bit) ? Value::draw : Value::lose;
  }
  [[nodiscard]] std::uint32_t police_plies(std::uint32_t t, std::uint32_t bit) const {
    const Value value = police_value(t, bit);
    if (value == Value::draw) return none;
    std::uint32_t level = 0;
    for (unsigned j = 0; j < planes_.source.used; ++j)
      level |= (in(planes_.storage[j], t, bit) ? 1U : 0U) << j;
    return value == Value::win && level != 0 ? 2 * level - 1 : 2 * level;
  }

  void tell_start(const Board& board, Side first, bool distances, BoardFigures& figures) const {
    const bits::Board& b = prepared_.view();
    const std::uint32_t t = prepared_.thief_of(board.thief);
    const std::uint32_t p = prepared_.thief_of(board.police);
    if (t == b.thieves || p == b.thieves)
      fail(Category::malformed, "a piece stands on a wall (police on cell {}, thief on cell {})",
           board.police, board.thief);
    const std::uint32_t bit = prepared_.bit_of(p);
    BoardVerdict& start = figures.start;
    if (first == Side::police || t >= b.movable || t == p) {
      start.for_police = t == p ? Value::win : police_value(t, bit);
      if (distances) start.plies = t == p || t >= b.movable ? 0 : police_plies(t, bit);
    } else {
      tell_reply(t, bit, distances, start);
    }
    start.value = first == Side::police ? start.for_police : opposite(start.for_police);
  }

  // The thief moves first: he takes the nearest state lost for the police, else the farthest of those won.
  void tell_reply(std::uint32_t t, std::uint32_t bit, bool distances, BoardVerdict& start) const {
    const bits::Board& b = prepared_.view();
    std::uint32_t nearest_loss = none;
    std::uint32_t farthest_win = 0;
    bool all_win = true;
    for (unsigned k = 0; k < 5; ++k) {
      const std::uint32_t to = k == 4 ? t : b.around[4ULL * t + k];
      const Value value = police_value(to, bit);
      const std::uint32_t plies = distances ? police_plies(to, bit) : 0;
      if (value == Value::lose) nearest_loss = std::min(nearest_loss, plies);
      if (value == Value::win) farthest_win = std::max(farthest_win, plies);
      all_win = all_win && value == Value::win;
    }
    start.for_police = nearest_loss != none ? Value::lose : all_win ? Value::win : Value::draw;
    if (distances && start.for_police != Value::draw)
      start.plies = 1 + (start.for_police == Value::lose ? nearest_loss : farthest_win);
  }

  SmallBoard prepared_;
  Array<std::uint64_t> wins_, holds_, spare_;
  KeptPlanes planes_;
  std::vector<std::uint32_t> list_;
  std::vector<std::uint8_t> due_;
};

namespace {

// Starts and the longest capture, by looking at every state.
void scan(const BoardResult& result, BoardFigures& figures) {
  const PoliceThief& space = result.space();
  const BoardMoves& moves = space.moves();
  const std::size_t cells = space.board().cells.size();
  std::vector<Value> value(cells);
  std::vector<std::uint32_t> plies(cells);
  const bool distances = result.store() == StoreLevel::full;
  if (distances) figures.longest_capture = 0;
  for (const Side turn : {Side::police, Side::thief}) {
    const Value caught = turn == Side::police ? Value::win : Value::lose;
    for (std::uint32_t t = 0; t < moves.count(); ++t) {
      const std::uint32_t thief = moves.cell_of(t);
      result.values_row(turn, thief, value);
      if (distances) result.remoteness_row<std::uint32_t>(turn, thief, plies);
      for (std::uint32_t p = 0; p < moves.count(); ++p) {
        const std::uint32_t cell = moves.cell_of(p);
        if (distances && value[cell] == caught)
          figures.longest_capture = std::max(figures.longest_capture, plies[cell]);
        if (turn != space.rules().first || p == t || moves.is_exit(p) || moves.is_exit(t)) continue;
        ++figures.starts;
        figures.starts_police += value[cell] == caught ? 1 : 0;
        figures.starts_thief += value[cell] == opposite(caught) ? 1 : 0;
      }
    }
  }
}

}  // namespace

BoardFigures figures_of(const BoardResult& result) {
  const Board& board = result.space().board();
  if (!result.start())
    fail(Category::malformed, "a piece stands on a wall (police on cell {}, thief on cell {})", board.police,
         board.thief);
  BoardFigures figures;
  figures.start = *result.start();
  figures.counts = result.counts();
  scan(result, figures);
  return figures;
}

BoardSweeper::BoardSweeper(const PursuitRules& rules, bool distances, std::string engine,
                           const StopSource* stop)
    : rules_(rules),
      distances_(distances),
      engine_(std::move(engine)),
      stop_(stop),
      small_(std::make_unique<Small>()) {}

BoardSweeper::~BoardSweeper() = default;

bool BoardSweeper::takes_small(const Board& board) const noexcept {
  return engine_ == "auto" && usual(rules_) && SmallBoard::takes(board);
}

BoardSolveOptions BoardSweeper::solve_options() const noexcept {
  BoardSolveOptions options;
  options.store = distances_ ? StoreLevel::full : StoreLevel::values;
  options.stop = stop_;
  return options;
}

BoardFigures BoardSweeper::solve(const Board& board) {
  if (takes_small(board)) return small_->solve(board, rules_, distances_);
  return figures_of(*solve_board(board, rules_, engine_, solve_options()));
}

std::uint64_t BoardSweeper::bytes(const Board& board) const {
  if (takes_small(board)) return 0;
  const PoliceThief space(board, rules_);
  return board_engine(engine_, space).bytes(space, solve_options().store);
}

}  // namespace retrograph
