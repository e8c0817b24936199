// Cat and mouse: two pieces that move in turn on places with steps of their own, mouse first; infinite play
// is a draw.
//
// position = (turn * n + mouse) * n + cat, turn 0 = mouse. The cat wins where both stand on one place, or on
// a place that is its goal; else the mouse wins on its goal. Values are for the side to move. Two kinds of
// field are read by store/cat_mouse_text.hpp: a graph with the hole at 0, mouse at 1, cat at 2, hole closed
// to the cat; and a grid with food, where both jump in straight lines over free cells, may stay, and win on
// the food.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograph/graph/types.hpp"

namespace retrograph {

struct CatMouseField {
  using Steps = std::vector<std::vector<std::uint32_t>>;
  Steps mouse_steps;  // by place; the cat's and the mouse's have the same size
  Steps cat_steps;
  std::vector<bool> mouse_goal;  // by place
  std::vector<bool> cat_goal;
  std::uint32_t mouse = 0;  // at the start
  std::uint32_t cat = 0;
};

class CatMouse {
 public:
  /// The field must outlive the game.
  explicit CatMouse(const CatMouseField& field) : field_(field), n_(field.mouse_steps.size()) {}

  [[nodiscard]] std::vector<std::uint64_t> roots() const { return {field_.mouse * n_ + field_.cat}; }
  [[nodiscard]] Value given(std::uint64_t position) const {
    const auto [cat_turn, mouse, cat] = decode(position);
    const bool cat_won = mouse == cat || field_.cat_goal[cat];
    if (!cat_won && !field_.mouse_goal[mouse]) return Value::none;
    return cat_won == cat_turn ? Value::win : Value::lose;
  }
  template <class F>
  void for_each_move(std::uint64_t position, F&& f) const {
    const auto [cat_turn, mouse, cat] = decode(position);
    if (cat_turn) {
      for (const std::uint64_t to : field_.cat_steps[cat]) f(mouse * n_ + to);
    } else {
      for (const std::uint64_t to : field_.mouse_steps[mouse]) f((n_ + to) * n_ + cat);
    }
  }

 private:
  struct State {
    bool cat_turn;
    std::uint64_t mouse;
    std::uint64_t cat;
  };
  [[nodiscard]] State decode(std::uint64_t position) const {
    const std::uint64_t row = position / n_;
    return {row >= n_, row % n_, position % n_};
  }
  const CatMouseField& field_;
  std::uint64_t n_;
};

}  // namespace retrograph
