#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

namespace {

// Ranks as the known answers write them: a hexadecimal digit each, '.' outside.
std::string digits(const Json& ranks) {
  std::string text;
  for (const Json& rank : ranks) text += rank.is_null() ? '.' : "0123456789abcdef"[rank.get<unsigned>()];
  return text;
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) out.push_back(field);
  return out;
}

}  // namespace

TEST_CASE("the attractor of a small game, its ranks and its solution file") {
  const ScratchFolder folder;
  // Player 0 owns 0 and 3. Vertex 2 is the target; 1 can flee to itself.
  const std::string game = folder.write("g.pg", "parity 3;\n0 1 0 1,2;\n1 2 1 1,2;\n2 9 1 0;\n3 3 0 0;\n");
  const Json out = json_of({"attract", game, "--player", "0", "-o", folder.file("g.sol")});
  CHECK(out["schema"] == "retrograph/attract/1");
  CHECK(out["size"] == 3);
  CHECK(out["depth"] == 2);
  CHECK(digits(out["ranks"]) == "1.02");
  CHECK(read_file(folder.file("g.sol")) == "paritysol 3;\n0 0 2;\n1 1;\n2 0;\n3 0 0;\n");
  CHECK(json_of({"attract", game, "--player", "1"})["size"] == 4);
  CHECK(json_of({"attract", game, "--player", "0", "--target-priority", "3"})["size"] == 1);
  CHECK(run({"attract", game}).code == 2);
  CHECK(run({"attract", game, "--player", "2"}).code == 2);
  CHECK(run({"attract", folder.write("dead.pg", "0 1 0 1;\n1 2 0;\n"), "--player", "0"}).code == 65);
  CHECK(run({"attract", folder.file("absent.pg"), "--player", "0"}).code == 66);
}

TEST_CASE("verify accepts the solution of attract, and names the escape from a wrong one") {
  const ScratchFolder folder;
  const std::string game = folder.write("g.pg", "parity 3;\n0 1 0 1,2;\n1 2 1 1,2;\n2 9 1 0;\n3 3 0 0;\n");
  const std::string made = folder.file("g.sol");
  REQUIRE(run({"attract", game, "--player", "0", "-o", made}).code == 0);
  const Json good = json_of({"verify", made, "--game", game});
  CHECK(good["ok"] == true);
  CHECK(good["kind"] == "solution");
  CHECK(good["checked"] == 4);
  CHECK(run({"verify", made, "--game", game, "--player", "0", "--target-priority", "9"}).code == 0);
  CHECK(run({"verify", made, "--game", game, "--player", "1"}).code == 1);
  CHECK(run({"verify", made, "--game", game, "--target-priority", "3"}).code == 1);
  const auto refused = [&](const std::string& text) {
    const Ran ran = run({"verify", folder.write("bad.sol", text), "--game", game});
    CHECK(ran.code == 1);
    return ran.out;
  };
  CHECK_THAT(refused("paritysol 3;\n0 0 2;\n1 0;\n2 0;\n3 0 0;\n"),
             Contains("vertex 1 ") && Contains("player 1 escapes to 1"));
  CHECK_THAT(refused("paritysol 3;\n0 0 2;\n1 1;\n2 0;\n3 1 0;\n"),
             Contains("vertex 3 ") && Contains("player 0 moves to 0 inside"));
  CHECK_THAT(refused("paritysol 3;\n0 0 1;\n1 1;\n2 0;\n3 0 0;\n"), Contains("vertex 0 "));
  CHECK(run({"verify", made}).code == 2);
  for (const char* text :
       {"paritysol 3;\n0 0;\n", "paritysol 3;\n0 0;\n0 0;\n", "paritysol 9;\n9 0;\n", "paritysol 3;\n0 2;\n"})
    CHECK(run({"verify", folder.write("bad.sol", text), "--game", game}).code == 65);
}

TEST_CASE("112 games with known attractors: sizes, depths and ranks") {
  const auto folder = retrograph::test::cases_folder();
  if (!folder) SKIP_TEST("no folder of known answers");
  const std::string cases = folder->string();
  std::ifstream table(cases + "/oink_vb_solutions.tsv");
  int games = 0;
  for (std::string line; std::getline(table, line);) {
    const std::vector<std::string> f = fields(line);
    if (line.starts_with('#') || f[0] == "file") continue;
    const std::string game = cases + "/pg/" + f[0].substr(f[0].find('/') + 1) + ".pg";
    for (const std::size_t player : {0U, 1U}) {
      const Json out = json_of({"attract", game, "--player", std::to_string(player)});
      INFO(game << " player " << player);
      CHECK(out["size"] == std::stoi(f[8 + 2 * player]));
      CHECK(out["depth"] == std::stoi(f[9 + 2 * player]));
      CHECK(digits(out["ranks"]) == f[12 + player]);
    }
    ++games;
  }
  CHECK(games == 112);
}
