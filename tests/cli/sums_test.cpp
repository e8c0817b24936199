// Values of graphs and sums of unlike games, as a user asks for them.

#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

namespace {

// 0 is lost; 1 and 2 move to each other for ever; 3 moves to 0 and into that circle; 4 is *1, 5 is *2.
constexpr const char* loopy = "1 2\n2 1\n3 0\n3 1\n4 0\n5 0\n5 4\n";

}  // namespace

TEST_CASE("values of a cyclic graph are written, found again and verified") {
  const ScratchFolder folder;
  const std::string graph = folder.write("loopy.el", loopy);
  const std::string values = folder.file("v.h5");
  const Json out = json_of({"grundy-graph", graph, "-o", values});
  CHECK(out["schema"] == "retrograph/grundy-graph/1");
  CHECK(out["vertices"] == 6);
  CHECK(out["edges"] == 7);
  CHECK(out["cyclic"] == true);
  CHECK(out["infinite"] == 3);
  CHECK(out["max_value"] == 2);
  CHECK(out["sets"] == 2);
  CHECK(out["depth"].is_null());
  CHECK(out["levels"][0]["vertices"] == 6);
  CHECK(out["levels"][0]["labelled"] == 1);

  CHECK(json_of({"info", values})["kind"] == "graph values");
  const Json five = json_of({"query", values, "--vertex", "5"});
  CHECK(five["value"] == 2);
  CHECK(five["outcome"] == "win");
  CHECK(five["moves"] == Json::parse(R"([{"heap":0,"from":5,"to":[0]}])"));
  const Json one = json_of({"query", values, "--vertex", "1"});
  CHECK(one["value"].is_null());
  CHECK(one["infinite"] == Json::array());
  CHECK(one["outcome"] == "draw");
  const Json three = json_of({"query", values, "--vertex", "3", "--sum", "0.137:3 + *2"});
  CHECK(three["infinite"] == Json::array({0}));
  CHECK(three["outcome"] == "win");  // 0.137:3 is *2, so the rest is 0 and the way to 0 wins
  CHECK(three["moves"] == Json::parse(R"([{"heap":0,"from":3,"to":[0]}])"));
  CHECK(run({"query", values, "--vertex", "6"}).code == 2);
  CHECK(run({"query", values}).code == 2);
  CHECK(run({"query", values, "--heap", "1"}).code == 2);

  const Json verified = json_of({"verify", values});
  CHECK(verified["ok"] == true);
  CHECK(verified["checked"] == 6);
  CHECK_THAT(run({"grundy-graph", graph}).out, Contains("value 0: 1 vertices"));
}

TEST_CASE("a graph that has changed since is refused, and its absence leaves the value") {
  const ScratchFolder folder;
  const std::string graph = folder.write("g.el", "1 0\n2 1\n");
  const std::string values = folder.file("v.h5");
  REQUIRE(run({"grundy-graph", graph, "-o", values}).code == 0);
  CHECK(json_of({"query", values, "--vertex", "1"})["moves"].size() == 1);
  CHECK(folder.write("g.el", "1 0\n2 0\n") == graph);
  CHECK(run({"query", values, "--vertex", "1"}).code == 1);
  CHECK(run({"verify", values}).code == 1);
  std::filesystem::remove(graph);
  const Json left = json_of({"query", values, "--vertex", "1"});
  CHECK(left["value"] == 1);
  CHECK(left["moves"].is_null());
  const std::string moved = folder.write("moved.el", "1 0\n2 1\n");
  CHECK(json_of({"query", values, "--vertex", "1", "--game", moved})["moves"].size() == 1);
  CHECK(run({"verify", values, "--game", moved}).code == 0);
}

TEST_CASE("equal runs give equal files whatever the threads") {
  const ScratchFolder folder;
  const std::string graph = folder.write("loopy.el", loopy);
  for (const char* threads : {"1", "3"})
    REQUIRE(run({"grundy-graph", graph, "--threads", threads, "--reproducible", "-o",
                 folder.file(std::string("v") + threads)})
                .code == 0);
  CHECK(read_file(folder.file("v1")) == read_file(folder.file("v3")));
}

