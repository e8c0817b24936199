// Every format of the table: what it reads, what it refuses, and that what is written is read again.
#include <random>
#include <set>

#include <zlib.h>

#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "store/graph_rows.hpp"
#include "store/scratch.hpp"

using namespace retrograph;
using test::Rows;
using test::rows_in;

namespace {

struct Wrong {
  const char* format;
  const char* text;
  const char* message;
};

void require_wrong(std::initializer_list<Wrong> cases) {
  for (const Wrong& c : cases) {
    INFO(c.format << ": " << c.text);
    const auto failure = failure_of([&] { static_cast<void>(parse_graph_as(c.format, c.text, "g")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what == c.message);
  }
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(text.size() + 200, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

Rows random_rows(std::size_t vertices, std::uint64_t seed, bool dead_ends) {
  std::mt19937_64 random(seed);
  Rows rows(vertices);
  for (auto& row : rows) {
    row.resize(random() % 5 + (dead_ends ? 0 : 1));
    for (auto& u : row) u = random() % vertices;
    std::sort(row.begin(), row.end());
  }
  return rows;
}

}  // namespace

TEST_CASE("Matrix Market: fields, symmetries, ids from 1") {
  const std::string general =
      "%%MatrixMarket matrix coordinate pattern general\n% c\n\n3 3 3\n1 2\n2 2\n3 1\n";
  REQUIRE(rows_in("mtx", general) == Rows{{1}, {1}, {0}});
  REQUIRE(rows_in("auto", general) == Rows{{1}, {1}, {0}});
  REQUIRE(
      rows_in("mtx", "%%MatrixMarket MATRIX Coordinate Real Symmetric\n3 3 3\n2 1 0.5\n2 2 1e3\n3 1 -2\n") ==
      Rows{{1, 2}, {0, 1}, {0}});
  REQUIRE(rows_in("mtx", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 0.5 1\n") ==
          Rows{{1}, {0}});
  REQUIRE(rows_in("mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 7") ==
          Rows{{1}, {0}});
  REQUIRE(rows_in("mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n").empty());
  require_wrong({
      {"mtx", "", "g:1: the heading ends early"},
      {"mtx", "%%MatrixMarket matrix array real general\n",
       "g:1: the format is 'array', known are coordinate"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern odd\n",
       "g:1: the symmetry is 'odd', known are general, symmetric, skew-symmetric, hermitian"},
      {"mtx", "1 1 1\n", "g:1: the file does not begin with %%MatrixMarket"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n",
       "g:2: the matrix has 2 rows and 3 columns, it must be square"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n%\n2 2 1\n0 1\n",
       "g:4: the first id is 0, ids begin at 1"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n",
       "g:3: the second id is '3', the limit is 2"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 1\n",
       "g:3: '1' is one word too many"},
      {"mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n", "g:3: the weight is missing"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n",
       "g: there are 1 entries, the heading says 2"},
      {"mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 1\n1 1\n",
       "g:3: a move in a graph of no vertices"},
  });
}

TEST_CASE("DIMACS: arcs with weights, ids from 1") {
  REQUIRE(rows_in("gr", "c hello\np sp 3 3\nc more\na 1 2 7\na 3 3 0\na 1 3 1\n") == Rows{{1, 2}, {}, {2}});
  require_wrong({
      {"gr", "a 1 2 3\n", "g:1: 'a' stands where the line 'p sp' is expected"},
      {"gr", "p col 3 3\n", "g:1: 'col' stands where the line 'p sp' is expected"},
      {"gr", "c\n", "g:2: there is no line 'p sp'"},
      {"gr", "p sp 2 1\ne 1 2 3\n", "g:2: the line does not begin with 'a'"},
      {"gr", "p sp 2 1\na 1 2\n", "g:2: the weight is missing"},
      {"gr", "p sp 2 1\na 1 0 1\n", "g:2: the second id is 0, ids begin at 1"},
      {"gr", "p sp 2 2\na 1 2 1\n", "g: there are 1 arcs, the heading says 2"},
  });
}

TEST_CASE("Aldebaran: labels with anything in them") {
  REQUIRE(rows_in("aut", "des (0, 4, 3)\n(0, \"a, (b)\", 1)\n(1,i,2)\n( 2 , f(x,y) , 0 )\n(0,\"\",0)\n") ==
          Rows{{0, 1}, {2}, {0}});
  REQUIRE(rows_in("auto", "des(0,1,2)\r\n(0,a,1)\r\n") == Rows{{1}, {}});
  require_wrong({
      {"aut", "", "g:1: there is no line 'des'"},
      {"aut", "(0,a,1)\n", "g:1: '(0,a,1)' stands where 'des' is expected"},
      {"aut", "des (0, 1)\n", "g:1: '0, 1' holds no three numbers"},
      {"aut", "des (5, 1, 2)\n", "g:1: the first state is 5, there are only 2"},
      {"aut", "des (0, 1, 2)\n(0, a)\n", "g:2: '0, a' is no transition (from, label, to)"},
      {"aut", "des (0, 1, 2)\n0, a, 1\n", "g:2: '0, a, 1' is not in brackets"},
      {"aut", "des (0, 1, 2)\n(0, a, 2)\n", "g:2: the next state is '2', the limit is 1"},
      {"aut", "des (0, 1, 2)\n\n(0, \"a, 1)\n", "g:3: the label '\"a' has no closing quote"},
      {"aut", "des (0, 2, 2)\n(0, a, 1)\n", "g: there are 1 transitions, the heading says 2"},
      {"aut", "des (0, 0, 0)\n(0, a, 0)\n", "g:2: a transition in a system of no states"},
  });
}

TEST_CASE("Ligra's adjacency graphs, plain and weighted") {
  REQUIRE(rows_in("adj", "AdjacencyGraph\n3\n4\n0\n2\n2\n1\n2\n0\n0") == Rows{{1, 2}, {}, {0, 0}});
  REQUIRE(rows_in("auto", "WeightedAdjacencyGraph 2 1 0 1 1 -3.5\n") == Rows{{1}, {}});
  REQUIRE(rows_in("adj", "AdjacencyGraph\n0\n0\n").empty());
  require_wrong({
      {"adj", "Graph\n",
       "g:1: the first word is 'Graph', it must be AdjacencyGraph or WeightedAdjacencyGraph"},
      {"adj", "AdjacencyGraph\n2\n1\n0\n", "g:5: the file ends before the offset"},
      {"adj", "AdjacencyGraph\n2\n1\n1\n1\n0\n", "g:4: the first offset is 1, it must be 0"},
      {"adj", "AdjacencyGraph\n2\n1\n0\n2\n0\n", "g:5: the offset is '2', the limit is 1"},
      {"adj", "AdjacencyGraph\n3\n2\n0\n2\n1\n", "g:6: the offset of vertex 2 is 1, that of the last is 2"},
      {"adj", "AdjacencyGraph\n2\n1\n0\n1\n2\n", "g:6: the target is '2', the limit is 1"},
      {"adj", "AdjacencyGraph\n2\n1\n0\n1\n1\n9\n", "g:7: '9' is one word too many"},
      {"adj", "AdjacencyGraph\n0\n1\n", "g:3: 1 edges in a graph of no vertices"},
      {"adj", "AdjacencyGraph\n", "g:2: the file ends before the number of vertices"},
      {"adj", "AdjacencyGraph\n2\nx", "g:3: the number of edges is 'x', it must be a decimal number"},
      {"adj", "WeightedAdjacencyGraph\n1\n1\n0\n0\nx\n", "g:6: the weight is 'x', it must be a number"},
      {"adj", "AdjacencyGraph\n9000000\n90000000\n0\n0\n", "g:6: the file ends before the offset"},
  });
}

TEST_CASE("adjacency graphs of many blocks, words apart in every way, are read by any number of threads") {
  const Rows rows = random_rows(test::scaled(60'000), 21, true);
  for (const bool weighted : {false, true}) {
    std::mt19937_64 random(weighted);
    std::string text;
    std::vector<std::size_t> begins;
    const auto add = [&](std::uint64_t word) {
      static constexpr const char* gaps[] = {"\n", "\n", "\n", " ", "\r\n", "\t", " \n\n "};
      begins.push_back(text.size());
      text += std::to_string(word) + gaps[random() % std::size(gaps)];
    };
    std::size_t edges = 0;
    for (const auto& row : rows) edges += row.size();
    text = weighted ? "WeightedAdjacencyGraph\n" : "\n AdjacencyGraph ";
    add(rows.size());
    add(edges);
    std::size_t offset = 0;
    for (const auto& row : rows) {
      add(offset);
      offset += row.size();
    }
    for (const auto& row : rows)
      for (const std::uint64_t u : row) add(u);
    for (std::size_t e = 0; weighted && e < edges; ++e) add(e);
    const auto line_of = [&](std::size_t at) {
      return std::to_string(1 +
                            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    };
    for (const unsigned threads : {1U, 2U, 4U}) {
      const par::ThreadScope scope(threads);
      REQUIRE((rows_in("adj", text) == rows));
      const auto told = [&](const std::string& changed) {
        const auto failure = failure_of([&] { static_cast<void>(parse_graph_as("adj", changed, "g")); });
        REQUIRE(failure);
        return failure->what;
      };
      // Two words that are none: the first is told.
      const std::size_t middle = begins[begins.size() / 2];
      std::string changed = text;
      changed[middle] = 'x';
      changed[begins[begins.size() * 3 / 4]] = 'y';
      REQUIRE(told(changed).starts_with("g:" + line_of(middle) + ": the "));
      REQUIRE(told(text + "7").starts_with("g:" + line_of(text.size()) + ": '7' is one word too many"));
      const std::size_t last = begins.back();
      REQUIRE(told(text.substr(0, last)) ==
              "g:" + line_of(last) + ": the file ends before the " + (weighted ? "weight" : "target"));
    }
  }
}

TEST_CASE("an offset below the last one is told, at the ends of blocks too") {
  std::string text = "AdjacencyGraph\n200000\n1\n0\n";
  for (std::size_t v = 1; v < 200'000; ++v) text += "1\n";
  text += "5\n";
  // Blocks end some 2^18 bytes apart: every place around there.
  const std::size_t end = std::size_t{1} << 18;
  for (std::size_t at = end - 40; at < end + 60; ++at) {
    if (text[at] != '1') continue;
    std::string changed = text;
    changed[at] = '0';
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const auto failure = failure_of([&] { static_cast<void>(parse_graph_as("adj", changed, "g")); });
    REQUIRE(failure);
    REQUIRE(failure->what ==
            fmt::format("g:{}: the offset of vertex {} is 0, that of the last is 1", line, line - 4));
  }
}

TEST_CASE("a heading that claims more than memory is refused before anything is allocated") {
  for (const char* text :
       {"AdjacencyGraph\n2\n4000000000000000000\n0\n0\n", "AdjacencyGraph 4000000000000000000 0"}) {
    const auto failure = failure_of([&] { static_cast<void>(parse_graph_as("adj", text, "g")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::resource);
  }
  const char* mtx =
      "%%MatrixMarket matrix coordinate pattern general\n4000000000000000000 4000000000000000000 0\n";
  REQUIRE(failure_of([&] { static_cast<void>(parse_graph_as("mtx", mtx, "g")); })->category ==
          Category::resource);
  const char* aut = "des (0, 0, 4000000000000000000)\n";
  REQUIRE(failure_of([&] { static_cast<void>(parse_graph_as("aut", aut, "g")); })->category ==
          Category::resource);
}

TEST_CASE("parity games bring owners") {
  const auto graph = parse_graph_as("auto", "parity 1;\n0 1 1 1 \"a;b\";\n1 0 0 0,1;\n", "g");
  REQUIRE(test::rows_of(graph.arena) == Rows{{1}, {0, 1}});
  REQUIRE(std::get<Arena<std::uint32_t>>(graph.arena).owner[0] == 1);
}

TEST_CASE("what is written in any format is read again, the same for every number of threads") {
  const Scratch scratch;
  for (const GraphFormat& format : graph_formats()) {
    const bool game = format.name == "pg";
    const Rows rows = random_rows(9000, 7, !game);
    Arena<std::uint32_t> arena = test::arena_of_rows(rows);
    if (game) {
      arena.owner = Array<std::uint8_t>(rows.size(), std::uint8_t{0});
      arena.owner[3] = 1;
    }
    const AnyArena any = std::move(arena);
    std::set<std::string> contents;
    for (const std::string_view ending : {"", ".gz"})
      for (const unsigned threads : {1U, 3U}) {
        INFO(format.name << ending << " " << threads);
        if (ending == ".gz" && (format.mark.starts_with("\x89HDF") || format.name == "npz")) continue;
        const par::ThreadScope scope(threads);
        const auto path = scratch / ("g-" + std::string(format.name) + std::string(ending));
        PartialFile out(path, true);
        format.write(out, any, reproducible(), {});
        contents.insert(content_of(path));
        const auto graph = read_graph_as(format.name, path);
        const GraphReadOptions all{.vertices = rows.size()};
        if (format.edge_list)
          REQUIRE((test::rows_of(read_graph_as(format.name, path, all).arena) == rows));
        else
          REQUIRE((test::rows_of(graph.arena) == rows));
        REQUIRE(graph.input == identify_file(path));
      }
    REQUIRE(contents.size() <= 2);
  }
}

TEST_CASE("formats refuse to be written what they have no place for") {
  const Scratch scratch;
  const auto category = [&](std::string_view format, const AnyArena& any) {
    PartialFile out(scratch / "x", true);
    const auto failure = failure_of([&] { graph_format_named(format).write(out, any, reproducible(), {}); });
    return failure ? std::optional(failure->category) : std::nullopt;
  };
  auto arena = test::arena_of_rows({{1}, {0}});
  arena.terminal = Array<Value>(2, Value::win);
  const AnyArena with_terminals = std::move(arena);
  for (const char* name : {"el", "wel", "mtx", "gr", "pg", "adj", "aut", "npz", "edges"}) {
    INFO(name);
    CHECK(category(name, with_terminals) == Category::usage);
  }
  CHECK(category("pg", AnyArena(test::arena_of_rows({{1}, {0}}))) == Category::usage);
  auto dead = test::arena_of_rows({{1}, {}});
  dead.owner = Array<std::uint8_t>(2, std::uint8_t{1});
  CHECK(category("pg", AnyArena(std::move(dead))) == Category::usage);
  CHECK_FALSE(std::filesystem::exists(scratch / "x"));
}

TEST_CASE("formats are told by content before name, and by name before gz") {
  const Scratch scratch;
  const auto name_of_file = [&](const char* file, const std::string& content) {
    return std::string(graph_format_of_file(scratch.write(file, content)).name);
  };
  CHECK(name_of_file("a.el", "0 1\n") == "el");
  CHECK(name_of_file("b", "0 1\n") == "el");
  CHECK(name_of_file("c.gr", "c x\np sp 1 0\n") == "gr");
  CHECK(name_of_file("d.el", "%%MatrixMarket matrix\n") == "mtx");
  CHECK(name_of_file("e.pg", "0 1 0 0;\n") == "pg");
  CHECK(name_of_file("f", "des (0,0,0)\n") == "aut");
  CHECK(name_of_file("g", gzipped("WeightedAdjacencyGraph\n")) == "adj");
  CHECK(name_of_file("h.wel.gz", gzipped("0 1 1\n")) == "wel");
  CHECK(graph_format_of_name("x.mtx.gz").name == "mtx");
  CHECK(failure_of([] { static_cast<void>(graph_format_of_name("x.foo")); })->category == Category::usage);
  CHECK(failure_of([] { static_cast<void>(graph_format_named("foo")); })->category == Category::usage);
}

TEST_CASE("gzip: several members, and damage told with its byte") {
  const std::string whole = gzipped("0 1\n1 2") + gzipped("\n2 0\n");
  REQUIRE(rows_in("el", whole) == Rows{{1}, {2}, {0}});
  for (std::size_t size = 2; size < whole.size(); ++size) {
    if (size == gzipped("0 1\n1 2").size()) continue;  // a whole member
    const auto failure = failure_of(
        [&] { static_cast<void>(parse_graph_as("el", std::string_view(whole).substr(0, size), "g")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what.find("byte") != std::string::npos);
  }
  std::string damaged = whole;
  damaged[15] = static_cast<char>(damaged[15] ^ 0x55);
  REQUIRE(failure_of([&] { static_cast<void>(parse_graph_as("el", damaged, "g")); })->category ==
          Category::malformed);
}

TEST_CASE("an .npz file that is cut or damaged anywhere is refused or read as it was") {
  const Scratch scratch;
  const Rows rows = random_rows(60, 3, true);
  PartialFile out(scratch / "g.npz", false);
  graph_format_named("npz").write(out, AnyArena(test::arena_of_rows(rows)), reproducible(), {});
  const std::string whole = content_of(scratch / "g.npz");
  for (std::size_t size = 0; size < whole.size(); size += 7)
    REQUIRE(failure_of([&] {
              static_cast<void>(parse_graph_as("npz", std::string_view(whole).substr(0, size), "g"));
            })->category == Category::malformed);
  std::mt19937_64 random(1);
  for (std::size_t round = 0; round < test::scaled(3000); ++round) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    Rows read;
    const auto failure = failure_of([&] { read = rows_in("npz", damaged); });
    if (failure)
      REQUIRE(failure->category == Category::malformed);
    else
      REQUIRE((read == rows));
  }
}
