// Distances: strict levels of both fixpoints, thief rows and police rows in turn.
//
// Ply d updates the police rows whose thief row changed at ply d - 1, and the thief rows some step of which
// changed at ply d - 1. Under rules that let both sides stay only one of the two has work at any ply, and
// two plies make a level; levels then follow each other over the board as sweeps of a wavefront (100x100:
// planes of a row stay in the cache for 8 levels). Otherwise both may have work, and the thief rows read
// police rows as they were: `before` is a copy that is brought up to date after the ply.
#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "board_bits_solve.hpp"
#include "board_bits_start.hpp"
#include "board_wavefront.hpp"

namespace retrograph {

namespace {

constexpr std::size_t grain = 32;
constexpr std::uint32_t level_skew = 8;

class Levels {
 public:
  Levels(const BitBoard& board, bool grow, Array<std::uint64_t>& x, BitLevels& levels, BitState& state)
      : board_(board),
        b_(board.view()),
        kernels_(bits::kernels()),
        grow_(grow),
        x_(x),
        levels_(levels),
        state_(state),
        options_(state.options()),
        police_changed_(b_.thieves),
        thief_changed_(b_.thieves),
        next_police_(b_.thieves) {}

  void run() {
    if (!state_.go_on([this](StateReader& reader) { pass(reader); })) start();
    if (!board_.even_levels()) before_ = Array<std::uint64_t>::copy_of(x_.span());
    if (board_.even_levels())
      run_wavefront();
    else
      run_plies();
  }

 private:
  // What is done, between two groups of levels or two plies.
  template <class Archive>
  void pass(Archive& archive) {
    archive(done_, longest_, levels_.max_remoteness, levels_.used, levels_.storage);
    archive(x_, y_, police_changed_, thief_changed_);
    if constexpr (Archive::reads) {
      const std::uint64_t size = std::uint64_t{b_.thieves} * b_.words;
      bool right = x_.size() == size && y_.size() == size && levels_.storage.size() == levels_.used &&
                   levels_.used <= bits::max_planes && police_changed_.size() == b_.thieves &&
                   thief_changed_.size() == b_.thieves;
      for (const Array<std::uint64_t>& plane : levels_.storage) right = right && plane.size() == size;
      if (!right) archive.wrong();
      for (unsigned j = 0; j < levels_.used; ++j) levels_.planes.plane[j] = levels_.storage[j].data();
    }
  }
  void save() {
    state_.level_done([this](StateWriter& writer) { pass(writer); });
  }

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
  }

  // Level k: police rows from the thief rows of level k - 1, then, a board row behind, thief rows from
  // them. A sweep of the wavefront is a level, so many levels are on their way over the board at a time.
  void run_wavefront() {
    const bits::Fixpoint f{grow_, x_.data(), y_.data()};
    const std::uint32_t rows = board_.rows();
    std::atomic<std::uint32_t> longest{longest_};
    if (!grow_ && done_ == 0) {
      // Ply 1: the thief steps on to an exit.
      Array<std::uint64_t> scratch(kernels_.scratch_words(b_));
      const bool any = kernels_.thief_level(b_, f, police_changed_.data(), thief_changed_.data(), 0,
                                            b_.thieves, scratch.data());
      if (any) raise(longest, 1);
    }
    Wavefront front(rows + 1, level_skew, kernels_.scratch_words(b_), options_, done_);
    const auto visit = [&](std::uint64_t sweep, std::uint32_t row, std::uint64_t* scratch) {
      const auto level = static_cast<std::uint32_t>(sweep + 1);
      const bits::Planes& planes = planes_for(level);
      bool police = false;
      bool thief = false;
      if (row < rows)
        police =
            kernels_.police_level(b_, f, thief_changed_.data(), police_changed_.data(), board_.row_begin(row),
                                  board_.row_begin(row + 1), planes, level, scratch);
      if (row > 0)
        thief = kernels_.thief_level(b_, f, police_changed_.data(), thief_changed_.data(),
                                     board_.row_begin(row - 1), board_.row_begin(row), scratch);
      if (police || thief) raise(longest, grow_ ? 2 * level - (thief ? 0 : 1) : 2 * level + (thief ? 1 : 0));
      return police || thief;
    };
    while (!front.run(visit)) {
      done_ = front.groups();
      longest_ = longest.load(std::memory_order_relaxed);
      save();
    }
    levels_.max_remoteness = std::max(levels_.max_remoteness, longest.load(std::memory_order_relaxed));
  }

