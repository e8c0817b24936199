#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

TEST_CASE("solve reports counts, plies and a line from a start") {
  const Json out = json_of({"solve", "-", "--start", "0"}, "# a path of four\n0 1\n1 2\n2 3\n");
  CHECK(out["schema"] == "retrograph/solve/1");
  CHECK(out["vertices"] == 4);
  CHECK(out["edges"] == 3);
  CHECK(out["win"] == 2);
  CHECK(out["lose"] == 2);
  CHECK(out["max_remoteness"] == 3);
  CHECK(out["start"] == Json({{"vertex", 0}, {"value", "win"}, {"remoteness", 3}, {"line", {0, 1, 2, 3}}}));
  for (const char* key : {"tie", "draw", "engine", "threads", "seconds", "peak_rss_bytes", "output"})
    CHECK(out.contains(key));
  const Ran text = run({"solve", "-", "--start", "0"}, "0 1\n1 2\n2 3\n");
  CHECK_THAT(text.out, Contains("vertex 0: win in 3 plies") && Contains("line: 0 1 2 3"));
}

TEST_CASE("dead-end rules, terminals and owners are options") {
  const ScratchFolder folder;
  const std::string path = folder.write("path.el", "0 1\n1 2\n2 3\n");
  CHECK(json_of({"solve", path, "--misere", "--start", "0"})["start"]["value"] == "lose");
  CHECK(json_of({"solve", path, "--dead-end", "tie"})["tie"] == 4);
  const std::string terminals = folder.write("terminals.txt", "2 draw\n");
  const Json drawn = json_of({"solve", path, "--terminals", terminals});
  CHECK(drawn["draw"] == 3);
  CHECK(drawn["lose"] == 1);
  const std::string owners = folder.write("owners.txt", "0 0\n1 0\n2 0\n3 0\n");
  CHECK(json_of({"solve", path, "--owners", owners})["lose"] == 4);
  CHECK(run({"solve", path, "--dead-end", "lose", "--misere"}).code == 2);
  CHECK(run({"solve", path, "--dead-end", "maybe"}).code == 2);
  CHECK(run({"solve", path, "--terminals", folder.write("bad.txt", "9 win\n")}).code == 65);
  CHECK(run({"solve", path, "--terminals", folder.file("absent.txt")}).code == 66);
  CHECK(run({"solve", path, "--start", "4"}).code == 2);
  CHECK(run({"solve", path, "--start", "-1"}).code == 2);
  CHECK(run({"solve", path, "--engine", "magic"}).code == 2);
}

TEST_CASE("malformed edge lists name file, line and value, and leave no file") {
  const ScratchFolder folder;
  const char* bad[] = {"0 1\n1 x\n", "0 1\n2\n", "0 1\n1 -2\n", "0 1\n1 99999999999999999999999\n",
                       "0 1\n1 2 3 4 5 z\n"};
  for (const char* content : bad) {
    const std::string graph = folder.write("g.el", content);
    const Ran ran = run({"solve", graph, "-o", folder.file("out.h5")});
    INFO(content << ran.err);
    CHECK(ran.code == 65);
    CHECK_THAT(ran.err, Contains("g.el:2"));
    CHECK(!folder.has("out.h5"));
    CHECK(!folder.has("out.h5.partial"));
  }
  const Ran beyond = run({"solve", "-", "--vertices", "2"}, "0 1\n1 2\n");
  CHECK(beyond.code == 65);
}

TEST_CASE("sparse ids are compacted on request and named by their own number") {
  const Json out =
      json_of({"solve", "-", "--relabel", "--start", "1000000000000"}, "1000000000000 5\n5 70\n");
  CHECK(out["vertices"] == 3);
  CHECK(out["start"]["line"] == Json({1000000000000, 5, 70}));
  const ScratchFolder folder;
  const std::string graph = folder.write("g.el", "1000000000000 5\n5 70\n");
  for (const bool best_move : {false, true}) {
    std::vector<std::string> words{"solve", graph, "--relabel", "-o", folder.file("o.h5"), "--force"};
    if (best_move) words.emplace_back("--best-move");
    REQUIRE(run(words).code == 0);
    const Json answer = json_of({"query", folder.file("o.h5"), "--vertex", "1000000000000", "--line"});
    CHECK(answer["remoteness"] == 2);
    CHECK(answer["best_move"] == 5);
    CHECK(answer["line"] == Json({1000000000000, 5, 70}));
    CHECK(json_of({"query", folder.file("o.h5"), "--vertex", "5"})["best_move"] == 70);
    CHECK(run({"query", folder.file("o.h5"), "--vertex", "0"}).code == 2);
    CHECK(json_of({"verify", folder.file("o.h5")})["ok"] == true);
  }
}

