// A result that was written is found again by query and passes verify; a changed one fails, by name.
#include <hdf5.h>

#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;
namespace {

// Overwrites one entry of /result/value through the library, so that filters and checksums stay right.
void change_value(const std::string& path, std::vector<hsize_t> at, unsigned char value) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, "/result/value", H5P_DEFAULT);
  const hid_t space = H5Dget_space(data);
  const hid_t memory = H5Screate(H5S_SCALAR);
  REQUIRE(H5Sselect_elements(space, H5S_SELECT_SET, 1, at.data()) >= 0);
  const hid_t type = H5Dget_type(data);
  REQUIRE(H5Dwrite(data, type, memory, space, H5P_DEFAULT, &value) >= 0);
  H5Tclose(type);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
}

}  // namespace

TEST_CASE("a board result answers by coordinates and is verified; one wrong label is named") {
  const ScratchFolder folder;
  const std::string board = folder.write("board.txt", "P...E\n....T\n.....\n.....\n.....\n");
  const std::string out = folder.file("out.h5");
  REQUIRE(run({"police-thief", board, "-o", out}).code == 0);

  const Json start = json_of({"query", out, "--line"});
  CHECK(start["value"] == "lose");
  CHECK(start["remoteness"] == 2);
  CHECK(start["line"].size() == 3);
  const Json caught = json_of({"query", out, "--police", "2,2", "--thief", "2,3", "--turn", "police"});
  CHECK(caught["value"] == "win");
  CHECK(caught["remoteness"] == 1);
  CHECK(caught["best_move"]["police"] == "2,3");
  CHECK(run({"query", out, "--police", "9,9"}).code == 2);
  CHECK(run({"query", out, "--vertex", "3"}).code == 2);
  CHECK(run({"query", out, "--police", "here"}).code == 2);

  const Json good = json_of({"verify", out});
  CHECK(good["ok"] == true);
  CHECK(good["coverage"] == "full");
  CHECK(good["checked"] == 1250);
  CHECK(json_of({"info", out})["kind"] == "board result");

  change_value(out, {0, 2, 3, 2, 2}, 2);
  const Ran bad = run({"verify", out, "--json"});
  CHECK(bad.code == 1);
  const Json report = Json::parse(bad.out);
  CHECK(report["ok"] == false);
  CHECK(!report["failures"].empty());
  CHECK_THAT(report["failures"].dump(), Contains("2,2") && Contains("2,3"));
}

TEST_CASE("a graph result answers by vertex and is verified; one wrong label is named") {
  const ScratchFolder folder;
  // Vertex 0 does not occur in the published game; it is a dead end here.
  const std::string graph = folder.write("komal.el", "1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 5\n");
  const std::string out = folder.file("out.h5");
  for (const bool best_move : {false, true}) {
    std::vector<std::string> words{"solve", graph, "-o", out, "--force"};
    if (best_move) words.emplace_back("--best-move");
    REQUIRE(run(words).code == 0);
    const char* expected[] = {"lose", "draw", "draw", "draw", "win", "lose"};
    for (int v = 0; v < 6; ++v)
      CHECK(json_of({"query", out, "--vertex", std::to_string(v)})["value"] == expected[v]);
    const Json four = json_of({"query", out, "--vertex", "4", "--line"});
    CHECK(four["remoteness"] == 1);
    CHECK(four["best_move"] == 5);
    CHECK(four["line"] == Json({4, 5}));
    const Json loop = json_of({"query", out, "--vertex", "1", "--line"});
    CHECK(loop["line"] == Json({1}));
    CHECK(loop["repeats"] == true);
    CHECK(json_of({"verify", out})["ok"] == true);
  }
  CHECK(run({"query", out, "--vertex", "6"}).code == 2);
  CHECK(run({"query", out}).code == 2);
  change_value(out, {3}, 1);
  const Ran bad = run({"verify", out});
  CHECK(bad.code == 1);
  CHECK_THAT(bad.out, Contains("vertex 3") || Contains("vertex 2"));
}

TEST_CASE("a result is refused when its input has changed or has gone") {
  const ScratchFolder folder;
  const std::string graph = folder.write("g.el", "0 1\n1 2\n");
  const std::string out = folder.file("out.h5");
  REQUIRE(run({"solve", graph, "-o", out}).code == 0);
  REQUIRE(run({"verify", out}).code == 0);
  (void)folder.write("g.el", "0 1\n1 2\n2 0\n");
  const Ran changed = run({"verify", out});
  CHECK(changed.code == 1);
  CHECK_THAT(changed.out, Contains("hash"));
  std::filesystem::rename(graph, folder.file("moved.el"));
  CHECK(run({"verify", out}).code == 66);
  (void)folder.write("moved.el", "0 1\n1 2\n");
  CHECK(run({"verify", out, "--game", folder.file("moved.el")}).code == 0);
}

TEST_CASE("truncated and foreign files are exit 65, absent ones 66") {
  const ScratchFolder folder;
  const std::string graph = folder.write("g.el", "0 1\n1 2\n");
  const std::string out = folder.file("out.h5");
  REQUIRE(run({"solve", graph, "-o", out}).code == 0);
  const std::string bytes = read_file(out);
  const std::string cut = folder.write("cut.h5", bytes.substr(0, bytes.size() / 2));
  const std::string text = folder.write("text.h5", "not a file of ours");
  for (const std::string& file : {cut, text})
    for (const char* verb : {"verify", "query"}) CHECK(run({verb, file}).code == 65);
  CHECK(run({"info", cut}).code == 65);
  for (const char* verb : {"verify", "query", "info"})
    CHECK(run({verb, folder.file("absent.h5")}).code == 66);
}
