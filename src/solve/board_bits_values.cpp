// Values only: chaotic in-place updates, each thief cell visited for the window of its row whose inputs
// changed. The winning rows are swept forward over the board by a wavefront; the rows that the police holds
// change near the exits alone and are visited outward from there.
#include <functional>

#include "retrograph/support/parallel.hpp"

#include "board_bits_solve.hpp"
#include "board_bits_start.hpp"
#include "board_wavefront.hpp"

namespace retrograph {

namespace {

// 100x100: 4 sweeps 24 ms, 1 sweep 34 ms; 256x256: 6 sweeps 3.2-3.8 s, 1 sweep 8.6 s (EPYC, Zen 5).
constexpr std::uint32_t skew = 4;
constexpr std::uint32_t skew_large = 6;
constexpr std::uint32_t large_rows = 200;

class Sweeper {
 public:
  Sweeper(const BitBoard& board, bool grow, std::uint64_t* x)
      : board_(board),
        b_(board.view()),
        kernels_(bits::kernels()),
        fixpoint_{grow, x, nullptr},
        pending_(b_.thieves, std::uint64_t{0}) {}

  [[nodiscard]] std::uint64_t scratch_words() const { return kernels_.scratch_words(b_); }
  void mark(std::uint32_t t, std::uint64_t window) {
    if (b_.police_fixed[t] == 0) pending_[t] |= window;
  }
  void mark_wakes(std::uint32_t t, std::uint64_t window) {
    for (std::uint32_t i = b_.wake_begin[t]; i < b_.wake_begin[t + 1]; ++i) mark(b_.wakes[i], window);
  }
  // Both return whether there was anything to do.
  bool visit(std::uint32_t t, std::uint64_t* scratch) {
    return kernels_.sweep(b_, fixpoint_, pending_.data(), t, t + 1, scratch);
  }
  bool visit_row(std::uint32_t row, std::uint64_t* scratch) {
    return kernels_.sweep(b_, fixpoint_, pending_.data(), board_.row_begin(row), board_.row_begin(row + 1),
                          scratch);
  }

 private:
  const BitBoard& board_;
  const bits::Board& b_;
  const bits::Kernels& kernels_;
  bits::Fixpoint fixpoint_;
  Array<std::uint64_t> pending_;
};

// False if they are those of a checkpoint.
bool start_rows(const BitBoard& board, bool grow, Array<std::uint64_t>& x, BitState& state) {
  const bits::Board& b = board.view();
  if (state.go_on([&](StateReader& reader) { reader(x); })) {
    if (x.size() != std::uint64_t{b.thieves} * b.words) StateReader::wrong();
    return false;
  }
  // The summary of a large board brings its memory along: touching it anew costs as much as solving.
  if (x.size() != std::uint64_t{b.thieves} * b.words)
    x = Array<std::uint64_t>(std::uint64_t{b.thieves} * b.words);
  par::for_each(b.thieves, 16, [&](std::size_t t) {
    start_police_row(board, grow, static_cast<std::uint32_t>(t), x.data() + t * b.words);
  });
  return true;
}

}  // namespace

void solve_wins(const BitBoard& board, Array<std::uint64_t>& wins, BitState& state) {
  const bits::Board& b = board.view();
  if (board.small()) return solve_small_wins(board, wins);
  const bool anew = start_rows(board, true, wins, state);
  Sweeper sweeper(board, true, wins.data());
  for (std::uint32_t t = 0; t < b.thieves; ++t) {
    const std::uint64_t own = anew && board.even_levels() ? board.window_of(b.point[t]) : board.full_window();
    sweeper.mark(t, own);
    sweeper.mark_wakes(t, own);
  }
  const std::uint32_t rows = board.rows();
  Wavefront front(rows, rows < large_rows ? skew : skew_large, sweeper.scratch_words(), state.options());
  const auto visit = [&](std::uint64_t, std::uint32_t row, std::uint64_t* scratch) {
    return sweeper.visit_row(row, scratch);
  };
  while (!front.run(visit)) state.level_done([&](StateWriter& writer) { writer(wins); });
}

void solve_holds(const BitBoard& board, Array<std::uint64_t>& holds, BitState& state) {
  const bits::Board& b = board.view();
  if (board.small()) return solve_small_holds(board, holds);
  const bool anew = start_rows(board, false, holds, state);
  Sweeper sweeper(board, false, holds.data());
  std::vector<std::uint32_t> order = board.from_exits();
  if (!board.even_levels()) {
    // Dead ends begin anywhere.
    order.clear();
    for (std::uint32_t t = 0; t < b.thieves; ++t) order.push_back(t);
  }
  for (std::uint32_t t = 0; t < b.thieves; ++t) {
    if (!anew || !board.even_levels()) sweeper.mark(t, board.full_window());
    if (b.police_fixed[t] != 0) sweeper.mark_wakes(t, board.full_window());
  }
  Array<std::uint64_t> scratch(sweeper.scratch_words());
  for (bool any = true; any;) {
    any = false;
    state.level_done([&](StateWriter& writer) { writer(holds); });
    for (const std::uint32_t t : order) any |= sweeper.visit(t, scratch.data());
  }
}

bits::Counts count_rows(const BitBoard& board, const Array<std::uint64_t>& x) {
  const bits::Board& b = board.view();
  const bits::Kernels& kernels = bits::kernels();
  if (board.small()) return kernels.small.count(b, x.data());
  bits::Counts counts{};
  counts.police = par::reduce(
      b.thieves, 64, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        return kernels.count(x.data() + begin * b.words, (end - begin) * b.words);
      },
      std::plus<>());
  counts.thief = par::reduce(
      b.thieves, 64, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        Array<std::uint64_t> row(b.words);
        std::uint64_t total = 0;
        for (std::size_t t = begin; t < end; ++t) {
          kernels.thief_row(b, x.data(), static_cast<std::uint32_t>(t), row.data());
          total += kernels.count(row.data(), b.words);
        }
        return total;
      },
      std::plus<>());
  return counts;
}

}  // namespace retrograph
