#include "retrograph/solve/police_thief_verify.hpp"

#include <vector>

#include "retrograph/solve/police_thief_engines.hpp"

#include "board_helper.hpp"
#include "catch.hpp"

using namespace retrograph;
using test::board_of;

namespace {

// An answer in plain vectors, that a test can damage.
struct Written {
  explicit Written(const BoardResult& result) : space(result.space()), counts(result.counts()) {
    for (std::uint64_t v = 0; v < space.vertex_count(); ++v) {
      value.push_back(result.value(space.decode(v)));
      plies.push_back(result.remoteness(space.decode(v)));
    }
  }
  BoardCheck check(bool distances) const {
    const auto fill = [&](Side turn, std::uint32_t thief, auto& from, auto row) {
      for (std::uint32_t p = 0; p < space.free_count(); ++p)
        row[space.moves().cell_of(p)] = from[space.encode({turn, space.moves().dense_of(thief), p})];
    };
    const auto values = [&](Side turn, std::uint32_t t, std::span<Value> row) { fill(turn, t, value, row); };
    const auto remote = [&](Side turn, std::uint32_t t, std::span<std::uint32_t> row) {
      fill(turn, t, plies, row);
    };
    BoardAnswer answer{values, std::nullopt, counts};
    if (distances) answer.remoteness_row.emplace(remote);
    return verify_board(space, answer);
  }

  const PoliceThief& space;
  OutcomeCounts counts;
  std::vector<Value> value;
  std::vector<std::uint32_t> plies;
};

}  // namespace

TEST_CASE("the answers of the reference pass, with distances and without") {
  std::mt19937_64 random(11);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 5);
    const Board board = test::any_board(random, rows, 4);
    const PursuitRules rules = round % 2 == 0 ? PursuitRules{} : test::any_rules(random);
    const auto result = solve_board(board, rules, "reference");
    const Written written(*result);
    const par::ThreadScope scope(static_cast<unsigned>(1 + round % 4));
    for (const bool distances : {true, false}) {
      const BoardCheck check = written.check(distances);
      REQUIRE(check.failures == std::vector<std::string>{});
      REQUIRE(check.ok());
      REQUIRE(check.checked == result->space().vertex_count());
    }
    REQUIRE(verify_board(*result).ok());
  }
}

TEST_CASE("one wrong label or distance is found and its vertex named") {
  const auto result = solve_board(board_of("E..P/.**./.**./T..."), {}, "reference");
  const Written good(*result);
  for (std::uint64_t v = 0; v < result->space().vertex_count(); ++v) {
    for (const Value wrong : {Value::draw, Value::win, Value::lose, Value::tie}) {
      if (wrong == good.value[v]) continue;
      Written bad(*result);
      bad.value[v] = wrong;
      const BoardCheck check = bad.check(v % 2 == 0);
      REQUIRE_FALSE(check.ok());
      bool named = false;
      for (const auto& text : check.failures)
        named |= text.find("vertex " + std::to_string(v) + " ") != std::string::npos;
      REQUIRE((named || check.failed > check.failures.size()));
    }
    Written bad(*result);
    bad.plies[v] += 2;
    REQUIRE_FALSE(bad.check(true).ok());
  }
}

TEST_CASE("a win that nobody can force is found without distances") {
  // Nobody can reach anybody: calling every undecided state a win for the police obeys the local rule.
  const auto result = solve_board(board_of("P*T"), {}, "reference");
  Written bad(*result);
  for (std::uint64_t v = 0; v < bad.value.size(); ++v) {
    if (bad.value[v] != Value::draw) continue;
    const bool police = result->space().decode(v).turn == Side::police;
    bad.value[v] = police ? Value::win : Value::lose;
    ++(police ? bad.counts.win : bad.counts.lose);
    --bad.counts.draw;
  }
  const BoardCheck check = bad.check(false);
  REQUIRE(check.failed == 4);
  REQUIRE(check.failures.front().find("no end that best play reaches") != std::string::npos);
}

TEST_CASE("a summary that does not match the states is found") {
  const auto result = solve_board(board_of("E.P.T"), {}, "reference");
  Written bad(*result);
  ++bad.counts.win;
  ++bad.counts.max_remoteness;
  REQUIRE(bad.check(true).failed == 2);
  REQUIRE(bad.check(false).failed == 1);
}
