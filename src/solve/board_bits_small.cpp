// Small boards: the kernels solve them whole; this lends them memory.
#include <algorithm>

#include "board_bits_solve.hpp"

namespace retrograph {

namespace {

std::uint64_t row_words(const BitBoard& board) {
  return std::uint64_t{board.view().thieves} * board.view().words;
}

struct GrowingPlanes {
  bits::PlaneSource source{};  // first member: more() is given its address
  std::vector<Array<std::uint64_t>>* storage = nullptr;
  std::uint64_t words = 0;

  static void more(bits::PlaneSource& source) {
    auto& self = reinterpret_cast<GrowingPlanes&>(source);
    self.storage->emplace_back(self.words, std::uint64_t{0});
    source.planes.plane[source.used++] = self.storage->back().data();
  }
};

}  // namespace

void solve_small_wins(const BitBoard& board, Array<std::uint64_t>& wins) {
  wins = Array<std::uint64_t>(row_words(board));
  bits::kernels().small.wins(board.view(), wins.data());
}

void solve_small_holds(const BitBoard& board, Array<std::uint64_t>& holds) {
  const bits::Board& b = board.view();
  holds = Array<std::uint64_t>(row_words(board));
  std::vector<std::uint32_t> list(2ULL * (b.thieves + 8));
  std::vector<std::uint8_t> due(b.thieves);
  bits::kernels().small.holds(b, holds.data(), list.data(), due.data());
}

void solve_small_levels(const BitBoard& board, BitRows& rows, BitLevels& levels) {
  const bits::Board& b = board.view();
  const bits::SmallKernels& kernels = bits::kernels().small;
  rows.wins = Array<std::uint64_t>(row_words(board));
  rows.holds = Array<std::uint64_t>(row_words(board));
  Array<std::uint64_t> spare(row_words(board));
  std::vector<std::uint32_t> list(2ULL * (b.thieves + 8));
  std::vector<std::uint8_t> due(b.thieves);
  GrowingPlanes planes{{}, &levels.storage, row_words(board)};
  planes.source.more = GrowingPlanes::more;
  const std::uint32_t won = kernels.win_levels(b, rows.wins.data(), spare.data(), planes.source);
  const std::uint32_t lost =
      kernels.hold_levels(b, rows.holds.data(), spare.data(), list.data(), due.data(), planes.source);
  levels.planes = planes.source.planes;
  levels.planes.row_stride = b.words;
  levels.planes.block_stride = bits::block_words;
  levels.used = planes.source.used;
  const auto follows = [&](const Array<std::uint64_t>& x, bool win, std::uint32_t last) -> std::uint32_t {
    return kernels.thief_follows(b, x.data(), win, levels.planes, levels.used, last, spare.data()) ? 1 : 0;
  };
  const std::uint32_t longest_win = (won == 0 ? 0 : 2 * won - 1) + follows(rows.wins, true, won);
  const std::uint32_t longest_loss = 2 * lost + follows(rows.holds, false, lost);
  levels.max_remoteness = std::max(longest_win, longest_loss);
}

}  // namespace retrograph
