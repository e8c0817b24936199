#include <csignal>

#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

TEST_CASE("periods of famous games are found and proved") {
  struct Known {
    const char* game;
    const char* count;
    int length, start;
  };
  constexpr Known known[] = {{"0.137", "1000", 34, 52},
                             {"0.77", "1000", 12, 71},
                             {"0.07", "1000", 34, 53},
                             {"kayles", "1000", 12, 71}};
  for (const Known& k : known) {
    const Json out = json_of({"grundy", k.game, "--count", k.count, "--find-period"});
    CHECK(out["schema"] == "retrograph/grundy/1");
    CHECK(out["period"]["length"] == k.length);
    CHECK(out["period"]["start"] == k.start);
    CHECK(out["period"]["last_exception"] == k.start - 1);
    CHECK(out["period"]["saltus"] == 0);
    CHECK(out["period"]["proof"] == "guy-smith");
    for (const char* key : {"game", "count", "max_value", "max_value_at", "engine", "rare", "last_rare",
                            "depth", "values_per_second"})
      CHECK(out.contains(key));
  }
  const Json subtraction = json_of({"grundy", "subtraction:2,5,7", "--count", "200", "--find-period"});
  CHECK(subtraction["period"]["length"] == 22);
  CHECK(subtraction["period"]["last_exception"].is_null());
  CHECK(subtraction["period"]["proof"] == "window");
  CHECK(json_of({"grundy", "0.137", "--count", "40", "--find-period"})["period"].is_null());
}

TEST_CASE("values are printed with blanks between, and as JSON") {
  CHECK(run({"grundy", "0.137", "--count", "20", "--print", "0:10"}).out == "0 1 1 2 0 3 1 1 0 3\n");
  CHECK(json_of({"grundy", "0.137", "--count", "20", "--print", "7:10"})["values"] == Json({1, 0, 3}));
  CHECK(run({"grundy", "0.137", "--count", "20", "--print", "5:21"}).code == 2);
  CHECK(run({"grundy", "0.137", "--count", "20", "--print", "5"}).code == 2);
  CHECK(run({"grundy", "treblecross", "--count", "8", "--print", "0:8"}).out ==
        run({"grundy", "0.007", "--count", "10", "--print", "2:10"}).out);
}

