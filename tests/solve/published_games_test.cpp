// Games with published answers, bin by bin of the histogram by value and remoteness, solved by every engine.
#include <map>
#include <utility>
#include <vector>

#include "retrograph/games/chess_ending.hpp"
#include "retrograph/games/connect_four.hpp"
#include "retrograph/games/explore.hpp"
#include "retrograph/games/tic_tac_toe.hpp"
#include "retrograph/solve/engine.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

struct Bin {
  Value value;
  std::uint32_t remoteness;
  std::uint64_t count;
};

using Histogram = std::map<std::pair<Value, std::uint32_t>, std::uint64_t>;

Histogram histogram_of(const Outcomes<std::uint32_t>& outcomes) {
  Histogram bins;
  for (std::size_t v = 0; v < outcomes.value.size(); ++v)
    if (outcomes.value[v] != Value::draw) ++bins[{outcomes.value[v], outcomes.remoteness[v]}];
  return bins;
}

Histogram histogram_of(const std::vector<Bin>& known) {
  Histogram bins;
  for (const Bin& bin : known) bins[{bin.value, bin.remoteness}] = bin.count;
  return bins;
}

// Every engine's answer has exactly the known bins.
void check(const ExploredGame& game, const std::vector<Bin>& known) {
  for (const Engine& engine : engines()) {
    INFO(engine.name);
    CHECK(histogram_of(solve(engine, game.arena)) == histogram_of(known));
  }
}

}  // namespace

TEST_CASE("king and rook against king: every distance as published") {
  check(
      explore(ChessEnding(ChessPiece::rook)),
      {{Value::win, 1, 1512},    {Value::win, 3, 4676},    {Value::win, 5, 3852},    {Value::win, 7, 1900},
       {Value::win, 9, 4848},    {Value::win, 11, 8708},   {Value::win, 13, 11320},  {Value::win, 15, 17172},
       {Value::win, 17, 20088},  {Value::win, 19, 19016},  {Value::win, 21, 20476},  {Value::win, 23, 21480},
       {Value::win, 25, 17824},  {Value::win, 27, 16136},  {Value::win, 29, 5244},   {Value::win, 31, 916},
       {Value::lose, 0, 216},    {Value::lose, 2, 624},    {Value::lose, 4, 1948},   {Value::lose, 6, 648},
       {Value::lose, 8, 1584},   {Value::lose, 10, 3768},  {Value::lose, 12, 4728},  {Value::lose, 14, 5444},
       {Value::lose, 16, 11448}, {Value::lose, 18, 13672}, {Value::lose, 20, 15872}, {Value::lose, 22, 22788},
       {Value::lose, 24, 28732}, {Value::lose, 26, 33516}, {Value::lose, 28, 36372}, {Value::lose, 30, 17284},
       {Value::lose, 32, 3056}});
}

TEST_CASE("king and queen against king: every distance as published") {
  check(
      explore(ChessEnding(ChessPiece::queen)),
      {{Value::win, 1, 2448},    {Value::win, 3, 5012},    {Value::win, 5, 9064},    {Value::win, 7, 19964},
       {Value::win, 9, 26164},   {Value::win, 11, 32064},  {Value::win, 13, 32104},  {Value::win, 15, 15000},
       {Value::win, 17, 2680},   {Value::win, 19, 8},      {Value::lose, 0, 364},    {Value::lose, 2, 1352},
       {Value::lose, 4, 2956},   {Value::lose, 6, 7480},   {Value::lose, 8, 14144},  {Value::lose, 10, 25484},
       {Value::lose, 12, 39908}, {Value::lose, 14, 54052}, {Value::lose, 16, 43800}, {Value::lose, 18, 11300},
       {Value::lose, 20, 56}});
}

TEST_CASE("tic-tac-toe, normal and misere: every distance") {
  check(explore(TicTacToe(false)), {{Value::lose, 0, 942},
                                    {Value::lose, 2, 508},
                                    {Value::lose, 4, 124},
                                    {Value::tie, 0, 16},
                                    {Value::tie, 1, 80},
                                    {Value::tie, 2, 200},
                                    {Value::tie, 3, 200},
                                    {Value::tie, 4, 264},
                                    {Value::tie, 5, 136},
                                    {Value::tie, 6, 138},
                                    {Value::tie, 7, 24},
                                    {Value::tie, 8, 9},
                                    {Value::tie, 9, 1},
                                    {Value::win, 1, 2358},
                                    {Value::win, 3, 356},
                                    {Value::win, 5, 122}});
  check(explore(TicTacToe(true)), {{Value::lose, 1, 246},
                                   {Value::lose, 3, 756},
                                   {Value::lose, 5, 410},
                                   {Value::lose, 7, 32},
                                   {Value::tie, 0, 16},
                                   {Value::tie, 1, 80},
                                   {Value::tie, 2, 120},
                                   {Value::tie, 3, 328},
                                   {Value::tie, 4, 140},
                                   {Value::tie, 5, 228},
                                   {Value::tie, 6, 30},
                                   {Value::tie, 7, 36},
                                   {Value::tie, 8, 1},
                                   {Value::tie, 9, 1},
                                   {Value::win, 0, 942},
                                   {Value::win, 2, 856},
                                   {Value::win, 4, 1024},
                                   {Value::win, 6, 224},
                                   {Value::win, 8, 8}});
}

TEST_CASE("connect four on small boards: counts and the value of the start") {
  struct Known {
    unsigned width, height;
    std::uint64_t win, lose, tie;
    std::uint32_t start;
  };
  constexpr Known known[] = {{4, 4, 38675, 32234, 90120, 16}, {3, 3, 0, 0, 869, 9}};
  for (const Known& k : known) {
    const ExploredGame game = explore(ConnectFour(k.width, k.height));
    const auto outcomes = solve(choose_engine(game.arena, false), game.arena);
    const OutcomeCounts counts = count_outcomes(outcomes.value.span(), outcomes.remoteness);
    CHECK(counts.win == k.win);
    CHECK(counts.lose == k.lose);
    CHECK(counts.tie == k.tie);
    CHECK(counts.draw == 0);
    CHECK(outcomes.value[0] == Value::tie);
    CHECK(outcomes.remoteness[0] == k.start);
  }
}