  // Relaxed: a maximum that is read after the loop, whose end publishes it.
  static void raise(std::atomic<std::uint32_t>& most, std::uint32_t value) {
    std::uint32_t seen = most.load(std::memory_order_relaxed);
    while (seen < value && !most.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

  // Both sides may change at any ply: every ply is a pass over all thief cells.
  void run_plies() {
    for (auto ply = static_cast<std::uint32_t>(done_ + 1);; ++ply) {
      save();
      done_ = ply;
      const bool police = police_step(ply);
      const bool thief = thief_step();
      keep_before();
      std::swap(police_changed_, next_police_);
      if (!police && !thief) break;
      levels_.max_remoteness = std::max(levels_.max_remoteness, ply);
    }
  }

  bool police_step(std::uint32_t ply) {
    const bits::Planes& planes = planes_for(ply);
    const bits::Fixpoint f{grow_, x_.data(), y_.data()};
    return each([&](std::uint32_t begin, std::uint32_t end, std::uint64_t* scratch) {
      return kernels_.police_level(b_, f, thief_changed_.data(), next_police_.data(), begin, end, planes, ply,
                                   scratch);
    });
  }

  bool thief_step() {
    const bits::Fixpoint f{grow_, before_.data(), y_.data()};
    return each([&](std::uint32_t begin, std::uint32_t end, std::uint64_t* scratch) {
      return kernels_.thief_level(b_, f, police_changed_.data(), thief_changed_.data(), begin, end, scratch);
    });
  }

  void keep_before() {
    par::for_each(b_.thieves, grain, [&](std::size_t t) {
      if (next_police_[t] == 0) return;
      std::copy_n(x_.data() + t * b_.words, b_.words, before_.data() + t * b_.words);
    });
  }

  // f(begin, end, scratch) for all thief cells; whether any call returned true.
  template <class F>
  bool each(F&& f) {
    std::atomic<bool> any{false};
    par::for_ranges(b_.thieves, grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
      Array<std::uint64_t>& scratch = scratch_[worker];
      if (scratch.empty()) scratch = Array<std::uint64_t>(kernels_.scratch_words(b_));
      if (f(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), scratch.data()))
        any.store(true, std::memory_order_relaxed);  // read after the loop, whose end publishes it
    });
    return any.load(std::memory_order_relaxed);
  }

  // The planes that a level number needs. Levels of a wavefront reach a power of two in order, but on any
  // worker: whoever comes first adds the plane, and others wait for it.
  const bits::Planes& planes_for(std::uint32_t level) {
    const auto needed = static_cast<unsigned>(std::bit_width(level));
    // Acquire: partner of the release below; who sees the number sees the plane.
    if (ready_.load(std::memory_order_acquire) >= needed) return levels_.planes;
    const std::lock_guard lock(growing_);
    for (; levels_.used < needed; ++levels_.used) {
      refuse_another_plane();
      levels_.storage.emplace_back(std::uint64_t{b_.thieves} * b_.words, std::uint64_t{0});
      levels_.planes.plane[levels_.used] = levels_.storage.back().data();
    }
    ready_.store(levels_.used, std::memory_order_release);
    return levels_.planes;
  }

  // The estimate before the run counts on a chase of usual length.
  void refuse_another_plane() const {
    const std::uint64_t rows = 8 * b_.words * std::uint64_t{b_.thieves};
    const std::uint64_t bytes = rows * (3 + levels_.used + 1);
    if (bytes > options_.memory_limit)
      fail(Category::resource, "a chase of more than {} levels needs about {} bytes, the limit is {}",
           std::uint64_t{1} << levels_.used, bytes, options_.memory_limit);
  }

  const BitBoard& board_;
  const bits::Board& b_;
  const bits::Kernels& kernels_;
  bool grow_;
  Array<std::uint64_t>& x_;
  BitLevels& levels_;
  BitState& state_;
  const BoardSolveOptions& options_;
  std::uint64_t done_ = 0;     // groups of levels, or plies
  std::uint32_t longest_ = 0;  // of a wavefront, at the end of the last group
  Array<std::uint64_t> y_, before_;
  Array<std::uint64_t> police_changed_, thief_changed_, next_police_;
  par::WorkerLocal<Array<std::uint64_t>> scratch_;
  std::mutex growing_;
  std::atomic<unsigned> ready_{0};
};

}  // namespace

void solve_levels(const BitBoard& board, BitRows& rows, BitLevels& levels, BitState& state) {
  if (board.small()) return solve_small_levels(board, rows, levels);
  levels.planes.row_stride = board.view().words;
  levels.planes.block_stride = bits::block_words;
  if (!state.holding) Levels(board, true, rows.wins, levels, state).run();
  state.holding = true;
  Levels(board, false, rows.holds, levels, state).run();
}

}  // namespace retrograph
