#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
namespace {

struct Known {
  const char* rows;
  const char* text;
  const char* outcome;
  int plies;  // -1: none
  int win;
  int draw;
  int lose;
};

// The boards of the explanation "Games on arbitrary graphs" with their counts over all states.
constexpr Known known[] = {
    {"P..\n...\n..T\n", "Police catches the thief", "police", 3, 81, 0, 81},
    {"P...E\n....T\n.....\n.....\n.....\n", "The thief escapes", "thief", 2, 717, 0, 533},
    {"P*T\n", "Draw", "draw", -1, 2, 4, 2},
    {"E..P\n.**.\n.**.\nT...\n", "Draw", "draw", -1, 143, 52, 93},
    {"E.P.T\n", "Police catches the thief", "police", 3, 28, 0, 22},
    {"P.*\n**T\n", "Police catches the thief", "police", 3, 9, 0, 9},
};

}  // namespace

TEST_CASE("every engine gives the known verdict, plies and counts") {
  const ScratchFolder folder;
  for (const Known& k : known) {
    const std::string board = folder.write("board.txt", k.rows);
    for (const char* engine : {"auto", "reference", "explicit", "on-the-fly"}) {
      const Json out = json_of({"police-thief", board, "--engine", engine});
      INFO(out.dump(2));
      CHECK(out["schema"] == "retrograph/police-thief/1");
      CHECK(out["outcome"] == k.outcome);
      CHECK(out["plies"] == (k.plies < 0 ? Json(nullptr) : Json(k.plies)));
      CHECK(out["states"]["win"] == k.win);
      CHECK(out["states"]["draw"] == k.draw);
      CHECK(out["states"]["lose"] == k.lose);
      CHECK(out["output"].is_null());
      for (const char* key :
           {"rows", "cols", "max_remoteness", "threads", "seconds", "states_per_second", "peak_rss_bytes"})
        CHECK(out.contains(key));
    }
    const Ran text = run({"police-thief", board});
    CHECK_THAT(text.out, StartsWith(k.text + std::string("\n") +
                                    (k.plies < 0 ? "" : "in " + std::to_string(k.plies) + " plies\n")));
    CHECK(text.err.empty());
  }
}

TEST_CASE("standard input, sizes in the first line and CRLF are accepted") {
  CHECK(json_of({"police-thief", "-"}, "1 5\r\nE.P.T\r\n")["plies"] == 3);
  CHECK(json_of({"police-thief", "-"}, "E.P.T")["cols"] == 5);
}

TEST_CASE("the play is shown board by board") {
  const Ran ran = run({"police-thief", "-", "--line"}, "P..\n...\n..T\n");
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("start: police 0,0, thief 2,2\nP..\n...\n..T\n"));
  CHECK_THAT(ran.out, Contains("ply 1: police to") && Contains("ply 3: police to") && !Contains("ply 4"));
  CHECK_THAT(ran.out, Contains("X"));
  CHECK_THAT(run({"police-thief", "-", "--line"}, "P*T\n").out, Contains("and so on"));
}

TEST_CASE("rule options change the game") {
  const auto plies = [](std::vector<std::string> rules, const std::string& board) {
    rules.insert(rules.begin(), {"police-thief", "-"});
    const Json out = json_of(rules, board);
    return std::pair(out["outcome"].get<std::string>(), out["plies"]);
  };
  CHECK(plies({}, "P.*\n**T\n").first == "police");
  CHECK(plies({"--police-diagonal", "off"}, "P.*\n**T\n").first == "draw");
  CHECK(plies({"--first", "thief"}, "P...E\n....T\n.....\n.....\n.....\n").second == 1);
  CHECK(plies({"--police-stay", "off", "--dead-end", "win"}, "P*T\n").first == "police");
}

TEST_CASE("bad boards are exit 65 with line and column, and leave no file") {
  struct Bad {
    const char* board;
    const char* where;
  };
  constexpr Bad bad[] = {
      {"P.E\n", "without a T"},
      {".TE\n", "without a P"},
      {"P.T\n..\n", "2"},
      {"PxT\n", "1: column 2"},
      {"PPT\n", "1: column 2"},
      {"PTT\n", "1: column 3"},
      {"", ""},
      {"2 3\nP.T\n", "2"},
      {"1 4\nP.T\n", "4"},
      {"\n\n", ""},
  };
  for (const Bad& b : bad) {
    const ScratchFolder folder;
    const std::string board = folder.write("board.txt", b.board);
    const Ran ran = run({"police-thief", board, "-o", folder.file("out.h5")});
    INFO(b.board << " -> " << ran.err);
    CHECK(ran.code == 65);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, Contains("board.txt") && Contains(b.where));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    CHECK(folder.size() == 1);
  }
}

TEST_CASE("files that cannot be opened, made or fit have their own exit codes") {
  const ScratchFolder folder;
  const std::string board = folder.write("board.txt", "P..\n...\n..T\n");
  CHECK(run({"police-thief", folder.file("absent.txt")}).code == 66);
  CHECK(run({"police-thief", board, "-o", folder.file("no/such/folder.h5")}).code == 73);
  CHECK(run({"police-thief", board, "--memory", "1"}).code == 71);
  CHECK(run({"police-thief", board, "--store", "all"}).code == 2);
  CHECK(run({"police-thief", board, "-o", folder.file("out.h5")}).code == 0);
  const std::string first = read_file(folder.file("out.h5"));
  const Ran again = run({"police-thief", board, "-o", folder.file("out.h5")});
  CHECK(again.code == 73);
  CHECK(read_file(folder.file("out.h5")) == first);
  CHECK(run({"police-thief", board, "-o", folder.file("out.h5"), "--force"}).code == 0);
  CHECK(folder.size() == 2);
}

TEST_CASE("reproducible results are equal byte for byte, whatever the engine and the threads") {
  const ScratchFolder folder;
  const std::string board = folder.write("board.txt", "P...E\n.*..T\n..*..\n.....\n*....\n");
  std::string first;
  for (const char* threads : {"1", "2", "3", "4"})
    for (const char* engine : {"reference", "explicit", "on-the-fly"}) {
      const std::string out = folder.file("out.h5");
      REQUIRE(run({"police-thief", board, "-o", out, "--force", "--reproducible", "--threads", threads,
                   "--engine", engine})
                  .code == 0);
      const std::string bytes = read_file(out);
      if (first.empty()) first = bytes;
      CHECK(bytes == first);
    }
}

TEST_CASE(
    "a summary alone is written without keeping positions, and a full store is refused where it cannot be") {
  const ScratchFolder folder;
  const std::string board = folder.write("b.txt", "P..*.\n.*..E\n..T..\n");
  const std::string out = folder.file("o.h5");
  const Json whole = json_of({"police-thief", board});
  const Json summary = json_of({"police-thief", board, "--store", "summary", "-o", out});
  CHECK(summary["states"] == whole["states"]);
  CHECK(summary["outcome"] == whole["outcome"]);
  CHECK(summary["max_remoteness"].is_null());
  CHECK(run({"info", out}).code == 0);
  CHECK(run({"query", out, "--police", "0,0"}).code == 2);
  std::string large = "P" + std::string(510, '.') + "T\n";
  for (int row = 1; row < 512; ++row) large += std::string(512, '.') + '\n';
  const Ran ran = run({"police-thief", "-", "--store", "full", "-o", folder.file("large.h5")}, large);
  CHECK(ran.code == 71);
  CHECK_THAT(ran.err, Catch::Matchers::Contains("bytes"));
  CHECK(!folder.has("large.h5"));
}
