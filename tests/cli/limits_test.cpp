// Runs that cannot end well are refused before they start.
#include <sys/mount.h>
#include <unistd.h>

#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

TEST_CASE("a run over the memory limit is refused with both figures") {
  const ScratchFolder folder;
  const std::string board = folder.write("board.txt", "P....\n.....\n....T\n");
  const std::string graph = folder.write("g.el", "0 1\n1 2\n");
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"police-thief", board}, {"solve", graph}, {"grundy", "0.137", "--count", "100000"}}) {
    std::vector<std::string> limited = words;
    limited.insert(limited.end(), {"--memory", "10"});
    const Ran ran = run(limited);
    INFO(ran.err);
    CHECK(ran.code == 71);
    CHECK_THAT(ran.err, Contains("10") && (Contains("--memory") || Contains("bytes there are")));
  }
}

TEST_CASE("a result that cannot fit the file system is refused before the run", "[root]") {
  const ScratchFolder folder;
  const std::string small = folder.file("small");
  std::filesystem::create_directories(small);
  if (geteuid() != 0 || mount("tmpfs", small.c_str(), "tmpfs", 0, "size=64k") != 0)
    SKIP_TEST("no right to mount a small file system");
  const Ran ran = run(
      {"grundy", "subtraction:1,2", "--count", "3000000", "--engine", "reference", "-o", small + "/t.h5"});
  const bool left = std::filesystem::is_empty(small);
  umount(small.c_str());
  INFO(ran.err);
  CHECK(ran.code == 71);
  CHECK_THAT(ran.err, Contains("bytes are free"));
  CHECK(left);
}
