#include "retrograph/games/random_board.hpp"

#include "retrograph/support/error.hpp"

namespace retrograph {

namespace {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() noexcept {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// Uniform in 0 .. n-1 up to a bias of n / 2^32.
  std::uint64_t below(std::uint32_t n) noexcept { return (((*this)() >> 32) * n) >> 32; }

 private:
  std::uint64_t state_;
};

void check(const RandomBoard& p) {
  const std::uint64_t cells = std::uint64_t{p.rows} * p.cols;
  if (!(p.walls >= 0.0 && p.walls <= 1.0))
    fail(Category::usage, "chance of a wall is {}, it must be within 0 and 1", p.walls);
  if (cells < std::uint64_t{p.exits} + 2)
    fail(Category::usage, "a board of {} x {} has no room for police, thief and {} exits", p.rows, p.cols,
         p.exits);
  for (const auto& piece : {p.police, p.thief})
    if (piece && *piece >= cells)
      fail(Category::usage, "a piece on cell {} is beyond the {} of the board", *piece, cells);
  if (cells >= std::uint64_t{1} << 31)
    fail(Category::usage, "a board of {} x {} has too many cells, the limit is {}", p.rows, p.cols,
         (std::uint64_t{1} << 31) - 1);
}

}  // namespace

void random_board(const RandomBoard& p, Board& board) {
  check(p);
  board.rows = p.rows;
  board.cols = p.cols;
  const std::uint32_t cells = board.cell_count();
  board.cells.assign(cells, Cell::free);
  SplitMix64 random(p.seed);
  const auto cell = [&] { return static_cast<std::uint32_t>(random.below(cells)); };
  board.police = p.police ? *p.police : cell();
  while (!p.police && p.thief && board.police == *p.thief) board.police = cell();
  board.thief = p.thief ? *p.thief : cell();
  while (!p.thief && board.thief == board.police) board.thief = cell();
  for (std::uint32_t made = 0; made < p.exits;) {
    const std::uint32_t at = cell();
    if (at == board.police || at == board.thief || board.cells[at] == Cell::exit) continue;
    board.cells[at] = Cell::exit;
    ++made;
  }
  // A wall where 32 random bits are below walls * 2^32.
  const auto threshold = static_cast<std::uint64_t>(p.walls * 4294967296.0);
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < cells; ++i) {
    bits = i % 2 == 0 ? random() : bits >> 32;
    const bool wall = (bits & 0xffffffffU) < threshold;
    if (wall && board.cells[i] == Cell::free && i != board.police && i != board.thief)
      board.cells[i] = Cell::wall;
  }
}

Board random_board(const RandomBoard& parameters) {
  Board board;
  random_board(parameters, board);
  return board;
}

}  // namespace retrograph
