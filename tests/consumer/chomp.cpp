// Chomp, solved by the installed library: a game of one's own, its outcomes, distances and lines of play.
//
// A bar of chocolate; a bite takes a square and everything above and to the right of it; who takes the lowest
// left square loses. A position is the list of row lengths, never rising; here it is numbered by the lattice
// path that bounds it.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "retrograph/graph/state_space.hpp"
#include "retrograph/solve/engine.hpp"

namespace {

using Rows = std::vector<unsigned>;  // row lengths, the lowest first

class Chomp {
 public:
  Chomp(unsigned height, unsigned width) : height_(height), width_(width) {
    count_.assign(height + 1, std::vector<std::uint64_t>(width + 1, 1));
    for (unsigned h = 1; h <= height; ++h)
      for (unsigned w = 1; w <= width; ++w) count_[h][w] = count_[h - 1][w] + count_[h][w - 1];
  }

  // Position 0 is the empty bar: nobody has a move there, and whoever should move has not eaten the poison.
  [[nodiscard]] std::uint64_t vertex_count() const { return count_[height_][width_]; }
  [[nodiscard]] retrograph::Value given(std::uint64_t v) const {
    return v == 0 ? retrograph::Value::win : retrograph::Value::none;
  }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    const Rows rows = rows_of(v);
    for (unsigned r = 0; r < height_; ++r)
      for (unsigned c = 0; c < rows[r]; ++c) f(number_of(bitten(rows, r, c)));
  }

  [[nodiscard]] static Rows bitten(Rows rows, unsigned row, unsigned column) {
    for (unsigned r = row; r < rows.size(); ++r) rows[r] = rows[r] < column ? rows[r] : column;
    return rows;
  }
  // count_[h][w] bars fit into h rows of w squares; those whose lowest row is shorter than l come before.
  [[nodiscard]] std::uint64_t number_of(const Rows& rows) const {
    std::uint64_t number = 0;
    for (unsigned r = 0; r < height_; ++r)
      if (rows[r] != 0) number += count_[height_ - r][rows[r] - 1];
    return number;
  }
  [[nodiscard]] Rows rows_of(std::uint64_t number) const {
    Rows rows(height_, 0);
    unsigned limit = width_;
    for (unsigned r = 0; r < height_; ++r) {
      while (limit != 0 && number < count_[height_ - r][limit - 1]) --limit;
      rows[r] = limit;
      if (limit != 0) number -= count_[height_ - r][limit - 1];
    }
    return rows;
  }

 private:
  unsigned height_;
  unsigned width_;
  std::vector<std::vector<std::uint64_t>> count_;
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "chomp: not so: %s\n", what);
  std::exit(1);
}

retrograph::Outcomes<std::uint32_t> solved(const Chomp& game) {
  const auto arena = retrograph::arena_of(game);
  return retrograph::solve(retrograph::choose_engine(arena, false), arena);
}

// Opening bites of the full bar that leave a lost position.
unsigned winning_openings(unsigned height, unsigned width) {
  const Chomp game(height, width);
  const auto outcomes = solved(game);
  unsigned winning = 0;
  for (unsigned r = 0; r < height; ++r)
    for (unsigned c = 0; c < width; ++c)
      winning +=
          outcomes.value[game.number_of(Chomp::bitten(Rows(height, width), r, c))] == retrograph::Value::lose;
  return winning;
}

}  // namespace

int main() {
  using retrograph::Value;
  const Chomp two(2, 30);
  const auto outcomes = solved(two);
  for (std::uint64_t v = 1; v < two.vertex_count(); ++v) {
    const Rows rows = two.rows_of(v);
    require(two.number_of(rows) == v, "numbers and bars belong together");
    require((outcomes.value[v] == Value::lose) == (rows[0] == rows[1] + 1),
            "two rows are lost exactly if the lower is longer by one");
  }
  require(outcomes.value[1] == Value::lose && outcomes.remoteness[1] == 1,
          "the poison alone is the last bite");
  for (unsigned n = 2; n <= 8; ++n)
    require(winning_openings(n, n) == 1, "a square has one winning opening, next to the poison");
  require(winning_openings(8, 9) == 1 && winning_openings(7, 10) == 1, "bars below 8 x 10 have one");
  require(winning_openings(8, 10) == 2, "8 x 10 has two winning openings (Thompson)");
  std::puts("chomp: all answers as known");
  return 0;
}
