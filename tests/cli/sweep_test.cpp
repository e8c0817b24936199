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
  (void)folder.write("o.h5.ckpt.0", "RGCKPT02 and nothing more");
  const Ran damaged = run({"sweep", config, "-o", folder.file("o.h5")});
  CHECK(damaged.code == 65);
  CHECK(read_file(folder.file("o.h5.ckpt.0")) == "RGCKPT02 and nothing more");
  CHECK(!folder.has("o.h5"));
}

namespace {

template <class T>
T cell(const SweepTable& table, std::size_t row, const std::string& column) {
  const auto c = std::find(table.columns.begin(), table.columns.end(), column);
  REQUIRE(c != table.columns.end());
  return std::get<T>(table.rows[row].cells[static_cast<std::size_t>(c - table.columns.begin())]);
}

SweepTable swept(const ScratchFolder& folder, const std::string& config) {
  const Ran ran = run({"sweep", folder.write("c.ini", config), "-o", folder.file("o.h5"), "--force"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  REQUIRE(run({"verify", folder.file("o.h5")}).code == 0);
  return read_sweep(folder.file("o.h5")).table;
}

}  // namespace

TEST_CASE("a row of a board's sweep says what the board itself says") {
  const ScratchFolder folder;
  for (const char* engine : {"auto", "explicit"}) {
    const SweepTable table =
        swept(folder, std::string("kind = police-thief\nsize = 7\nseed = 0:6\nwalls = 0.1,0.3\n"
                                  "first = police,thief\nengine = ") +
                          engine);
    REQUIRE(table.rows.size() == 24);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::string board = folder.write("b.txt", cell<std::string>(table, row, "board_text"));
      const Json alone = json_of({"police-thief", board, "--first", cell<std::string>(table, row, "first")});
      const auto outcome = cell<Value>(table, row, "outcome");
      CHECK(alone["outcome"] == (outcome == Value::win    ? "police"
                                 : outcome == Value::lose ? "thief"
                                                          : "draw"));
      CHECK(alone["plies"] == (outcome == Value::draw ? Json(nullptr) : Json(number(table, row, "plies"))));
      CHECK(alone["states"]["win"] == number(table, row, "win"));
      CHECK(alone["states"]["draw"] == number(table, row, "draw"));
      CHECK(alone["max_remoteness"] == number(table, row, "max_remoteness"));
      CHECK(number(table, row, "longest_capture") <= number(table, row, "max_remoteness"));
      const auto starts = static_cast<double>(number(table, row, "starts"));
      CHECK(cell<double>(table, row, "police_share") * starts ==
            Approx(static_cast<double>(number(table, row, "starts_police"))));
      CHECK(number(table, row, "seed") == row / 4);
      CHECK(cell<double>(table, row, "walls") == (row / 2 % 2 == 0 ? 0.1 : 0.3));
    }
  }
}

TEST_CASE("pieces stand where the sweep puts them, and boards are left out when asked") {
  const ScratchFolder folder;
  const SweepTable table = swept(
      folder,
      "kind = police-thief\nrows = 3\ncols = 4\nwalls = 0.4\npolice = 0/0, 2/3\nthief = 1/1\nseed = 0:3\n");
  REQUIRE(table.rows.size() == 6);
  for (std::size_t row = 0; row < 6; ++row) {
    const std::string board = cell<std::string>(table, row, "board_text");
    CHECK(board[row < 3 ? 0 : 13] == 'P');
    CHECK(board[6] == 'T');
  }
  const SweepTable bare = swept(folder, "kind = police-thief\nsize = 5\nboards = off\ndistances = off\n");
  CHECK(cell<std::string>(bare, 0, "board_text").empty());
  CHECK(number(bare, 0, "longest_capture") == no_number);
  for (const char* bad : {"police = 3/0", "police = 1", "thief = 1/", "thief = -1/0", "boards = maybe"}) {
    INFO(bad);
    const std::string config = folder.write("bad.ini", std::string("kind = police-thief\nsize = 3\n") + bad);
    CHECK(run({"sweep", config}).code == 65);
  }
}

TEST_CASE("a sweep of starts has a row for every cell of the board") {
  const ScratchFolder folder;
  const std::string board = folder.write("b.txt", "P..*\n.*.E\n..T.\n");
  const Json whole = json_of({"police-thief", board});
  std::uint64_t police[2];
  for (const bool thief : {false, true}) {
    const SweepTable table =
        swept(folder, "kind = starts\nboard = " + board + "\nof = " + (thief ? "thief" : "police") + "\n");
    REQUIRE(table.rows.size() == 12);
    std::uint64_t starts = 0;
    police[thief ? 1 : 0] = 0;
    for (std::size_t row = 0; row < 12; ++row) {
      CHECK(number(table, row, "row") == row / 4);
      CHECK(number(table, row, "col") == row % 4);
      starts += number(table, row, "starts");
      police[thief ? 1 : 0] += number(table, row, "starts_police");
    }
    // Ten free cells, an exit among them: 9 * 8 starts.
    CHECK(starts == 72);
    CHECK(cell<Value>(table, 3, "outcome") == Value::none);
    const std::size_t start = thief ? 10 : 0;
    CHECK(whole["plies"] == number(table, start, "plies"));
    CHECK((cell<Value>(table, start, "outcome") == Value::win) == (whole["outcome"] == "police"));
  }
  CHECK(police[0] == police[1]);
  const std::string two =
      folder.write("two.ini", "kind = starts\nboard = " + board + "\nof = thief,police\n");
  CHECK(run({"sweep", two}).code == 65);
}

TEST_CASE("a sweep is refused for boards that its memory does not hold, and shares it between boards") {
  const ScratchFolder folder;
  const std::string config =
      folder.write("c.ini", "kind = police-thief\nsize = 80\nseed = 0:3\nboards = off\n");
  CHECK(run({"sweep", config, "--memory", "1MB"}).code == 71);
  // One at a time fits, two do not: those run alone, on all threads.
  const std::string a = folder.file("a.h5");
  const std::string b = folder.file("b.h5");
  REQUIRE(run({"sweep", config, "--threads", "2", "--memory", "70MB", "--reproducible", "-o", a}).code == 0);
  REQUIRE(run({"sweep", config, "--threads", "1", "--reproducible", "-o", b}).code == 0);
  CHECK(read_file(a) == read_file(b));
}

TEST_CASE("codes with a common cousin are computed once, and all codes of a length are a list") {
  const ScratchFolder folder;
  const std::string out = folder.file("o.h5");
  const std::string config =
      folder.write("c.ini", "kind = grundy\ngame = 0.4,0.07,4.0,0.137,octal:2\ncount = 3000\n");
  REQUIRE(json_of({"sweep", config, "-o", out, "--threads", "2"})["rows"] == 4 + 56);
  const SweepTable table = read_sweep(out).table;
  for (const std::size_t row : {0U, 1U, 3U}) {
    CHECK(cell<std::string>(table, row, "canonical") == "0.137");
    CHECK(number(table, row, "period") == 34);
  }
  CHECK(number(table, 0, "start") == 54);
  CHECK(number(table, 1, "start") == 53);
  CHECK(number(table, 3, "start") == 52);
  CHECK(number(table, 0, "max_value_at") == number(table, 3, "max_value_at") + 2);
  CHECK(cell<std::string>(table, 0, "histogram") == cell<std::string>(table, 3, "histogram"));
  CHECK(cell<std::string>(table, 3, "histogram").substr(0, 14) == "1: 1*1; 2: 1*2");
  CHECK(cell<std::string>(table, 4, "game") == "0.01");
  CHECK(json_of({"verify", out})["ok"] == true);
  // Rows are those of the codes alone.
  for (std::size_t row = 0; row < table.rows.size(); row += 7) {
    const auto code = cell<std::string>(table, row, "game");
    INFO(code);
    const Json alone = json_of({"grundy", code, "--count", "3000", "--find-period"});
    if (alone["period"].is_null()) {
      CHECK(number(table, row, "period") == no_number);
    } else {
      CHECK(alone["period"]["length"] == number(table, row, "period"));
      CHECK(alone["period"]["start"] == number(table, row, "start"));
      CHECK(alone["max_value"] == number(table, row, "max_value"));
      CHECK(alone["max_value_at"] == number(table, row, "max_value_at"));
    }
  }
}
