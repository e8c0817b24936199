// Edge lists: what they hold, what is wrong with them, and texts of many blocks read by several workers.
#include <algorithm>
#include <random>

#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "catch.hpp"
#include "store/graph_rows.hpp"
#include "store/scratch.hpp"

using namespace retrograph;
using test::Rows;
using test::rows_in;

TEST_CASE("an edge list keeps ids, loops and parallel edges") {
  const auto graph = parse_graph_as("el", "# a comment\n0 1\n% another\n\n0\t1\r\n  3   3 \n1 0", "g");
  REQUIRE(test::rows_of(graph.arena) == Rows{{1, 1}, {0}, {}, {3}});
  REQUIRE(std::holds_alternative<Arena<std::uint32_t>>(graph.arena));
  REQUIRE(graph.original_id.empty());
  REQUIRE(graph.input->size == 44);
}

TEST_CASE("an edge list may be empty and may be given more vertices") {
  REQUIRE(rows_in("el", "").empty());
  REQUIRE(rows_in("el", "# nothing\n").empty());
  REQUIRE(rows_in("el", "0 1\n", {.vertices = 4}) == Rows{{1}, {}, {}, {}});
  REQUIRE(rows_in("el", "", {.vertices = 0}).empty());
  REQUIRE(rows_in("el", "", {.vertices = 2}) == Rows{{}, {}});
}

TEST_CASE("weights of an edge list are numbers, and go") {
  REQUIRE(rows_in("wel", "0 1 5\n1 0 2.5e-3\n1 1 -7\n0 0 1e400\n") == Rows{{0, 1}, {0, 1}});
  const auto failure = failure_of([] { static_cast<void>(rows_in("wel", "0 1 1\n0 1\n")); });
  REQUIRE(failure);
  REQUIRE(failure->what == "g:2: the weight is missing");
  REQUIRE(failure_of([] { static_cast<void>(rows_in("wel", "0 1 1x\n")); })->what ==
          "g:1: the weight is '1x', it must be a number");
}

TEST_CASE("relabelling compacts sparse ids in ascending order and gives the map") {
  const auto graph = parse_graph_as("el", "900000000000 5\n5 7\n", "g", {.relabel = true});
  REQUIRE(test::rows_of(graph.arena) == Rows{{1}, {}, {0}});
  REQUIRE(std::vector(graph.original_id.begin(), graph.original_id.end()) ==
          std::vector<std::uint64_t>{5, 7, 900000000000});
  const auto dense = parse_graph_as("el", "70 5\n5 640\n", "g", {.relabel = true});
  REQUIRE(test::rows_of(dense.arena) == Rows{{2}, {0}, {}});
  REQUIRE(std::vector(dense.original_id.begin(), dense.original_id.end()) ==
          std::vector<std::uint64_t>{5, 70, 640});
  REQUIRE(parse_graph_as("el", "", "g", {.relabel = true}).original_id.empty());
}

TEST_CASE("a largest id beyond memory is refused with advice before anything is allocated") {
  for (const std::string_view text : {"0 4000000000000000000\n", "0 4000000000\n"}) {
    const auto failure =
        failure_of([&] { static_cast<void>(parse_graph_as("el", text, "g", {.memory_limit = 1 << 20})); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::resource);
    REQUIRE(failure->what.find("--relabel") != std::string::npos);
  }
  const auto limited =
      failure_of([] { static_cast<void>(parse_graph_as("el", "0 5000\n", "g", {.memory_limit = 30000})); });
  REQUIRE(limited);
  REQUIRE(limited->category == Category::resource);
}

TEST_CASE("what is wrong with an edge list is told with line, value and limit") {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"0 1\n0\n", "g:2: the second id is missing"},
      {"0 1\n\n0 x\n", "g:3: the second id is 'x', it must be a decimal number"},
      {"-1 0\n", "g:1: the first id is '-1', it must be a decimal number"},
      {"1.5 0\n", "g:1: the first id is '1.5', it must be a decimal number"},
      {"0 1 2\n", "g:1: '2' is one word too many"},
      {"0 5\n", "g:1: the second id is '5', the limit is 3"},
      {"0 1\n12345678 0\n", "g:2: the first id is '12345678', the limit is 3"},
      {"0 1\n123456789012 0\n", "g:2: the first id is '123456789012', the limit is 3"},
      {"99999999999999999999999 0\n", "g:1: the first id is '99999999999999999999999', the limit is 3"},
  };
  for (const auto& c : cases) {
    INFO(c.text);
    const auto failure =
        failure_of([&] { static_cast<void>(parse_graph_as("el", c.text, "g", {.vertices = 4})); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what == c.message);
  }
}

