#include "retrograph/cli/options.hpp"

#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "cli/command.hpp"

using namespace retrograph;
using namespace retrograph::cli;
using Catch::Matchers::Contains;

TEST_CASE("help and version work at the top and on a verb, on stdout, with exit 0") {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--help"}, {"--version"}, {"completion", "--help"}, {"completion", "--version"}}) {
    const Ran ran = run(words);
    CHECK(ran.code == 0);
    CHECK(!ran.out.empty());
    CHECK(ran.err.empty());
  }
}

TEST_CASE("every way of misusing options is exit 2 with one line on stderr") {
  const std::vector<std::vector<std::string>> misuses{
      {},
      {"no-such-verb"},
      {"completion"},
      {"completion", "bash", "zsh"},
      {"completion", "bash", "--thr", "2"},
      {"completion", "bash", "--threads=-1"},
      {"completion", "bash", "--threads", "-1"},
      {"completion", "bash", "--threads", "0"},
      {"completion", "bash", "--threads", "2x"},
      {"completion", "bash", "--threads", "18446744073709551617"},
      {"completion", "bash", "--threads", "2", "--threads", "2"},
      {"completion", "bash", "--memory", "lots"},
      {"completion", "bash", "--memory", "-5GB"},
      {"completion", "bash", "--progress", "sometimes"},
      {"completion", "bash", "-o", "x"},
      {"completion", "bash", "--argument", "x"},
      {"completion", "bash", "--threads"},
  };
  for (const auto& words : misuses) {
    const Ran ran = run(words);
    INFO(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    if (!words.empty()) CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  }
}

TEST_CASE("flag beats environment beats --config beats the user's file") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.file("retrograph"));
  const std::string user = folder.write("retrograph/config.ini", "threads = 5\nquiet = true\n");
  const std::string config =
      folder.write("job.ini", "threads = 4\n[completion]\nmemory = 2GiB\n[solve]\nmemory = 9GiB\n");
  const std::vector<std::string> user_only{"XDG_CONFIG_HOME=" + folder.file("")};
  const auto effective = [&](std::vector<std::string> words, std::vector<std::string> environment) {
    words.insert(words.begin(), {"completion", "bash", "--print-config"});
    environment.insert(environment.end(), user_only.begin(), user_only.end());
    const Ran ran = run(words, "", environment);
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return ran.out;
  };
  CHECK_THAT(effective({}, {}), Contains("threads = 5  # user configuration") && Contains("quiet = true"));
  CHECK_THAT(effective({"--config", config}, {}),
             Contains("threads = 4  # --config") && Contains("memory = 2GiB  # --config"));
  CHECK_THAT(effective({"--config", config}, {"RETROGRAPH_THREADS=3"}),
             Contains("threads = 3  # environment"));
  CHECK_THAT(effective({"--config", config, "--threads", "2"}, {"RETROGRAPH_THREADS=3"}),
             Contains("threads = 2  # command line"));
}

TEST_CASE("unknown and doubled keys of configuration files are refused by name") {
  const ScratchFolder folder;
  const auto with = [&](const std::string& content) {
    return run({"completion", "bash", "--config", folder.write("c.ini", content)});
  };
  CHECK(with("threads = 2\n").code == 0);
  CHECK_THAT(with("colour = red\n").err, Contains("colour"));
  CHECK(with("colour = red\n").code == 2);
  CHECK(with("threads = 2\nthreads = 3\n").code == 2);
  CHECK(with("quiet = maybe\n").code == 2);
  CHECK(run({"completion", "bash", "--config", folder.file("absent.ini")}).code == 66);
  CHECK(run({"completion", "bash"}, "", {"RETROGRAPH_COLOUR=red"}).code == 2);
}

TEST_CASE("sizes are read with decimal and binary units") {
  CHECK(parse_size("4096", "x") == 4096);
  CHECK(parse_size("500MB", "x") == 500'000'000);
  CHECK(parse_size("24GiB", "x") == 24ULL << 30);
  CHECK(parse_size("1.5K", "x") == 1500);
  for (const char* bad : {"", "GiB", "5XB", "-1", "0", "1e30", "nan", "5GiBx"})
    CHECK_THROWS_AS(parse_size(bad, "x"), Error);
}