TEST_CASE("positions of a generated game are named by their own codes, in solve and in query") {
  const ScratchFolder folder;
  const std::string graph = folder.file("t.h5");
  const std::string result = folder.file("r.h5");
  REQUIRE(run({"generate", "tic-tac-toe", "-o", graph}).code == 0);
  const Json start = json_of({"solve", graph, "--start", "0", "-o", result})["start"];
  CHECK(start["value"] == "tie");
  CHECK(start["remoteness"] == 9);
  CHECK(json_of({"query", result, "--vertex", "0", "--line"})["line"] == start["line"]);
  // Every position along the line is a start as well, and its play is the rest of the line.
  const std::string third = std::to_string(start["line"][3].get<std::uint64_t>());
  const Json rest = json_of({"solve", graph, "--start", third})["start"];
  CHECK(rest["remoteness"] == 6);
  const Json played = json_of({"query", result, "--vertex", third, "--line"});
  CHECK(played["line"] == rest["line"]);
  CHECK(played["line"] == Json(std::vector<Json>(start["line"].begin() + 3, start["line"].end())));
  CHECK(run({"query", result, "--vertex", "3"}).code == 2);
}

TEST_CASE("a graph goes through every format and back unchanged") {
  const ScratchFolder folder;
  const std::string text = "0 1\n0 1\n1 1\n2 0\n3 2\n";
  const std::string el = folder.write("g.el", text);
  REQUIRE(run({"convert", el, folder.file("g.h5")}).code == 0);
  REQUIRE(run({"convert", folder.file("g.h5"), folder.file("c.h5"), "--compress"}).code == 0);
  REQUIRE(run({"convert", folder.file("c.h5"), folder.file("back.el")}).code == 0);
  CHECK(read_file(folder.file("back.el")) == text);
  for (const char* name : {"g.h5", "c.h5"}) {
    CHECK(json_of({"verify", folder.file(name)})["ok"] == true);
    CHECK(json_of({"info", folder.file(name)})["edges"] == 5);
    CHECK(json_of({"solve", folder.file(name)})["edges"] == 5);
  }
  CHECK(run({"convert", el, folder.file("g.xyz")}).code == 2);
  CHECK(run({"convert", el, folder.file("g.h5")}).code == 73);
}

TEST_CASE("the explicit graph of a board has the board's answer") {
  const ScratchFolder folder;
  const std::string board = folder.write("board.txt", "P..\n...\n..T\n");
  REQUIRE(run({"generate", "police-thief", board, "-o", folder.file("g.h5")}).code == 0);
  const Json out = json_of({"solve", folder.file("g.h5"), "--start", "72"});  // turn 0, thief 8, police 0
  CHECK(out["vertices"] == 162);
  CHECK(out["win"] == 81);
  CHECK(out["lose"] == 81);
  CHECK(out["start"]["remoteness"] == 3);
  CHECK(run({"generate", "police-thief", board}).code == 2);
  CHECK(run({"generate", "chessboard", board, "-o", folder.file("x.h5")}).code == 2);
}

TEST_CASE("reproducible results are equal byte for byte for every thread count, engine and instruction set") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += std::to_string(i * 7919 % 1000) + ' ' + std::to_string(i * 104729 % 1200) + '\n';
  const std::string graph = folder.write("g.el", text);
  std::string first;
  for (const char* engine : {"reference", "frontier", "adaptive", "forward", "auto"})
    for (const char* threads : {"1", "2", "3", "4"})
      for (const char* simd : {"", "RETROGRAPH_SIMD=scalar"}) {
        if (*simd != 0 && *threads != '2') continue;
        const std::vector<std::string> environment(*simd != 0 ? 1 : 0, simd);
        REQUIRE(run({"solve", graph, "-o", folder.file("o.h5"), "--force", "--reproducible", "--best-move",
                     "--engine", engine, "--threads", threads},
                    "", environment)
                    .code == 0);
        const std::string bytes = read_file(folder.file("o.h5"));
        if (first.empty()) first = bytes;
        INFO(engine << ' ' << threads << ' ' << simd);
        CHECK(bytes == first);
      }
}
