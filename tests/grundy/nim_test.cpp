#include "retrograph/grundy/nim.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

using Heaps = std::vector<std::uint64_t>;

Heaps sorted(Heaps heaps) {
  std::erase(heaps, 0U);
  std::sort(heaps.begin(), heaps.end());
  return heaps;
}

// Heap i replaced by what a move leaves of it.
Heaps after(Heaps heaps, std::size_t i, Parts to) {
  heaps.erase(heaps.begin() + static_cast<std::ptrdiff_t>(i));
  heaps.insert(heaps.end(), to.begin(), to.end());
  return sorted(heaps);
}

// Who wins a sum, by trying everything.
class BruteForce {
 public:
  explicit BruteForce(std::string_view game, bool misere = false)
      : game_(parse_heap_game(game)), misere_(misere) {}

  bool win(const Heaps& heaps) {
    const Heaps key = sorted(heaps);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool moves = false;
    bool wins = false;
    for (std::size_t i = 0; i < key.size(); ++i)
      for_each_option(game_, key[i], [&](Parts to) {
        moves = true;
        wins = wins || !win(after(key, i, to));
      });
    return known_[key] = moves ? wins : misere_;
  }

  std::set<std::pair<std::uint64_t, Heaps>> winning_moves(const Heaps& heaps) {
    std::set<std::pair<std::uint64_t, Heaps>> moves;
    for (std::size_t i = 0; i < heaps.size(); ++i)
      for_each_option(game_, heaps[i], [&](Parts to) {
        if (!win(after(heaps, i, to))) moves.insert({i, Heaps(to.begin(), to.end())});
      });
    return moves;
  }

 private:
  HeapGame game_;
  bool misere_;
  std::map<Heaps, bool> known_;
};

// All multisets of up to `most` heaps of at most `largest`, as they come.
template <class F>
void for_each_sum(std::uint64_t most, std::uint64_t largest, F&& f) {
  std::vector<Heaps> sums{{}};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    f(sums[i]);
    if (sums[i].size() == most) continue;
    for (std::uint64_t heap = sums[i].empty() ? 1 : sums[i].back(); heap <= largest; ++heap) {
      Heaps next = sums[i];
      next.push_back(heap);
      sums.push_back(next);
    }
  }
}

std::set<std::pair<std::uint64_t, Heaps>> as_set(const SumAnswer& answer) {
  std::set<std::pair<std::uint64_t, Heaps>> moves;
  for (const SumMove& move : answer.moves) moves.insert({move.heap, move.to});
  CHECK(moves.size() == answer.moves.size());
  return moves;
}

}  // namespace

TEST_CASE("misere Nim: the strategy wins exactly where brute force does, move for move") {
  BruteForce brute("nim", true);
  std::size_t wrong = 0;
  for_each_sum(4, 6, [&](const Heaps& heaps) {
    const SumAnswer answer = solve_misere_nim(heaps);
    wrong += answer.win != brute.win(heaps);
    wrong += as_set(answer) != brute.winning_moves(heaps);
  });
  for_each_sum(6, 3, [&](const Heaps& heaps) { wrong += solve_misere_nim(heaps).win != brute.win(heaps); });
  CHECK(wrong == 0);
}

TEST_CASE("sums of heaps: the xor wins exactly where brute force does, move for move") {
  for (const char* game : {"nim", "0.77", "0.137", "0.3F", "grundy", "subtraction:1,3,4",
                           "subtraction:all-but:2,5", "4.0", "0.6"}) {
    INFO(game);
    BruteForce brute(game);
    std::size_t wrong = 0;
    for_each_sum(3, 7, [&](const Heaps& heaps) {
      const SumAnswer answer = solve_sum(parse_heap_game(game), heaps);
      wrong += answer.win != brute.win(heaps);
      wrong += as_set(answer) != brute.winning_moves(heaps);
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("adding counters to a heap of Nim changes no outcome: the loser's increase is taken away again") {
  // Northcott's rule: a heap may also grow, up to a limit, a limited number of times in all.
  std::map<std::pair<Heaps, int>, bool> known;
  constexpr std::uint64_t limit = 5;
  const std::function<bool(const Heaps&, int)> win = [&](const Heaps& heaps, int increases) {
    const auto key = std::pair(heaps, increases);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    bool wins = false;
    for (std::size_t i = 0; i < heaps.size() && !wins; ++i)
      for (std::uint64_t to = 0; to <= limit && !wins; ++to) {
        if (to == heaps[i] || (to > heaps[i] && increases == 0)) continue;
        Heaps next = heaps;
        next[i] = to;
        wins = !win(next, increases - (to > heaps[i] ? 1 : 0));
      }
    return known[key] = wins;
  };
  std::size_t wrong = 0;
  for (std::uint64_t a = 0; a <= limit; ++a)
    for (std::uint64_t b = a; b <= limit; ++b)
      for (std::uint64_t c = b; c <= limit; ++c)
        for (const int increases : {0, 1, 2})
          wrong += win({a, b, c}, increases) != solve_sum(parse_heap_game("nim"), Heaps{a, b, c}).win;
  CHECK(wrong == 0);
}

TEST_CASE("Nim of huge heaps needs no table") {
  const std::uint64_t huge = std::uint64_t{1} << 63;
  const Heaps heaps{huge + 5, huge + 1, 3};
  const SumAnswer answer = solve_sum(parse_heap_game("nim"), heaps);
  CHECK(answer.value == 7);
  REQUIRE(answer.moves.size() == 1);
  CHECK(answer.moves[0] == SumMove{0, huge + 5, {huge + 2}});
  CHECK(solve_misere_nim(heaps).moves == answer.moves);
}

TEST_CASE("S-Nim: Peking University judge 2960") {
  const auto outcome = [](std::string_view game, const Heaps& heaps) {
    return solve_sum(parse_heap_game(game), heaps).win ? 'W' : 'L';
  };
  const std::vector<Heaps> sums{{5, 12}, {2, 4, 7}, {2, 3, 7, 12}};
  std::string first;
  std::string second;
  for (const Heaps& heaps : sums) first += outcome("subtraction:2,5", heaps);
  for (const Heaps& heaps : sums) second += outcome("subtraction:1,2,3,4,5", heaps);
  CHECK(first == "LWW");
  CHECK(second == "WWL");
}

TEST_CASE("treblecross moves are told in cells of strips") {
  // Three cells: a cross in the middle, or at an end, leaves nothing that can be played on.
  const SumAnswer answer = solve_sum(parse_heap_game("treblecross"), Heaps{3});
  CHECK(answer.win);
  REQUIRE(answer.moves.size() == 1);
  CHECK(answer.moves[0] == SumMove{0, 3, {}});
  CHECK(solve_sum(parse_heap_game("treblecross"), Heaps{}).moves.empty());
}

TEST_CASE("a heap beyond reach is refused by name") {
  try {
    (void)solve_sum(parse_heap_game("0.77"), Heaps{std::uint64_t{1} << 60});
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.category() == Category::resource);
  }
}