TEST_CASE("nim takes sums of heaps, vertices and numbers") {
  const ScratchFolder folder;
  const std::string graph = folder.write("loopy.el", loopy);
  const std::string values = folder.file("v.h5");
  REQUIRE(run({"grundy-graph", graph, "-o", values}).code == 0);
  // Vertex 5 is *2 and the heap *1, from the file of values or from the graph itself.
  for (const std::string& name : {values, graph}) {
    const Json out = json_of({"nim", "kayles:1 + " + name + ":5 + *5"});
    CHECK(out["schema"] == "retrograph/nim/1");
    CHECK(out["value"] == 6);
    CHECK(out["infinite"].is_null());
    CHECK(out["outcome"] == "win");
    CHECK(out["moves"] == Json::parse(R"([{"heap":2,"from":5,"to":[3]}])"));
  }
  const Json drawn = json_of({"nim", graph + ":1 + *3"});
  CHECK(drawn["outcome"] == "draw");
  CHECK(drawn["moves"].empty());
  CHECK(json_of({"nim", graph + ":3 + " + graph + ":3"})["outcome"] == "draw");
  // Unquoted on the command line: words that stand for one sum.
  CHECK(run({"nim", "*3", "+", "*5"}).out == "value *6: win for the player to move\n*5 -> *3\n");
  CHECK(run({"nim", "*3"}).out == "value *3: win for the player to move\n*3 -> *0\n");
  CHECK(run({"nim", "kayles", "5"}).code == 0);
  for (const char* bad : {"kayles", "*", "kayles:5 +", "nosuch.h5:1", "*1 + 5"}) {
    const Ran ran = run({"nim", bad});
    INFO(bad);
    CHECK((ran.code == 2 || ran.code == 66));
    CHECK(ran.out.empty());
  }
  CHECK(run({"nim"}).code == 2);
  CHECK(run({"nim", graph + ":9"}).code == 2);
}

TEST_CASE("query takes the same sums, and tells a file from a sum") {
  const ScratchFolder folder;
  const std::string graph = folder.write("loopy.el", loopy);
  const Json out = json_of({"query", "kayles:1 + " + graph + ":5 + *5"});
  CHECK(out["schema"] == "retrograph/query/1");
  CHECK(out["value"] == 6);
  CHECK(out["moves"] == Json::parse(R"([{"heap":2,"from":5,"to":[3]}])"));
  CHECK(run({"query", graph + ":1 + *3"}).out == run({"nim", graph + ":1 + *3"}).out);
  CHECK(run({"query", "kayles:5", "--misere"}).out == run({"nim", "kayles:5", "--misere"}).out);
  CHECK(run({"query", "*2", "--heap", "1"}).code == 2);
  CHECK(run({"query", "no:such.h5"}).code == 66);
}

TEST_CASE("vertices of a relabelled graph go by the ids of its input") {
  const ScratchFolder folder;
  // The graph above, where vertex v is called 10^12 - 7 v, so that the order of the numbers is another one.
  const auto id = [](int v) { return std::to_string(1'000'000'000'000 - 7 * v); };
  std::string text;
  for (const auto& [from, to] : {std::pair(1, 2), {2, 1}, {3, 0}, {3, 1}, {4, 0}, {5, 0}, {5, 4}})
    text.append(id(from)).append(1, ' ').append(id(to)).append(1, '\n');
  const std::string graph = folder.write("g.el", text);
  const std::string values = folder.file("v.h5");
  REQUIRE(run({"grundy-graph", graph, "--relabel", "-o", values}).code == 0);
  const Json five = json_of({"query", values, "--vertex", id(5)});
  CHECK(five["vertex"].dump() == id(5));
  CHECK(five["value"] == 2);
  CHECK(five["moves"].size() == 1);
  CHECK(five["moves"][0]["to"][0].dump() == id(0));
  CHECK(json_of({"query", values, "--vertex", id(1)})["outcome"] == "draw");
  CHECK(json_of({"nim", "kayles:1 + " + values + ":" + id(5) + " + *5"})["value"] == 6);
  CHECK(run({"query", values, "--vertex", "5"}).code == 2);
  CHECK(run({"nim", values + ":5"}).code == 2);
  CHECK(run({"verify", values}).code == 0);
  std::filesystem::remove(graph);
  CHECK(json_of({"query", values, "--vertex", id(4)})["value"] == 1);

  const std::string tree = folder.write("t.el", "1000 7\n2000 1000\n2000 7\n");
  const std::string stored = folder.file("t.h5");
  REQUIRE(run({"convert", tree, stored, "--relabel"}).code == 0);
  const Json two = json_of({"nim", stored + ":2000", "--misere"});
  CHECK(two["genus"] == "2^20");
  CHECK(two["moves"] == Json::parse(R"([{"heap":0,"from":2000,"to":[1000]}])"));
  CHECK(run({"nim", stored + ":1", "--misere"}).code == 2);
}

