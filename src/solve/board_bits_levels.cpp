// Distances: strict levels of both fixpoints, thief rows and police rows in turn.
//
// Ply d updates the police rows whose thief row changed at ply d - 1, and the thief rows some step of which
// changed at ply d - 1. Under rules that let both sides stay only one of the two has work at any ply.
// Otherwise both may, and the thief rows read police rows as they were: `before` is a copy that is brought up
// to date after the ply. Within a ply every thief cell is independent of every other, so cells are shared
// among the workers.
#include <algorithm>
#include <atomic>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "board_bits_solve.hpp"
#include "board_bits_start.hpp"

namespace retrograph {

namespace {

constexpr std::size_t grain = 32;

class Levels {
 public:
  Levels(const BitBoard& board, bool grow, Array<std::uint64_t>& x, BitLevels& levels,
         const BoardSolveOptions& options)
      : board_(board),
        b_(board.view()),
        kernels_(bits::kernels()),
        grow_(grow),
        x_(x),
        levels_(levels),
        options_(options),
        police_changed_(b_.thieves),
        thief_changed_(b_.thieves),
        next_police_(b_.thieves) {}

  void run() {
    start();
    for (std::uint32_t ply = 1;; ++ply) {
      if (options_.stop) options_.stop->throw_if_stopped();
      const bool police = police_step(ply);
      const bool thief = thief_step();
      if (!board_.even_levels()) keep_before();
      std::swap(police_changed_, next_police_);
      if (!police && !thief) break;
      levels_.max_remoteness = std::max(levels_.max_remoteness, ply);
    }
  }

 private:
  void start() {
    const std::uint64_t size = std::uint64_t{b_.thieves} * b_.words;
    x_ = Array<std::uint64_t>(size);
    y_ = Array<std::uint64_t>(size);
    par::for_each(b_.thieves, grain, [&](std::size_t i) {
      const auto t = static_cast<std::uint32_t>(i);
      std::uint64_t* x = x_.data() + i * b_.words;
      std::uint64_t* y = y_.data() + i * b_.words;
      start_police_row(board_, grow_, t, x);
      start_thief_row(board_, grow_, t, y);
      // What the rows of ply 1 do not follow from: the thief's own cell, exits, and dead ends anywhere.
      const std::uint64_t all = board_.full_window();
      const bool even = board_.even_levels();
      police_changed_[i] = !even || (!grow_ && b_.police_fixed[t] != 0) ? all : 0;
      thief_changed_[i] = !even ? all : grow_ ? board_.window_of(b_.point[t]) : 0;
    });
    if (!board_.even_levels()) before_ = Array<std::uint64_t>::copy_of(x_.span());
  }

  // Levels are numbered by plies, or by half of them where wins are odd and losses even.
  [[nodiscard]] std::uint32_t level_of(std::uint32_t ply) const {
    return board_.even_levels() ? (ply + 1) / 2 : ply;
  }

  bool police_step(std::uint32_t ply) {
    const std::uint32_t level = level_of(ply);
    need_planes(level);
    const bits::Fixpoint f{grow_, x_.data(), y_.data()};
    return each([&](std::uint32_t t, std::uint64_t* scratch) {
      const std::uint64_t window = b_.police_fixed[t] != 0 ? 0 : thief_changed_[t];
      next_police_[t] =
          window == 0 ? 0 : kernels_.police_level(b_, f, t, window, levels_.planes, level, scratch);
      return next_police_[t] != 0;
    });
  }

  bool thief_step() {
    const bits::Fixpoint f{grow_, board_.even_levels() ? x_.data() : before_.data(), y_.data()};
    return each([&](std::uint32_t t, std::uint64_t* scratch) {
      std::uint64_t window = 0;
      if (b_.thief_fixed[t] == 0)
        for (std::uint32_t i = b_.step_begin[t]; i < b_.step_begin[t + 1]; ++i)
          window |= police_changed_[b_.steps[i]];
      thief_changed_[t] = window == 0 ? 0 : kernels_.thief_level(b_, f, t, window, scratch);
      return thief_changed_[t] != 0;
    });
  }

  void keep_before() {
    par::for_each(b_.thieves, grain, [&](std::size_t t) {
      if (next_police_[t] == 0) return;
      std::copy_n(x_.data() + t * b_.words, b_.words, before_.data() + t * b_.words);
    });
  }

  // f(t, scratch) for every thief cell; whether any call returned true.
  template <class F>
  bool each(F&& f) {
    std::atomic<bool> any{false};
    par::for_ranges(b_.thieves, grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
      Array<std::uint64_t>& scratch = scratch_[worker];
      if (scratch.empty()) scratch = Array<std::uint64_t>(kernels_.scratch_words(b_));
      bool some = false;
      for (std::size_t t = begin; t < end; ++t) some |= f(static_cast<std::uint32_t>(t), scratch.data());
      if (some) any.store(true, std::memory_order_relaxed);  // read after the loop, whose end publishes it
    });
    return any.load(std::memory_order_relaxed);
  }

  void need_planes(std::uint32_t level) {
    for (; levels_.used < 32 && level >> levels_.used != 0; ++levels_.used) {
      levels_.storage.emplace_back(std::uint64_t{b_.thieves} * b_.words, std::uint64_t{0});
      levels_.planes.plane[levels_.used] = levels_.storage.back().data();
    }
  }

  const BitBoard& board_;
  const bits::Board& b_;
  const bits::Kernels& kernels_;
  bool grow_;
  Array<std::uint64_t>& x_;
  BitLevels& levels_;
  const BoardSolveOptions& options_;
  Array<std::uint64_t> y_, before_;
  Array<std::uint64_t> police_changed_, thief_changed_, next_police_;
  par::WorkerLocal<Array<std::uint64_t>> scratch_;
};

}  // namespace

void solve_levels(const BitBoard& board, BitRows& rows, BitLevels& levels, const BoardSolveOptions& options) {
  if (board.small()) return solve_small_levels(board, rows, levels);
  levels.planes.row_stride = board.view().words;
  levels.planes.block_stride = bits::block_words;
  Levels(board, true, rows.wins, levels, options).run();
  Levels(board, false, rows.holds, levels, options).run();
}

}  // namespace retrograph
