#include "retrograph/store/graph_values_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/h5.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

// Values 0 and 2, and infinite vertices with the sets {} and {0, 2}.
GraphValues small() {
  GraphValues values;
  values.code = CodeArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 3, 2, 4, 4}));
  values.finite_limit = 3;
  values.offsets = {0, 0, 2};
  values.members = {0, 2};
  values.infinite = 3;
  values.cyclic = true;
  return values;
}

void write(const GraphValues& values, const std::filesystem::path& path) {
  PartialFile out(path, true);
  Provenance provenance;
  provenance.tool_version = "test";
  provenance.input = {"graph.el", 12, "xxh3:00"};
  provenance.reproducible = true;
  write_graph_values(out, values, 7, provenance);
}

}  // namespace

TEST_CASE("values of a graph come back from their file") {
  const Scratch scratch;
  const GraphValues values = small();
  write(values, scratch / "v.h5");
  REQUIRE(kind_of_file(scratch / "v.h5") == FileKind::graph_values);
  const GraphValuesFile read = read_graph_values(scratch / "v.h5");
  REQUIRE(read.edges == 7);
  REQUIRE(read.provenance.input.name == "graph.el");
  REQUIRE(read.values.finite_limit == 3);
  REQUIRE(read.values.infinite == 3);
  REQUIRE(read.values.cyclic);
  REQUIRE(read.values.offsets == values.offsets);
  REQUIRE(read.values.members == values.members);
  REQUIRE(read.values.code.width() == 1);
  for (std::size_t v = 0; v < 5; ++v) REQUIRE(read.values.code[v] == values.code[v]);
}

TEST_CASE("the ids of the vertices are kept beside their values, one each") {
  const Scratch scratch;
  const std::vector<std::uint64_t> ids{9, 4, 7, std::uint64_t{1} << 40, 1};
  PartialFile out(scratch / "v.h5", true);
  write_graph_values(out, small(), 7, reproducible(), ids);
  REQUIRE(std::ranges::equal(read_graph_values(scratch / "v.h5").original_id, ids));
  PartialFile fewer(scratch / "w.h5", true);
  write_graph_values(fewer, small(), 7, reproducible(), std::span(ids).first(4));
  const auto failure = failure_of([&] { (void)read_graph_values(scratch / "w.h5"); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::malformed);
  REQUIRE(failure->what.find("original_id: has 4 entries") != std::string::npos);
}

TEST_CASE("every width of code, and graphs without infinite vertices or any vertex") {
  const Scratch scratch;
  for (const std::uint32_t top : {0U, 255U, 256U, 70000U}) {
    GraphValues values;
    values.code = CodeArray::narrowed(Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{0, top}), top);
    values.finite_limit = top + 1;
    write(values, scratch / "v.h5");
    const GraphValuesFile read = read_graph_values(scratch / "v.h5");
    REQUIRE(read.values.code.width() == values.code.width());
    REQUIRE(read.values.code[1] == top);
    REQUIRE(read.values.set_count() == 0);
    REQUIRE_FALSE(read.values.cyclic);
  }
  write(GraphValues{}, scratch / "none.h5");
  REQUIRE(read_graph_values(scratch / "none.h5").values.vertex_count() == 0);
  GraphValues loop;  // one vertex that can only pass: infinite, with the empty set
  loop.code = CodeArray(Array<std::uint8_t>(1, std::uint8_t{0}));
  loop.offsets = {0, 0};
  loop.infinite = 1;
  write(loop, scratch / "loop.h5");
  REQUIRE(read_graph_values(scratch / "loop.h5").values[0].infinite);
}

TEST_CASE("equal values give equal bytes") {
  const Scratch scratch;
  write(small(), scratch / "a.h5");
  write(small(), scratch / "b.h5");
  REQUIRE(content_of(scratch / "a.h5") == content_of(scratch / "b.h5"));
}

TEST_CASE("files that contradict themselves are refused") {
  const Scratch scratch;
  GraphValues values = small();
  values.infinite = 2;
  write(values, scratch / "v.h5");
  const auto failure = failure_of([&] { (void)read_graph_values(scratch / "v.h5"); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::malformed);
  REQUIRE(failure->what.find("3 infinite vertices, but 2") != std::string::npos);
  REQUIRE(failure_of([&] { (void)read_graph_values(scratch / "absent.h5"); })->category ==
          Category::no_input);
}

TEST_CASE("stock h5py reads values and sets") {
  const Scratch scratch;
  write(small(), scratch / "v.h5");
  scratch.write("check.py", R"(
import sys, h5py
f = h5py.File(sys.argv[1], "r")
g = f["grundy"]
code = g["value"][:]
infinite = code >= g.attrs["finite_limit"]
assert list(infinite) == [False, True, False, True, True], infinite
o, m = g["infinite/offsets"][:], g["infinite/members"][:]
sets = [list(m[o[s]:o[s + 1]]) for s in range(g.attrs["sets"])]
assert sets == [[], [0, 2]], sets
assert g.attrs["cyclic"] == 1 and g.attrs["max_value"] == 2 and f.attrs["complete"] == 1
)");
  const std::string python = "/usr/bin/python3 ";
  if (std::system((python + "-c 'import h5py' 2>/dev/null").c_str()) != 0) SKIP_TEST("no h5py for python3");
  const std::string run = python + (scratch / "check.py").string() + " " + (scratch / "v.h5").string();
  REQUIRE(std::system(run.c_str()) == 0);
}
