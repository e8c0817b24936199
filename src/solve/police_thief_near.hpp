// NearRows: what an answer says about one thief cell and about the states one move away from it.
#pragma once

#include <algorithm>
#include <vector>

#include "retrograph/solve/police_thief_verify.hpp"

namespace retrograph {

class NearRows {
 public:
  NearRows(const PoliceThief& space, const BoardAnswer& answer, std::uint32_t thief)
      : space_(space), thief_(thief) {
    rows_.push_back(read(answer, Side::police, thief));
    rows_.push_back(read(answer, Side::thief, thief));
    for (const std::uint32_t t : space.moves().steps(Side::thief, thief))
      rows_.push_back(read(answer, Side::police, t));
  }

  [[nodiscard]] Value value(const PoliceThiefState& s) const { return at(own(s), s.police).value; }
  [[nodiscard]] std::uint32_t plies(const PoliceThiefState& s) const { return at(own(s), s.police).plies; }

  /// f(vertex, value, plies) of every state that s can move to, whether or not the game is over at s.
  template <class F>
  void for_each_child(const PoliceThiefState& s, F&& f) const {
    const BoardMoves& moves = space_.moves();
    if (s.turn == Side::police) {
      for (const std::uint32_t p : moves.steps(Side::police, s.police)) {
        const Entry e = at(rows_[1], p);
        f(space_.encode({Side::thief, thief_, p}), e.value, e.plies);
      }
    } else {
      std::size_t row = 2;
      for (const std::uint32_t t : moves.steps(Side::thief, thief_)) {
        const Entry e = at(rows_[row++], s.police);
        f(space_.encode({Side::police, t, s.police}), e.value, e.plies);
      }
    }
  }

  /// f(state) for both turns and every police cell.
  template <class F>
  void for_each_state(F&& f) const {
    for (const Side turn : {Side::police, Side::thief})
      for (std::uint32_t p = 0; p < space_.free_count(); ++p) f(PoliceThiefState{turn, thief_, p});
  }

 private:
  struct Row {
    std::vector<Value> value;
    std::vector<std::uint32_t> plies;
  };
  struct Entry {
    Value value;
    std::uint32_t plies;
  };

  [[nodiscard]] Row read(const BoardAnswer& answer, Side turn, std::uint32_t thief) const {
    const std::uint32_t cell = space_.moves().cell_of(thief);
    Row row{std::vector<Value>(space_.board().cells.size()), {}};
    answer.values_row(turn, cell, row.value);
    if (answer.remoteness_row) {
      row.plies.resize(row.value.size());
      (*answer.remoteness_row)(turn, cell, row.plies);
    }
    return row;
  }
  [[nodiscard]] const Row& own(const PoliceThiefState& s) const {
    return rows_[static_cast<std::size_t>(s.turn)];
  }
  [[nodiscard]] Entry at(const Row& row, std::uint32_t police) const {
    const std::uint32_t cell = space_.moves().cell_of(police);
    return {row.value[cell], row.plies.empty() ? 0 : row.plies[cell]};
  }

  const PoliceThief& space_;
  std::uint32_t thief_;
  std::vector<Row> rows_;  // police to move, thief to move, then police to move after each step of the thief
};

/// Decided states that no play ever brings to an end, found without distances: the values of an answer that
/// obeys the local rule are right if there is none. Serial; 1 bit a state.
[[nodiscard]] std::vector<std::uint64_t> unfounded_states(const PoliceThief& space, const BoardAnswer& answer,
                                                          const StopSource* stop);

}  // namespace retrograph
