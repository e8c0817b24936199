#include <algorithm>
#include <chrono>
#include <thread>

#include <signal.h>

#include "retrograph/batch/sweep_config.hpp"
#include "retrograph/store/sweep_file.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "cli/command.hpp"

using namespace retrograph;
using Catch::Matchers::Contains;
namespace {

std::uint64_t number(const SweepTable& table, std::size_t row, const std::string& column) {
  const auto c = std::find(table.columns.begin(), table.columns.end(), column);
  REQUIRE(c != table.columns.end());
  return std::get<std::uint64_t>(table.rows[row].cells[static_cast<std::size_t>(c - table.columns.begin())]);
}

constexpr const char* boards_config =
    "# small boards\nkind = police-thief\nrows = 3:6\ncols = 4\nwalls = 0:0.3:0.1\nseed = 0:4\nexits = 1,0\n";

}  // namespace

TEST_CASE("lists and ranges expand in order, b left out") {
  CHECK(expand_values("3:6", "") == std::vector<std::string>{"3", "4", "5"});
  CHECK(expand_values("0:10:4", "") == std::vector<std::string>{"0", "4", "8"});
  CHECK(expand_values("0:0.3:0.1", "") == std::vector<std::string>{"0", "0.1", "0.2"});
  CHECK(expand_values("a, b,7:9", "") == std::vector<std::string>{"a", "b", "7", "8"});
  CHECK(expand_values("subtraction:1,2; 0.77", "") == std::vector<std::string>{"subtraction:1,2", "0.77"});
  for (const char* bad : {"", "a,,b", "5:5", "5:3", "1:2:0", "1:2:-1", "1:2:3:4", "x:y", "0:1e300:1e-300"}) {
    INFO(bad);
    CHECK_THROWS_AS(expand_values(bad, "here"), Error);
  }
}

TEST_CASE("jobs are the cross product with the last key fastest") {
  const SweepConfig config = parse_sweep_config("kind = grundy\ngame = 0.77, 0.07\ncount = 10:12\n", "c");
  REQUIRE(config.jobs == 4);
  CHECK(values_of_job(config, 0) == JobValues{{"game", "0.77"}, {"count", "10"}});
  CHECK(values_of_job(config, 1) == JobValues{{"game", "0.77"}, {"count", "11"}});
  CHECK(values_of_job(config, 2) == JobValues{{"game", "0.07"}, {"count", "10"}});
  CHECK_THROWS_WITH(parse_sweep_config("kind = x\nkind = y\n", "c"), Contains("c:2"));
  CHECK_THROWS_WITH(parse_sweep_config("kind\n", "c"), Contains("c:1"));
  CHECK_THROWS_WITH(parse_sweep_config("a = 1\n", "c"), Contains("kind"));
}

TEST_CASE("a sweep of heap games holds periods, one row a job, and is verified") {
  const ScratchFolder folder;
  const std::string config =
      folder.write("c.ini", "kind = grundy\ngame = 0.137,0.77,0.07,0.6\ncount = 1000\n");
  const std::string out = folder.file("o.h5");
  const Json report = json_of({"sweep", config, "-o", out});
  CHECK(report["rows"] == 4);
  const SweepTable table = read_sweep(out).table;
  CHECK(number(table, 0, "period") == 34);
  CHECK(number(table, 0, "start") == 52);
  CHECK(number(table, 1, "period") == 12);
  CHECK(number(table, 2, "last_exception") == 52);
  CHECK(number(table, 3, "period") == no_number);
  CHECK(json_of({"verify", out})["ok"] == true);
}