TEST_CASE("a file of sums is answered line by line") {
  const ScratchFolder folder;
  const std::string graph = folder.write("loopy.el", loopy);
  const std::string sums = "# a match\n*1 + *2\n\n" + graph + ":1\nnim:4 + *4\n";
  const std::string file = folder.write("moves.txt", sums);
  CHECK(run({"nim", "--sums", file}).out == "2\twin\t*3\t*2 -> *1\n4\tdraw\tinf{}\t\n5\tlose\t0\t\n");
  const Json out = json_of({"nim", "--sums", "-"}, sums);
  CHECK(out["schema"] == "retrograph/sums/1");
  CHECK(out["sums"].size() == 3);
  CHECK(out["sums"][1]["line"] == 4);
  CHECK(out["sums"][1]["outcome"] == "draw");
  const Ran bad = run({"nim", "--sums", folder.write("bad.txt", "*1\n*2 + what\n")});
  CHECK(bad.code == 65);
  CHECK_THAT(bad.err, Contains("bad.txt:2"));
  CHECK(run({"nim", "--sums", folder.file("absent")}).code == 66);
  CHECK(run({"nim", "kayles", "5", "--sums", file}).code == 2);
}

TEST_CASE("misere sums are searched, and tell the genus") {
  const ScratchFolder folder;
  const Json kayles = json_of({"nim", "kayles", "5", "--misere"});
  CHECK(kayles["genus"] == "4^146");
  CHECK(kayles["value"] == 1);
  CHECK(kayles["outcome"] == "win");
  CHECK(json_of({"nim", "nim", "1", "1", "1", "--misere"})["outcome"] == "lose");
  CHECK(json_of({"nim", "kayles:2 + *2", "--misere"})["outcome"] == "lose");  // 2^20 beside *2
  const std::string graph = folder.write("g.el", "1 0\n2 1\n2 0\n");
  const std::string values = folder.file("v.h5");
  REQUIRE(run({"grundy-graph", graph, "-o", values}).code == 0);
  const Json two = json_of({"query", values, "--vertex", "2", "--misere"});
  CHECK(two["genus"] == "2^20");
  CHECK(two["moves"] == Json::parse(R"([{"heap":0,"from":2,"to":[1]}])"));
  const std::string loop = folder.write("loop.el", "0 0\n");
  CHECK(run({"nim", loop + ":0", "--misere"}).code == 2);
}

TEST_CASE("graphs that are no plain games have no nim-values") {
  const ScratchFolder folder;
  const std::string graph = folder.write("g.el", "1 0\n");
  const std::string solved = folder.file("g.h5");
  const std::string given = folder.write("t", "0 tie\n");
  REQUIRE(run({"convert", graph, solved, "--terminals", given}).code == 0);
  const Ran ran = run({"grundy-graph", solved});
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("gives values to vertices"));
  CHECK(run({"nim", solved + ":1"}).code == 2);
  CHECK(run({"grundy-graph", graph, "--memory", "10"}).code == 71);
}
