// Graphs that generate makes by seed and by size: as asked for, the same again, and solved as they are.
#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

TEST_CASE("random graphs have the vertices, degree and dead ends that were asked for") {
  const ScratchFolder folder;
  const std::string graph = folder.file("g.h5");
  const std::vector<std::string> words{"generate", "random", "--vertices",        "20000",  "--degree",
                                       "6.4",      "-o",     folder.file("g.h5"), "--force"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Json made = json_of(with({"--dead-ends", "0.2", "--seed", "7", "--reproducible"}));
  CHECK(made["schema"] == "retrograph/generate/1");
  CHECK(made["kind"] == "random");
  CHECK(made["vertices"] == 20000);
  CHECK_THAT(made["edges"].get<double>() / 20000, Catch::Matchers::WithinAbs(6.4, 0.2));
  const std::string bytes = read_file(graph);
  REQUIRE(run(with({"--dead-ends", "0.2", "--seed", "7", "--reproducible", "--threads", "3"})).code == 0);
  CHECK(read_file(graph) == bytes);
  REQUIRE(run(with({"--dead-ends", "0.2", "--seed", "8", "--reproducible"})).code == 0);
  CHECK(read_file(graph) != bytes);
  // Among 20 % of dead ends nearly everything is decided, among none nothing.
  CHECK(json_of({"solve", graph})["draw"] < 100);
  REQUIRE(run(with({})).code == 0);
  const Json endless = json_of({"solve", graph});
  CHECK(endless["draw"] == 20000);

  CHECK(run(with({"--dead-ends", "1"})).code == 2);
  CHECK(run(with({"--dead-ends", "0.99"})).code == 2);
  CHECK(run(with({"--dead-ends", "-0.1"})).code == 2);
  CHECK(run(with({"--dead-ends", "nan"})).code == 2);
  CHECK(run(with({"--scale", "4"})).code == 2);
  CHECK(run(with({"extra"})).code == 2);
  CHECK(run({"generate", "random", "--vertices", "10", "-o", folder.file("x.h5")}).code == 2);
  const Ran large = run({"generate", "random", "--vertices", "1000000000", "--degree", "6", "--memory",
                         "1GiB", "-o", folder.file("x.h5")});
  CHECK(large.code == 71);
  CHECK_THAT(large.err, Contains("random graph"));
  CHECK(!folder.has("x.h5"));
}

TEST_CASE("a stored reverse side is used by the engines that have a use for one") {
  const ScratchFolder folder;
  const std::vector<std::string> words{"generate",    "random", "--vertices", "20000",
                                       "--dead-ends", "0.2",    "--degree",   "6.4"};
  const auto made = [&](const char* name, bool reverse) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"-o", folder.file(name)});
    if (reverse) all.emplace_back("--reverse");
    REQUIRE(run(all).code == 0);
    return folder.file(name);
  };
  const std::string plain = made("plain.h5", false);
  const std::string both = made("both.h5", true);
  CHECK(json_of({"info", plain})["reverse"] == false);
  CHECK(json_of({"info", both})["reverse"] == true);
  CHECK(json_of({"verify", both})["ok"] == true);
  CHECK(json_of({"solve", plain})["engine"] == "forward");  // the other way costs a transpose
  CHECK(json_of({"solve", both})["engine"] == "adaptive");
  for (const char* engine : {"auto", "reference", "frontier", "adaptive", "forward"}) {
    std::vector<std::string> results;
    for (const std::string& graph : {plain, both}) {
      const std::string copy = folder.file("g.h5");
      std::filesystem::copy_file(graph, copy, std::filesystem::copy_options::overwrite_existing);
      const std::string result = folder.file("r.h5");
      REQUIRE(run({"solve", copy, "--engine", engine, "--force", "-o", result}).code == 0);
      CHECK(json_of({"verify", result})["ok"] == true);
      const Json info = json_of({"info", result});
      results.push_back(info["win"].dump() + " " + info["lose"].dump() + " " + info["max_remoteness"].dump());
    }
    CHECK(results[0] == results[1]);
  }
  const std::string packed = folder.file("packed.h5");
  REQUIRE(run({"convert", plain, packed, "--reverse", "--compress"}).code == 0);
  CHECK(json_of({"info", packed})["reverse"] == true);
  CHECK(json_of({"verify", packed})["ok"] == true);
  REQUIRE(run({"convert", packed, plain, "--force"}).code == 0);
  CHECK(json_of({"info", plain})["reverse"] == false);
  CHECK(run({"convert", plain, folder.file("g.el"), "--reverse"}).code == 2);
}

TEST_CASE("R-MAT graphs have 2^scale vertices and skewed degrees") {
  const ScratchFolder folder;
  const std::string graph = folder.file("g.h5");
  const Json made = json_of({"generate", "rmat", "--scale", "12", "--edge-factor", "8", "-o", graph});
  CHECK(made["vertices"] == 4096);
  CHECK(made["edges"] == 8 * 4096);
  CHECK(json_of({"verify", graph})["ok"] == true);
  CHECK(json_of({"solve", graph})["vertices"] == 4096);
  const Json fewer = json_of({"generate", "rmat", "--scale", "12", "--edge-factor", "8", "--dead-ends", "0.5",
                              "-o", folder.file("h.h5")});
  CHECK(fewer["edges"] < 5 * 4096);
  CHECK(run({"generate", "rmat", "--scale", "41", "--edge-factor", "8", "-o", folder.file("x.h5")}).code ==
        2);
  CHECK(run({"generate", "rmat", "--scale", "4", "-o", folder.file("x.h5")}).code == 2);
  CHECK(run({"generate", "rmat", "--scale", "4", "--edge-factor", "2", "--degree", "3", "-o",
             folder.file("x.h5")})
            .code == 2);
}
