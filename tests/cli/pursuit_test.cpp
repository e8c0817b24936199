
#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

namespace {

std::string path_of(int n) {
  std::string text;
  for (int v = 0; v + 1 < n; ++v) text += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
  return text;
}

std::string cycle_of(int n) {
  return path_of(n) + std::to_string(n - 1) + " 0\n";
}

// The Petersen graph: outer cycle, spokes, inner star.
std::string petersen() {
  std::string text;
  for (int v = 0; v < 5; ++v)
    text += std::to_string(v) + ' ' + std::to_string((v + 1) % 5) + '\n' + std::to_string(v) + ' ' +
            std::to_string(v + 5) + '\n' + std::to_string(v + 5) + ' ' + std::to_string((v + 2) % 5 + 5) +
            '\n';
  return text;
}

}  // namespace

TEST_CASE("paths, cycles and the Petersen graph have their known answers") {
  const Json path = json_of({"pursuit", "-", "--cops", "1", "--line"}, path_of(10));
  CHECK(path["schema"] == "retrograph/pursuit/1");
  CHECK(path["outcome"] == "cops");
  CHECK(path["cop_moves"] == 5);
  CHECK(path["plies"] == 9);
  CHECK(path["positions"] == 200);
  CHECK(path["positions_won"] == 200);
  CHECK(path["line"].size() == 10);
  const Json cycle = json_of({"pursuit", "-", "--cops", "1"}, cycle_of(5));
  CHECK(cycle["outcome"] == "robber");
  CHECK(cycle["plies"].is_null());
  CHECK(cycle["positions_won"] == 20);
  CHECK(json_of({"pursuit", "-", "--cop-number"}, cycle_of(10))["cops"] == 2);
  const Json two = json_of({"pursuit", "-", "--cops", "2"}, petersen());
  CHECK(two["outcome"] == "robber");
  CHECK(two["positions_won"] == 440);
  CHECK(two["positions"] == 1100);
  CHECK(json_of({"pursuit", "-", "--cop-number"}, petersen())["cops"] == 3);
}

TEST_CASE("loops and doubles of the graph mean nothing") {
  const Json plain = json_of({"pursuit", "-", "--cops", "1"}, "0 1\n1 2\n");
  const Json noisy = json_of({"pursuit", "-", "--cops", "1"}, "0 1\n1 0\n1 1\n1 2\n1 2\n");
  CHECK(plain["positions_won"] == noisy["positions_won"]);
  CHECK(noisy["edges"] == 2);
}

TEST_CASE("pursuit needs one of its two questions and a limit that suffices") {
  CHECK(run({"pursuit", "-"}, "0 1\n").code == 2);
  CHECK(run({"pursuit", "-", "--cops", "1", "--cop-number"}, "0 1\n").code == 2);
  CHECK(run({"pursuit", "-", "--cops", "0"}, "0 1\n").code == 2);
  CHECK(run({"pursuit", "-", "--cops", "5", "--memory", "1MB"}, path_of(200)).code == 71);
  CHECK_THAT(run({"pursuit", "-", "--cops", "1"}, path_of(5)).out,
             Contains("1 cops catch the robber in 2 moves"));
}

TEST_CASE("several policemen play on a board") {
  const char* board = "P....E\n......\n..T...\n......\nE.....\n";
  const Json one = json_of({"pursuit", "-", "--board", "--cops", "1", "--line"}, board);
  const Json alone = json_of({"police-thief", "-"}, board);
  CHECK(one["start"]["outcome"] == alone["outcome"]);
  CHECK(one["start"]["plies"] == alone["plies"]);
  CHECK(one["line"].size() == alone["plies"].get<std::size_t>() + 1);
  CHECK(one["positions_won"].get<std::uint64_t>() + one["positions_lost"].get<std::uint64_t>() <=
        one["positions"]);
  const Json three =
      json_of({"pursuit", "-", "--board", "--cops", "3", "--police", "0,4;4,1;1,1", "--thief", "2,2"}, board);
  CHECK(three["start"]["outcome"] == "police");
  CHECK(three["start"]["cops"] == Json({"0,4", "1,1", "4,1"}));
  const Ran text = run({"pursuit", "-", "--board", "--cops", "2", "--line"}, board);
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("cops 0,0 0,0, robber 2,2"));
  CHECK(run({"pursuit", "-", "--board", "--cops", "2", "--police", "0,0"}, board).code == 2);
  CHECK(run({"pursuit", "-", "--board", "--cops", "1", "--police", "9,0"}, board).code == 2);
  CHECK(run({"pursuit", "-", "--board", "--cops", "1", "--exit-closed"}, board).code == 2);
  CHECK(run({"pursuit", "-", "--cops", "1", "--thief", "0,0"}, "0 1\n").code == 2);
}