TEST_CASE("shards joined again equal the sweep in one piece, byte for byte") {
  const ScratchFolder folder;
  const std::string config = folder.write("c.ini", boards_config);
  REQUIRE(run({"sweep", config, "-o", folder.file("all.h5"), "--reproducible", "--threads", "2"}).code == 0);
  std::vector<std::string> merge{"merge", folder.file("joined.h5"), "--reproducible"};
  for (const char* shard : {"2/3", "0/3", "1/3"}) {
    const std::string part = folder.file(std::string("part") + shard[0] + ".h5");
    REQUIRE(run({"sweep", config, "-o", part, "--reproducible", "--shard", shard, "--threads", "1"}).code ==
            0);
    merge.push_back(part);
  }
  REQUIRE(run(merge).code == 0);
  CHECK(read_file(folder.file("joined.h5")) == read_file(folder.file("all.h5")));
  CHECK(read_sweep(folder.file("all.h5")).table.rows.size() == 72);
  CHECK(json_of({"verify", folder.file("joined.h5")})["checked"] == 72);
  merge.pop_back();
  merge[1] = folder.file("short.h5");
  CHECK(run(merge).code == 2);
  merge.push_back(merge.back());
  CHECK(run(merge).code == 2);
  CHECK(!folder.has("short.h5"));
}

TEST_CASE("bad configurations are exit 65 and leave no file") {
  const ScratchFolder folder;
  for (const char* content :
       {"kind = chess\n", "kind = grundy\ngame = 0.9x\ncount = 5\n", "kind = grundy\ngame = 0.77\n",
        "kind = grundy\ngame = 0.77\ncount = 0\n", "kind = police-thief\nrows = 3\ncols = 3\nwalls = 2\n",
        "kind = police-thief\nrows = 3\n", "kind = police-thief\nsize = 3\ncolour = red\n",
        "kind = graph\ngraph = g\ndead-end = maybe\n", "rows = 3\n"}) {
    const Ran ran = run({"sweep", folder.write("c.ini", content), "-o", folder.file("o.h5")});
    INFO(content << ran.err);
    CHECK(ran.code == 65);
    CHECK(folder.size() == 1);
  }
  CHECK(run({"sweep", folder.file("absent.ini")}).code == 66);
  CHECK(run({"sweep", folder.write("c.ini", boards_config), "--shard", "3/3"}).code == 2);
}

TEST_CASE("a sweep that is stopped goes on from its checkpoint to the same file") {
  const ScratchFolder folder;
  const std::string config =
      folder.write("c.ini", "kind = police-thief\nsize = 14\nseed = 0:60\nengine = on-the-fly\n");
  REQUIRE(run({"sweep", config, "-o", folder.file("whole.h5"), "--reproducible"}).code == 0);
  const std::vector<std::string> words{"sweep",          config,      "-o", folder.file("o.h5"),
                                       "--reproducible", "--threads", "1",  "--checkpoint-every",
                                       "0.01s"};
  int stops = 0;
  Ran ran;
  // Ever more time, so that the sweep ends also where a sanitizer makes the start slow.
  for (int attempt = 1; attempt <= 60; ++attempt) {
    ran = run_and_signal(words, SIGTERM, std::chrono::milliseconds(60 * attempt));
    if (ran.code == 0) break;
    INFO(ran.err);
    REQUIRE(ran.code == 75);
    ++stops;
    CHECK(!folder.has("o.h5"));
  }
  CHECK(ran.code == 0);
  CHECK(stops > 0);
  CHECK(read_file(folder.file("o.h5")) == read_file(folder.file("whole.h5")));
  CHECK(!folder.has("o.h5.ckpt.0"));
  CHECK(!folder.has("o.h5.ckpt.1"));
}

TEST_CASE("a checkpoint of another sweep, or one that is damaged, is refused and kept") {
  const ScratchFolder folder;
  const std::string config = folder.write("c.ini", boards_config);
  (void)folder.write("o.h5.ckpt.0", "RGCKPT01 and nothing more");
  const Ran damaged = run({"sweep", config, "-o", folder.file("o.h5")});
  CHECK(damaged.code == 65);
  CHECK(read_file(folder.file("o.h5.ckpt.0")) == "RGCKPT01 and nothing more");
  CHECK(!folder.has("o.h5"));
}
