#include "retrograph/store/atomic_file.hpp"

#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;
namespace fs = std::filesystem;

TEST_CASE("a file appears under its name only when it is committed") {
  const Scratch scratch;
  PartialFile out(scratch / "a.h5", false);
  std::ofstream(out.partial()) << "whole";
  REQUIRE(out.partial().string() == (scratch / "a.h5").string() + ".partial");
  REQUIRE_FALSE(fs::exists(out.target()));
  out.commit();
  REQUIRE(content_of(out.target()) == "whole");
  REQUIRE_FALSE(fs::exists(out.partial()));
}

TEST_CASE("a file that is not committed leaves nothing") {
  const Scratch scratch;
  {
    const PartialFile out(scratch / "a.h5", false);
  }
  REQUIRE(fs::is_empty(scratch.path()));
}

TEST_CASE("an existing target is kept without force and replaced with it") {
  const Scratch scratch;
  const auto target = scratch.write("a.h5", "old");
  const auto refused = failure_of([&] { const PartialFile out(target, false); });
  REQUIRE(refused);
  REQUIRE(refused->category == Category::cannot_create);
  REQUIRE(refused->what.find("a.h5") != std::string::npos);
  {
    PartialFile out(target, true);
    std::ofstream(out.partial()) << "new";
    REQUIRE(content_of(target) == "old");
    out.commit();
  }
  REQUIRE(content_of(target) == "new");
}

TEST_CASE("a target that appears during the run is kept without force") {
  const Scratch scratch;
  {
    PartialFile out(scratch / "a.h5", false);
    scratch.write("a.h5", "theirs");
    const auto refused = failure_of([&] { out.commit(); });
    REQUIRE(refused);
    REQUIRE(refused->category == Category::cannot_create);
  }
  REQUIRE(content_of(scratch / "a.h5") == "theirs");
  REQUIRE_FALSE(fs::exists(scratch / "a.h5.partial"));
}

TEST_CASE("names that cannot become files are refused at once") {
  const Scratch scratch;
  fs::create_directory(scratch / "folder");
  for (const auto& target : {scratch / "missing/a.h5", scratch / "folder", scratch / "folder/", fs::path()}) {
    const auto refused = failure_of([&] { const PartialFile out(target, true); });
    REQUIRE(refused);
    REQUIRE(refused->category == Category::cannot_create);
  }
  const auto device = failure_of([] { const PartialFile out("/dev/null", true); });
  REQUIRE(device);
  REQUIRE(device->category == Category::cannot_create);
}

TEST_CASE("a folder without write permission is refused at once") {
  if (geteuid() == 0) SKIP_TEST("root may write everywhere");
  const Scratch scratch;
  fs::create_directory(scratch / "locked");
  fs::permissions(scratch / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  const auto refused = failure_of([&] { const PartialFile out(scratch / "locked/a.h5", false); });
  fs::permissions(scratch / "locked", fs::perms::owner_all);
  REQUIRE(refused);
  REQUIRE(refused->category == Category::cannot_create);
}