namespace {

struct LongText {
  std::string text;
  std::vector<Edge<std::uint32_t>> edges;
};

// Ids of every length up to `largest`, with lines that are not plain now and then.
LongText long_text(std::size_t lines, std::uint32_t largest, bool by_source, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  LongText made;
  const auto id = [&] { return static_cast<std::uint32_t>(random() % largest >> (random() % 4 * 6)); };
  for (std::size_t i = 0; i < lines; ++i) made.edges.push_back({id(), id()});
  if (by_source) std::sort(made.edges.begin(), made.edges.end());
  for (const auto& [from, to] : made.edges) {
    const std::uint64_t kind = random() % 64;
    if (kind == 0) made.text += "# comment\n";
    if (kind == 1) made.text += "\r\n";
    made.text += std::to_string(from) + (kind == 2 ? "\t  " : " ") + std::to_string(to);
    made.text += kind == 3 ? " \n" : kind == 4 ? "\r\n" : "\n";
  }
  if (seed % 2 == 0) made.text.pop_back();
  return made;
}

}  // namespace

TEST_CASE("texts of many blocks give the same graph for every number of threads") {
  for (const std::uint32_t largest : {300U, 70'000U, 3'000'000U})
    for (const bool by_source : {false, true}) {
      const LongText made = long_text(test::scaled(150'000), largest, by_source, largest + by_source);
      std::uint32_t vertices = 0;
      for (const auto& e : made.edges) vertices = std::max({vertices, e.from + 1, e.to + 1});
      Rows want(vertices);
      for (const auto& e : made.edges) want[e.from].push_back(e.to);
      for (auto& row : want) std::sort(row.begin(), row.end());
      for (const unsigned threads : {1U, 2U, 4U}) {
        const par::ThreadScope scope(threads);
        const SimdScope simd(threads == 2 ? SimdLevel::scalar : machine_simd_level());
        REQUIRE((rows_in("el", made.text) == want));
        REQUIRE((rows_in("auto", made.text) == want));
      }
    }
}

TEST_CASE("an error in a long text is told with its line, and the first of two is told") {
  LongText made = long_text(test::scaled(200'000), 5'000'000, false, 3);
  const std::size_t middle = made.text.find('\n', made.text.size() / 2) + 1;
  const std::size_t later = made.text.find('\n', made.text.size() * 3 / 4) + 1;
  made.text.insert(later, "6 y\n");
  made.text.insert(middle, "5 x\n");
  const auto line =
      std::count(made.text.begin(), made.text.begin() + static_cast<std::ptrdiff_t>(middle), '\n') + 1;
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    const auto failure = failure_of([&] { static_cast<void>(parse_graph_as("el", made.text, "g")); });
    REQUIRE(failure);
    REQUIRE(failure->what ==
            "g:" + std::to_string(line) + ": the second id is 'x', it must be a decimal number");
  }
}

TEST_CASE("ids beyond 32 bits turn up in the middle of a long text and are relabelled") {
  LongText made = long_text(test::scaled(100'000), 60'000, false, 5);
  made.text.insert(made.text.find('\n', made.text.size() / 2) + 1, "7000000000 7\n8 7000000001\n");
  const auto graph = parse_graph_as("el", made.text, "g", {.relabel = true});
  const std::uint64_t n = graph.original_id.size();
  REQUIRE(graph.original_id[n - 1] == 7000000001);
  REQUIRE(graph.original_id[n - 2] == 7000000000);
  REQUIRE(std::is_sorted(graph.original_id.begin(), graph.original_id.end()));
  const Rows rows = test::rows_of(graph.arena);
  REQUIRE(rows.size() == n);
  REQUIRE(graph.original_id[rows[n - 2].at(0)] == 7);
  std::size_t edges = 0;
  for (const auto& row : rows) edges += row.size();
  REQUIRE(edges == made.edges.size() + 2);
}

TEST_CASE("every line of a text is read whatever irregular one stands before or behind it") {
  const char* const odd[] = {"7  8\n", "7 8 \n", " 7 8\n", "7 8\r\n",        "123456789 7\n",
                             "7\t8\n", "#7 8\n", "\n",     "00000000007 8\n"};
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2}) {
    const SimdScope simd(level);
    for (const std::string_view line : odd)
      for (std::size_t before = 0; before < 70; ++before) {
        std::string text;
        for (std::size_t i = 0; i < before; ++i)
          text += std::to_string(i * i) + " " + std::to_string(i) + "\n";
        text += line;
        for (std::size_t i = 0; i < 700; ++i) text += "5 " + std::to_string(i) + "\n";
        const auto graph = parse_graph_as("el", text, "g", {.relabel = true});
        const bool is_edge = line != "\n" && line[0] != '#';
        REQUIRE(std::visit([](const auto& a) { return a.moves.edge_count(); }, graph.arena) ==
                before + 700 + (is_edge ? 1 : 0));
        const auto has = [&](std::uint64_t id) {
          return std::binary_search(graph.original_id.begin(), graph.original_id.end(), id);
        };
        REQUIRE(has(699));
        REQUIRE(has(123456789) == line.starts_with("1"));
        REQUIRE((before < 60 || has(59 * 59)));
      }
  }
}

TEST_CASE("ids of every length up to 16 digits are read, by lines in one go and by lines apart") {
  std::mt19937_64 random(11);
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2})
    for (unsigned digits = 1; digits <= 16; ++digits) {
      const SimdScope simd(level);
      std::uint64_t largest = 1;
      for (unsigned d = 0; d < digits; ++d) largest *= 10;
      std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;
      std::string text;
      for (int i = 0; i < 600; ++i) {
        // The second half holds short ids too.
        const auto id = [&] { return random() % largest >> (i < 300 ? 0 : random() % 30); };
        edges.emplace_back(id(), id());
        text += std::to_string(edges.back().first) + " " + std::to_string(edges.back().second) + "\n";
      }
      const auto graph = parse_graph_as("el", text, "g", {.relabel = true});
      decltype(edges) read;
      const Rows rows = test::rows_of(graph.arena);
      for (std::size_t v = 0; v < rows.size(); ++v)
        for (const std::uint64_t u : rows[v]) read.emplace_back(graph.original_id[v], graph.original_id[u]);
      std::sort(edges.begin(), edges.end());
      INFO(digits);
      REQUIRE((read == edges));
    }
}

TEST_CASE("what is no line of two numbers is told wherever it stands among those that are") {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"7 8 9\n", "'9' is one word too many"},
      {"7\n8 9\n", "the second id is missing"},
      {"7 8\t9 10\n", "'9' is one word too many"},
      {"7 8;\n", "the second id is '8;', it must be a decimal number"},
      {"7 \xb0\n", "the second id is '?', it must be a decimal number"},
      {"4294967296 1\n", "the first id is '4294967296', the limit is 999999"},
      {"1 1000000\n", "the second id is '1000000', the limit is 999999"},
      {"1 18446744073709551617\n", "the second id is '18446744073709551617', the limit is 999999"},
  };
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2}) {
    const SimdScope simd(level);
    for (const auto& c : cases)
      for (const std::size_t before : {0U, 1U, 3U, 8U, 130U, 131U, 400U}) {
        std::string text;
        for (std::size_t i = 0; i < before; ++i)
          text += std::to_string(i * i) + " " + std::to_string(i) + "\n";
        text += c.text;
        for (std::size_t i = 0; i < 400; ++i) text += "5 " + std::to_string(i) + "\n";
        const auto failure =
            failure_of([&] { static_cast<void>(parse_graph_as("el", text, "g", {.vertices = 1'000'000})); });
        REQUIRE(failure);
        REQUIRE(failure->what == "g:" + std::to_string(before + 1) + ": " + c.message);
      }
  }
}

TEST_CASE("a line that is longer than a block is read") {
  const std::string text = "0 1\n#" + std::string(std::size_t{3} << 18, 'x') + "\n1 2\n";
  REQUIRE(rows_in("el", text) == Rows{{1}, {2}, {}});
}
