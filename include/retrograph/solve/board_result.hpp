// BoardResult: the answer of any engine for one board, asked by state or by rows of one thief cell.
//
// Values are for the side to move; remoteness is plies to the end under best play, RemotenessArray::none for
// a draw (conventions of outcomes.hpp). A result keeps what its store level says:
//   summary  counts, largest remoteness where the engine had distances, the value of the start
//   values   and the value of every state
//   full     and the remoteness of every state
// Rows are laid out as in result files: one entry a cell of the board, walls hold Value::none and all ones.
// Asking for what was not kept throws Error(usage). All const members are safe from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "retrograph/games/police_thief.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/store_level.hpp"

namespace retrograph {

/// Value and plies of one position as a person asks for them.
struct BoardVerdict {
  Value value = Value::draw;                    // for the side to move
  Value for_police = Value::draw;               // win: the police catches the thief; lose: the thief escapes
  std::uint32_t plies = RemotenessArray::none;  // also none where distances are not known
  friend bool operator==(const BoardVerdict&, const BoardVerdict&) = default;
};

class BoardResult {
 public:
  virtual ~BoardResult() = default;
  BoardResult(const BoardResult&) = delete;
  BoardResult& operator=(const BoardResult&) = delete;

  [[nodiscard]] const PoliceThief& space() const noexcept { return *space_; }
  [[nodiscard]] std::string_view engine() const noexcept { return engine_; }
  [[nodiscard]] StoreLevel store() const noexcept { return store_; }
  /// Over all states; counts().max_remoteness is 0 where distances are not known.
  [[nodiscard]] const OutcomeCounts& counts() const noexcept { return counts_; }
  /// Absent where distances are not known.
  [[nodiscard]] std::optional<std::uint32_t> max_remoteness() const noexcept {
    return distances_ ? std::optional(counts_.max_remoteness) : std::nullopt;
  }
  /// Bytes of the smallest unsigned type that holds every remoteness and an all-ones mark: 1, 2 or 4.
  [[nodiscard]] unsigned remoteness_width() const noexcept {
    return counts_.max_remoteness < 0xff ? 1 : counts_.max_remoteness < 0xffff ? 2 : 4;
  }

  /// The position on the board's text; absent where a piece of it stands on a wall.
  [[nodiscard]] const std::optional<BoardVerdict>& start() const noexcept { return start_; }

  [[nodiscard]] Value value(const PoliceThiefState& s) const;
  [[nodiscard]] std::uint32_t remoteness(const PoliceThiefState& s) const;

  /// Values of all police cells for one turn and thief cell (a cell of the board, also a wall).
  void values_row(Side turn, std::uint32_t thief_cell, std::span<Value> row) const;
  /// Remoteness likewise, in a type of at least remoteness_width() bytes.
  template <class T>
  void remoteness_row(Side turn, std::uint32_t thief_cell, std::span<T> row) const;

 protected:
  BoardResult(std::shared_ptr<const PoliceThief> space, std::string_view engine, StoreLevel store)
      : space_(std::move(space)), engine_(engine), store_(store) {}
  /// Called once by the engine's result, while value_at() and (if `distances`) remoteness_at() can answer.
  void summarise(const OutcomeCounts& counts, bool distances);
  void summarise(const OutcomeCounts& counts, bool distances, const std::optional<BoardVerdict>& start) {
    counts_ = counts;
    distances_ = distances;
    start_ = start;
  }

 private:
  [[nodiscard]] virtual Value value_at(const PoliceThiefState& s) const = 0;
  [[nodiscard]] virtual std::uint32_t remoteness_at(const PoliceThiefState& s) const = 0;
  /// `thief` is a dense number here; a row has an entry for every cell of the board.
  virtual void fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const = 0;
  virtual void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const = 0;
  virtual void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const = 0;
  virtual void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const = 0;
  void require(StoreLevel level, const char* what) const;

  std::shared_ptr<const PoliceThief> space_;
  std::string_view engine_;
  StoreLevel store_;
  OutcomeCounts counts_;
  std::optional<BoardVerdict> start_;
  bool distances_ = false;
};

}  // namespace retrograph
