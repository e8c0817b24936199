// Every format of graphs through the command: converted, solved directly, from standard input, packed,
// damaged.
#include "catch.hpp"
#include "cli/command.hpp"

using Catch::Matchers::Contains;

namespace {

// 0 -> 1, 2; 1 -> 3; 2 -> 2, 3; 3 is a dead end. A loop and a vertex that wins in one.
const char* const sample_moves = "0 1\n0 2\n1 3\n2 2\n2 3\n";

Json solved_counts(const Json& out) {
  Json kept;
  for (const char* key : {"vertices", "edges", "win", "lose", "tie", "draw", "max_remoteness", "start"})
    kept[key] = out[key];
  return kept;
}

}  // namespace

TEST_CASE("a graph in any format is converted, and solved directly with the same answer") {
  const ScratchFolder folder;
  const std::string el = folder.write("g.el", sample_moves);
  const Json want = solved_counts(json_of({"solve", el, "--start", "0"}));
  for (const std::string name : {"hdf5", "edges", "npz", "mtx", "gr", "adj", "aut", "wel", "el"}) {
    INFO(name);
    const std::string path = folder.file("g-" + name);
    const Json made = json_of({"convert", el, path, "--to", name});
    CHECK(made["vertices"] == 4);
    CHECK(made["edges"] == 5);
    CHECK(solved_counts(json_of({"solve", path, "--start", "0", "--format", name})) == want);
    const std::string back = folder.file("back-" + name + ".el");
    CHECK(json_of({"convert", path, back, "--format", name})["edges"] == 5);
    CHECK(read_file(back) == sample_moves);
  }
  // By content, or by a suffix.
  for (const std::string name :
       {"g.h5", "g.npz", "g.mtx", "g.gr", "g.adj", "g.aut", "g.wel", "g.gr.gz", "g.el.gz"}) {
    INFO(name);
    CHECK(json_of({"convert", el, folder.file("auto-" + name)})["edges"] == 5);
    CHECK(solved_counts(json_of({"solve", folder.file("auto-" + name), "--start", "0"})) == want);
  }
}

TEST_CASE("text of any format comes from standard input, HDF5 does not") {
  const Json want = solved_counts(json_of({"solve", "-", "--start", "0"}, sample_moves));
  const std::pair<const char*, const char*> texts[] = {
      {"wel", "0 1 1\n0 2 1\n1 3 1\n2 2 1\n2 3 1\n"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 5\n1 2\n1 3\n2 4\n3 3\n3 4\n"},
      {"gr", "p sp 4 5\na 1 2 1\na 1 3 1\na 2 4 1\na 3 3 1\na 3 4 1\n"},
      {"adj", "AdjacencyGraph\n4\n5\n0\n2\n3\n5\n1\n2\n3\n2\n3\n"},
      {"aut", "des (0, 5, 4)\n(0,a,1)\n(0,a,2)\n(1,a,3)\n(2,a,2)\n(2,a,3)\n"}};
  for (const auto& [name, text] : texts) {
    INFO(name);
    CHECK(solved_counts(json_of({"solve", "-", "--format", name, "--start", "0"}, text)) == want);
  }
  const Ran hdf5 = run({"solve", "-", "--format", "hdf5"}, "x");
  CHECK(hdf5.code == 2);
  CHECK_THAT(hdf5.err, Contains("standard input"));
}

TEST_CASE("a parity game is solved with given ends, and keeps its owners") {
  const ScratchFolder folder;
  const std::string game = folder.write("g.pg", "parity 2;\n0 3 0 1,2;\n1 0 1 1;\n2 5 1 2;\n");
  CHECK(run({"solve", game}).code == 2);
  const std::string ends = folder.write("ends.txt", "1 win\n2 lose\n");
  const Json out = json_of({"solve", game, "--terminals", ends, "--start", "0"});
  CHECK(out["win"] == 2);
  CHECK(out["start"]["line"] == Json({0, 1}));
  CHECK(json_of({"convert", game, folder.file("g2.pg")})["edges"] == 4);
  CHECK(read_file(folder.file("g2.pg")) == "parity 2;\n0 0 0 1,2;\n1 0 1 1;\n2 0 1 2;\n");
  CHECK(run({"convert", game, folder.file("g.h5")}).code == 0);
  CHECK(json_of({"info", folder.file("g.h5")})["owners"] == true);
}

TEST_CASE("relabelled ids are kept in the file and name vertices afterwards") {
  const ScratchFolder folder;
  const std::string el = folder.write("sparse.el", "5000000000 70\n70 900000000000\n");
  CHECK(run({"solve", el, "--memory", "1GiB"}).code == 71);
  CHECK(json_of({"convert", el, folder.file("g.h5"), "--relabel"})["vertices"] == 3);
  CHECK(json_of({"info", folder.file("g.h5")})["relabelled"] == true);
  const Json out = json_of({"solve", folder.file("g.h5"), "--start", "5000000000"});
  CHECK(out["start"]["line"] == Json({5000000000, 70, 900000000000}));
  CHECK(run({"solve", folder.file("g.h5"), "--relabel"}).code == 2);
  CHECK(run({"solve", folder.file("g.h5"), "--start", "1"}).code == 2);
}

TEST_CASE("damaged input of any format is 65, names its place, and leaves no output") {
  const ScratchFolder folder;
  const struct {
    const char* name;
    const char* content;
    const char* place;
  } cases[] = {{"a.wel", "0 1 1\n0 1\n", ":2: "},
               {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n", ":3: "},
               {"a.gr", "p sp 2 1\na 1 9 1\n", ":2: "},
               {"a.aut", "des (0, 1, 2)\n(0, a, 7)\n", ":2: "},
               {"a.adj", "AdjacencyGraph\n1\n1\n0\n8\n", ":5: "},
               {"a.pg", "parity 1;\n0 0 0 5;\n", "successor 5"},
               {"a.npz", "PK\3\4 no archive", "no ZIP archive"},
               {"a.el.gz", "\x1f\x8b\x08 no gzip", "byte "},
               {"a.h5", "\x89HDF\r\n\x1a\n no file", "a.h5"}};
  for (const auto& c : cases) {
    INFO(c.name);
    const std::string path = folder.write(c.name, c.content);
    for (const Ran& ran :
         {run({"convert", path, folder.file("out.h5")}), run({"solve", path, "-o", folder.file("out.h5")})}) {
      CHECK(ran.code == 65);
      CHECK_THAT(ran.err, Contains(c.place) && Contains(path));
      CHECK_FALSE(folder.has("out.h5"));
      CHECK_FALSE(folder.has("out.h5.partial"));
    }
  }
  CHECK(run({"solve", folder.file("absent.mtx")}).code == 66);
}

TEST_CASE("help names every format") {
  const Ran help = run({"solve", "--help"});
  for (const char* name : {"hdf5", "edges", "npz", "mtx", "gr", "pg", "adj", "aut", "wel", "el"})
    CHECK_THAT(help.out, Contains(name));
  CHECK_THAT(run({"convert", "--help"}).out, Contains(".mtx"));
  CHECK(run({"convert", "x", "y.unknown"}).code == 2);
}
