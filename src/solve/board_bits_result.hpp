// BitBoardResult: a board's answer as bit rows and level planes for the police to move; everything about the
// thief's turn is derived when asked, from the rows of the cells that the thief can step to.
//
// 1 bit a state, and with distances 1 bit a state for every two bits of the largest level number.
#pragma once

#include <memory>
#include <utility>

#include "retrograph/solve/board_result.hpp"

#include "board_bits_solve.hpp"

namespace retrograph {

class BitBoardResult final : public BoardResult {
 public:
  BitBoardResult(std::shared_ptr<const PoliceThief> space, std::unique_ptr<const BitBoard> board,
                 BitRows rows, BitLevels levels, StoreLevel store, const OutcomeCounts& counts);
  /// A summary alone.
  BitBoardResult(std::shared_ptr<const PoliceThief> space, const OutcomeCounts& counts,
                 const std::optional<BoardVerdict>& start);

 private:
  [[nodiscard]] Value value_at(const PoliceThiefState& s) const override;
  [[nodiscard]] std::uint32_t remoteness_at(const PoliceThiefState& s) const override;
  void fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const override;

  [[nodiscard]] Value police_value(std::uint32_t thief, std::uint32_t bit) const;
  [[nodiscard]] std::uint32_t police_plies(std::uint32_t thief, std::uint32_t bit) const;
  /// Value and plies of every bit of one row, the police to move, in the thief's order of preference.
  void police_codes(std::uint32_t thief, std::span<std::uint32_t> codes) const;
  /// The same from a small store of the calling thread; good until it asks for another row.
  [[nodiscard]] std::span<const std::uint32_t> kept_codes(std::uint32_t thief) const;
  /// Plies of every bit of one row.
  [[nodiscard]] std::vector<std::uint32_t> plies_row(Side turn, std::uint32_t thief) const;
  [[nodiscard]] std::uint32_t plies_of(std::uint32_t level, bool win) const noexcept;
  template <class T>
  void fill(Side turn, std::uint32_t thief, std::span<T> row) const;

  std::unique_ptr<const BitBoard> board_;
  BitRows rows_;
  BitLevels levels_;
  std::uint64_t serial_ = 0;
};

}  // namespace retrograph
