#include "board_bits_result.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace retrograph {

namespace {

constexpr std::uint32_t none = RemotenessArray::none;

// What the thief thinks of a state, the more the better: won by the police in so many plies, then a draw,
// then lost for the police, the sooner the better.
constexpr std::uint32_t draw_code = std::uint32_t{1} << 30;
constexpr std::uint32_t loss_code = std::uint32_t{1} << 31;

std::uint64_t next_serial() {
  // Relaxed: a number of its own is all that is wanted.
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// The reply of the thief: he takes the nearest state lost for the police, else, if all are won by the police,
// the farthest.
struct Reply {
  std::uint32_t nearest_loss = none;
  std::uint32_t farthest_win = 0;
  bool all_win = true;
  void add(Value value, std::uint32_t plies) noexcept {
    if (value == Value::lose) nearest_loss = std::min(nearest_loss, plies);
    if (value == Value::win) farthest_win = std::max(farthest_win, plies);
    all_win &= value == Value::win;
  }
  [[nodiscard]] std::uint32_t plies() const noexcept {
    return nearest_loss != none ? 1 + nearest_loss : all_win ? 1 + farthest_win : none;
  }
};

}  // namespace

BitBoardResult::BitBoardResult(std::shared_ptr<const PoliceThief> space,
                               std::unique_ptr<const BitBoard> board, BitRows rows, BitLevels levels,
                               StoreLevel store, const OutcomeCounts& counts)
    : BoardResult(std::move(space), "bit-rows", store),
      board_(std::move(board)),
      rows_(std::move(rows)),
      levels_(std::move(levels)),
      serial_(next_serial()) {
  summarise(counts, store == StoreLevel::full);
}

BitBoardResult::BitBoardResult(std::shared_ptr<const PoliceThief> space, const OutcomeCounts& counts,
                               const std::optional<BoardVerdict>& start)
    : BoardResult(std::move(space), "bit-rows", StoreLevel::summary) {
  summarise(counts, false, start);
}

Value BitBoardResult::police_value(std::uint32_t thief, std::uint32_t bit) const {
  if (board_->in(rows_.wins.data(), thief, bit)) return Value::win;
  return board_->in(rows_.holds.data(), thief, bit) ? Value::draw : Value::lose;
}

Value BitBoardResult::value_at(const PoliceThiefState& s) const {
  const std::uint32_t t = board_->thief_of(s.thief);
  const std::uint32_t bit = board_->bit_of(s.police);
  const Value caught = s.turn == Side::police ? Value::win : Value::lose;
  if (board_->has(rows_.wins.data(), s.turn, t, bit)) return caught;
  return board_->has(rows_.holds.data(), s.turn, t, bit) ? Value::draw : opposite(caught);
}

std::uint32_t BitBoardResult::plies_of(std::uint32_t level, bool win) const noexcept {
  if (!board_->even_levels()) return level;
  return win && level != 0 ? 2 * level - 1 : 2 * level;
}

std::uint32_t BitBoardResult::police_plies(std::uint32_t thief, std::uint32_t bit) const {
  const Value value = police_value(thief, bit);
  if (value == Value::draw) return none;
  std::uint32_t level = 0;
  const std::uint64_t at =
      thief * levels_.planes.row_stride + bit / 512 * levels_.planes.block_stride + bit % 512 / 64;
  for (unsigned j = 0; j < levels_.used; ++j)
    level |= static_cast<std::uint32_t>(levels_.planes.plane[j][at] >> (bit % 64) & 1) << j;
  return plies_of(level, value == Value::win);
}

std::uint32_t BitBoardResult::remoteness_at(const PoliceThiefState& s) const {
  const bits::Board& b = board_->view();
  const std::uint32_t t = board_->thief_of(s.thief);
  const std::uint32_t bit = board_->bit_of(s.police);
  if (s.turn == Side::police) return police_plies(t, bit);
  if (space().initial(s) != Value::none) return 0;
  Reply reply;
  for (std::uint32_t i = b.step_begin[t]; i < b.step_begin[t + 1]; ++i)
    reply.add(police_value(b.steps[i], bit), police_plies(b.steps[i], bit));
  return reply.plies();
}

void BitBoardResult::fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const {
  const bits::Board& b = board_->view();
  const std::uint32_t t = board_->thief_of(thief);
  std::vector<std::uint64_t> wins(b.words);
  std::vector<std::uint64_t> holds(b.words);
  const bool police = turn == Side::police;
  if (police) {
    std::copy_n(rows_.wins.data() + std::uint64_t{t} * b.words, b.words, wins.data());
    std::copy_n(rows_.holds.data() + std::uint64_t{t} * b.words, b.words, holds.data());
  } else {
    bits::kernels().thief_row(b, rows_.wins.data(), t, wins.data());
    bits::kernels().thief_row(b, rows_.holds.data(), t, holds.data());
  }
  const Value caught = police ? Value::win : Value::lose;
  const BoardMoves& moves = space().moves();
  for (std::uint32_t cell = 0; cell < row.size(); ++cell) {
    const std::uint32_t dense = moves.dense_of(cell);
    if (dense == no_cell) {
      row[cell] = Value::none;
      continue;
    }
    const std::uint32_t bit = board_->bit_of(dense);
    const bool win = (wins[bit / 64] >> (bit % 64) & 1) != 0;
    const bool hold = (holds[bit / 64] >> (bit % 64) & 1) != 0;
    row[cell] = win ? caught : hold ? Value::draw : opposite(caught);
  }
}

void BitBoardResult::police_codes(std::uint32_t thief, std::span<std::uint32_t> codes) const {
  const bits::Board& b = board_->view();
  const std::uint64_t* wins = rows_.wins.data() + std::uint64_t{thief} * b.words;
  const std::uint64_t* holds = rows_.holds.data() + std::uint64_t{thief} * b.words;
  const std::uint32_t scale = board_->even_levels() ? 2 : 1;
  std::uint16_t low[512];
  std::uint16_t high[512] = {};
  const std::uint64_t* plane[bits::max_planes];
  for (std::uint32_t block = 0; block < b.blocks; ++block) {
    for (unsigned j = 0; j < levels_.used; ++j)
      plane[j] =
          levels_.planes.plane[j] + thief * levels_.planes.row_stride + block * levels_.planes.block_stride;
    bits::kernels().unpack(plane, std::min(levels_.used, 16U), low);
    if (levels_.used > 16) bits::kernels().unpack(plane + 16, levels_.used - 16, high);
    for (std::uint32_t i = 0; i < 512; ++i) {
      const std::uint32_t word = bits::block_words * block + i / 64;
      const std::uint32_t win = wins[word] >> (i % 64) & 1;
      const std::uint32_t hold = holds[word] >> (i % 64) & 1;
      const std::uint32_t level = std::uint32_t{high[i]} << 16 | low[i];
      // Ply 2k - 1 of a win and ply 2k of a loss are level k; see BitLevels.
      const std::uint32_t plies = scale * level - (win & (level != 0 ? 1U : 0U) & (scale - 1));
      codes[512 * block + i] = win != 0 ? plies : hold != 0 ? draw_code : loss_code - plies;
    }
  }
}

// Rows of neighbouring thief cells are asked for again and again while a result is written.
std::span<const std::uint32_t> BitBoardResult::kept_codes(std::uint32_t thief) const {
  constexpr std::uint64_t bytes = std::uint64_t{8} << 20;
  constexpr std::uint64_t empty = ~std::uint64_t{0};
  struct Kept {
    std::uint64_t owner = 0;  // serial number of a result: an address may be another one's later
    std::uint64_t slots = 0;
    std::vector<std::uint64_t> thief;
    std::vector<std::uint32_t> codes;
  };
  thread_local Kept kept;
  const std::uint64_t size = 64ULL * board_->view().words;
  if (kept.owner != serial_) {
    kept.owner = serial_;
    kept.slots = std::clamp<std::uint64_t>(bytes / (4 * size), 8, std::max(8U, board_->view().thieves));
    kept.thief.assign(kept.slots, empty);
    kept.codes.resize(kept.slots * size);
  }
  const std::uint64_t slot = thief % kept.slots;
  const std::span<std::uint32_t> codes(kept.codes.data() + slot * size, size);
  if (kept.thief[slot] != thief) {
    police_codes(thief, codes);
    kept.thief[slot] = thief;
  }
  return codes;
}

std::vector<std::uint32_t> BitBoardResult::plies_row(Side turn, std::uint32_t thief) const {
  const bits::Board& b = board_->view();
  const std::uint64_t size = 64ULL * b.words;
  if (turn == Side::thief && b.thief_fixed[thief] != 0) return std::vector<std::uint32_t>(size, 0);
  std::vector<std::uint32_t> row(size, 0);
  if (turn == Side::police) {
    const auto codes = kept_codes(thief);
    std::copy(codes.begin(), codes.end(), row.begin());
  } else {
    for (std::uint32_t i = b.step_begin[thief]; i < b.step_begin[thief + 1]; ++i) {
      const std::uint32_t* const codes = kept_codes(b.steps[i]).data();
      for (std::uint64_t k = 0; k < size; ++k) row[k] = std::max(row[k], codes[k]);
    }
  }
  const std::uint32_t one = turn == Side::police ? 0 : 1;
  for (std::uint32_t& code : row)
    code = code < draw_code ? code + one : code == draw_code ? none : loss_code - code + one;
  if (turn == Side::thief) row[b.point[thief]] = 0;
  return row;
}

template <class T>
void BitBoardResult::fill(Side turn, std::uint32_t thief, std::span<T> row) const {
  const std::uint32_t t = board_->thief_of(thief);
  const std::vector<std::uint32_t> plies = plies_row(turn, t);
  const BoardMoves& moves = space().moves();
  for (std::uint32_t cell = 0; cell < row.size(); ++cell) {
    const std::uint32_t dense = moves.dense_of(cell);
    // The all-ones mark of 32 bits becomes that of T.
    row[cell] =
        dense == no_cell ? std::numeric_limits<T>::max() : static_cast<T>(plies[board_->bit_of(dense)]);
  }
}

void BitBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const {
  fill(turn, thief, row);
}
void BitBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const {
  fill(turn, thief, row);
}
void BitBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const {
  fill(turn, thief, row);
}

}  // namespace retrograph
