// FlatBoardResult: a board's answer as one value and one remoteness a state, under the vertex numbers of
// PoliceThief. The form in which the engines that label a graph leave it.
#pragma once

#include <limits>
#include <memory>
#include <utility>

#include "retrograph/solve/board_result.hpp"

namespace retrograph {

class FlatBoardResult final : public BoardResult {
 public:
  FlatBoardResult(std::shared_ptr<const PoliceThief> space, std::string_view engine, StoreLevel store,
                  Array<Value> value, RemotenessArray remoteness)
      : BoardResult(std::move(space), engine, store),
        value_(std::move(value)),
        remoteness_(std::move(remoteness)) {
    summarise(count_outcomes(value_.span(), remoteness_), !remoteness_.empty());
    if (store != StoreLevel::full) remoteness_ = {};
    if (store == StoreLevel::summary) value_ = {};
  }

 private:
  [[nodiscard]] Value value_at(const PoliceThiefState& s) const override { return value_[space().encode(s)]; }
  [[nodiscard]] std::uint32_t remoteness_at(const PoliceThiefState& s) const override {
    return remoteness_[space().encode(s)];
  }
  void fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const override {
    spread(turn, thief, row, Value::none, [&](std::uint64_t v) { return value_[v]; });
  }
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const override {
    fill(turn, thief, row);
  }
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const override {
    fill(turn, thief, row);
  }
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const override {
    fill(turn, thief, row);
  }
  template <class T>
  void fill(Side turn, std::uint32_t thief, std::span<T> row) const {
    // The all-ones mark of every width is the all-ones mark of T.
    spread(turn, thief, row, std::numeric_limits<T>::max(),
           [&](std::uint64_t v) { return static_cast<T>(remoteness_[v]); });
  }
  template <class T, class F>
  void spread(Side turn, std::uint32_t thief, std::span<T> row, T wall, F&& entry) const {
    const BoardMoves& moves = space().moves();
    const std::uint64_t first = space().encode({turn, thief, 0});
    for (std::uint32_t cell = 0; cell < row.size(); ++cell) {
      const std::uint32_t police = moves.dense_of(cell);
      row[cell] = police == no_cell ? wall : entry(first + police);
    }
  }

  Array<Value> value_;
  RemotenessArray remoteness_;
};

}  // namespace retrograph