TEST_CASE("codes that are none are usage errors") {
  for (const char* code :
       {"0.8x", "5.1", "0.", "0.0", "abc", "subtraction:", "subtraction:0", "subtraction:-1", "0.1.2", ""}) {
    const Ran ran = run({"grundy", code, "--count", "10"});
    INFO(code << ": " << ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
  }
  CHECK(run({"grundy", "0.137"}).code == 2);
  CHECK(run({"grundy", "0.137", "--count", "0"}).code == 2);
  CHECK(run({"grundy", "0.137", "--count", "-5"}).code == 2);
}

TEST_CASE("tables and certificates are written, queried and re-proved") {
  const ScratchFolder folder;
  const std::string table = folder.file("t.h5");
  const std::string certificate = folder.file("c.json");
  REQUIRE(
      run({"grundy", "0.137", "--count", "1000", "--find-period", "-o", table, "--certificate", certificate})
          .code == 0);
  CHECK(json_of({"query", table, "--heap", "5"})["value"] == 3);
  CHECK(run({"query", table, "--heap", "1000"}).code == 2);
  CHECK(json_of({"info", table})["period"]["length"] == 34);
  CHECK(json_of({"verify", table})["checked"] == 1000);
  CHECK(json_of({"verify", table, "--sample", "50"})["coverage"] == "sampled");
  CHECK(json_of({"verify", certificate})["ok"] == true);

  Json claim = Json::parse(read_file(certificate));
  const auto refused = [&](const char* key, int value) {
    Json wrong = claim;
    wrong[key] = value;
    const Ran ran = run({"verify", folder.write("wrong.json", wrong.dump())});
    INFO(key << " " << value << ": " << ran.out << ran.err);
    CHECK(ran.code == 1);
  };
  refused("start", 51);
  refused("period", 68);
  refused("period", 33);
  CHECK(run({"verify", folder.write("broken.json", "{\"schema\":\"retrograph/certificate/1\"}")}).code == 65);
  CHECK(run({"grundy", "0.137", "--count", "40", "--certificate", folder.file("none.json")}).code == 1);
  CHECK(!folder.has("none.json"));
}

TEST_CASE("nim gives the value of a sum and every winning move") {
  const Json out = json_of({"nim", "nim", "3", "5", "7"});
  CHECK(out["schema"] == "retrograph/nim/1");
  CHECK(out["value"] == 1);
  CHECK(out["outcome"] == "win");
  CHECK(out["moves"].size() == 3);
  CHECK(out["moves"][0] == Json({{"heap", 0}, {"from", 3}, {"to", {2}}}));
  CHECK(json_of({"nim", "nim", "1", "1", "1"})["outcome"] == "win");
  CHECK(json_of({"nim", "nim", "1", "1", "1", "--misere"})["outcome"] == "lose");
  CHECK(json_of({"nim", "kayles", "1", "2", "3"})["outcome"] == "lose");
  CHECK(run({"nim", "kayles", "5", "--misere"}).code == 0);
  CHECK(run({"nim", "nim", "3", "-5"}).code == 2);
  CHECK(run({"nim", "nim", "x"}).code == 2);
  CHECK_THAT(run({"nim", "nim", "3", "5"}).out, Contains("value 6: win") && Contains("heap 1: 5 -> 3"));
}

TEST_CASE("mex values of a graph; a cycle of values is told apart") {
  const Json out = json_of({"grundy-graph", "-"}, "2 0\n2 1\n1 0\n3 2\n3 1\n");
  CHECK(out["schema"] == "retrograph/grundy-graph/1");
  CHECK(out["vertices"] == 4);
  CHECK(out["max_value"] == 2);
  CHECK(out["infinite"] == 0);
  CHECK(out["cyclic"] == false);
  const Json cyclic = json_of({"grundy-graph", "-"}, "1 0\n2 1\n3 0\n3 1\n1 2\n");
  CHECK(cyclic["cyclic"] == true);
}

TEST_CASE("the self-test gives one hash for every number of threads and level of instructions") {
  const std::string hash = json_of({"selftest", "--threads", "1"})["hash"];
  CHECK(hash.size() == 16);
  CHECK(json_of({"selftest", "--threads", "2"})["hash"] == hash);
  CHECK(json_of({"selftest", "--threads", "4"})["hash"] == hash);
  for (const char* level : {"scalar", "avx2", "avx512"}) {
    const Ran ran = run({"selftest", "--json"}, "", {std::string("RETROGRAPH_SIMD=") + level});
    REQUIRE(ran.code == 0);
    CHECK(Json::parse(ran.out)["hash"] == hash);
  }
}

TEST_CASE("a run with checkpoints stops with 75 and goes on, and leaves none at its end") {
  using namespace std::chrono_literals;
  const ScratchFolder folder;
  const auto words = [&](const char* count) {
    return std::vector<std::string>{
        "grundy", "0.106", "--count", count, "--checkpoint", folder.file("run"), "--checkpoint-every",
        "0.1s",   "--json"};
  };
  for (int turn = 0; turn < 2; ++turn) {
    const Ran ran = run_and_signal(words("1000000000000"), SIGTERM, 700ms);
    INFO(ran.err);
    CHECK(ran.code == 75);
    CHECK(ran.out.empty());
    CHECK(folder.has("run.ckpt.0"));
  }
  // Checkpoints of another count are those of another run.
  CHECK(run(words("300000")).code == 2);
  std::filesystem::remove(folder.file("run.ckpt.0"));
  std::filesystem::remove(folder.file("run.ckpt.1"));
  const Ran whole = run(words("300000"));
  INFO(whole.err);
  CHECK(whole.code == 0);
  CHECK(Json::parse(whole.out)["resumed"] == false);
  CHECK(folder.size() == 0);
}
