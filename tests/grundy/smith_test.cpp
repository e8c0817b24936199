#include <sstream>
#include <string>

#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/grundy/smith_reference.hpp"
#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "grundy/graph_samples.hpp"

using namespace retrograph;
using samples::Rows;

namespace {

// "0 1;;2" -> rows {0, 1}, {}, {2}
Rows rows_of(const std::string& text) {
  Rows rows(1);
  std::string number;
  for (const char c : text + " ") {
    if (c >= '0' && c <= '9') {
      number += c;
      continue;
    }
    if (!number.empty()) rows.back().push_back(static_cast<std::uint32_t>(std::stoul(number)));
    number.clear();
    if (c == ';') rows.emplace_back();
  }
  return rows;
}

// "0 inf{0,2} 1", one value a vertex.
template <class At>
std::string text_of_all(std::size_t n, At&& at) {
  std::ostringstream out;
  for (std::size_t v = 0; v < n; ++v) {
    const auto [infinite, value, set] = at(v);
    out << (v == 0 ? "" : " ");
    if (!infinite) {
      out << value;
      continue;
    }
    out << "inf{";
    for (std::size_t i = 0; i < set.size(); ++i) out << (i == 0 ? "" : ",") << set[i];
    out << "}";
  }
  return out.str();
}

std::string text_of(const GraphValues& values) {
  return text_of_all(values.vertex_count(), [&](std::size_t v) { return values[v]; });
}

std::string text_of(const ReferenceSmith& smith) {
  return text_of_all(smith.value.size(), [&](std::size_t v) {
    return LoopyValue{smith.value[v] == ReferenceSmith::infinite, smith.value[v], smith.set[v]};
  });
}

std::string outcomes_of(const GraphValues& values) {
  std::string text;
  for (std::uint64_t v = 0; v < values.vertex_count(); ++v) {
    const Value outcome = outcome_of(values[v]);
    text += std::string(v == 0 ? "" : " ") + (outcome == Value::win    ? "W"
                                              : outcome == Value::lose ? "L"
                                                                       : "D");
  }
  return text;
}

struct Known {
  const char* name;
  const char* rows;
  const char* values;
  const char* outcomes;
};

const Known known[] = {
    {"smith-blocker", ";2;1;0 1", "0 inf{} inf{} inf{0}", "L D D W"},
    {"unresolved option that reverts", ";0 2;2 3;0", "0 1 inf{1} 1", "L W D W"},
    {"finite value on a cycle", "1 3;2;0;", "2 1 0 0", "W W L L"},
    {"WindUp n=5 {1,2}", ";0 4;1 0;2 1;3 2", "0 inf{0} inf{0} 0 inf{0}", "L W W L W"},
    {"WindUp n=9 {2,5}", ";8 5;0 6;1 7;2 8;3 0;4 1;5 2;6 3",
     "0 inf{} inf{0} inf{0} inf{} inf{0} inf{} 0 inf{}", "L D W W D W D L D"},
    {"WindUp n=40 {6,7}",
     ";35 34;36 35;37 36;38 37;39 38;0 39;1 0;2 1;3 2;4 3;5 4;6 5;7 6;8 7;9 8;10 9;11 10;12 11;13 12;14 "
     "13;15 14;16 15;17 16;18 17;19 18;20 19;21 20;22 21;23 22;24 23;25 24;26 25;27 26;28 27;29 28;30 29;31 "
     "30;32 31;33 32",
     "0 1 1 1 1 1 1 2 0 0 0 0 0 0 1 1 1 1 1 1 2 0 0 0 0 0 0 1 1 1 1 1 1 2 0 0 0 0 0 0",
     "L W W W W W W W L L L L L L W W W W W W W L L L L L L W W W W W W W L L L L L L"},
    {"random 1", ";4;2 5 6;0 1;3 5;0 1 2 3;1 3", "0 1 inf{0} 2 0 inf{0,1,2} 0", "L W W W L W L"},
    {"random 3", "0 1 2;;;1;1 3", "inf{0} 0 0 1 2", "W L L W W"},
    {"random 5", "3 7;0;1 4 5;6;1 4 6;4;;", "2 0 inf{0} 1 inf{0} 0 0 0", "W L W W W L L L"},
    {"random 7", ";7;0 2;0 4 7;1 6;3 6 7;2;5", "0 1 inf{0} 1 2 2 0 0", "L W W W W W L L"},
    {"random 9", "5;7;7;;0 1 3;1 3 7;2 3 4 6;", "0 1 1 0 2 2 inf{0,1,2} 0", "L W W L W W W L"},
    {"random 11", "1 5;4;1 2 4 5;2 4 5;2 3;", "2 1 inf{0,1} 1 0 0", "W W W W L L"},
    {"random 13", ";4 6;3;4 5;0 2 4;0 2 3 6;4", "0 1 1 0 inf{0,1} 2 0", "L W W L W W L"},
};

}  // namespace

TEST_CASE("Smith values of loopy games with known answers") {
  for (const Known& k : known) {
    INFO(k.name);
    const auto graph = samples::graph_of(rows_of(k.rows));
    const SmithLabels found = smith_labels(graph);
    REQUIRE(text_of(found.values) == k.values);
    REQUIRE(outcomes_of(found.values) == k.outcomes);
    REQUIRE(text_of(reference_smith(adjacency_lists(graph))) == k.values);
    REQUIRE(found.values.cyclic);
    REQUIRE_NOTHROW(check_graph_values(found.values, k.name));
  }
}

TEMPLATE_TEST_CASE("Smith values equal the definition on random graphs, at every thread count", "",
                   std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(66);
  for (std::size_t round = 0; round < test::scaled(8000); ++round) {
    const std::size_t n = 1 + random() % (round % 100 == 0 ? 200 : 24);
    const auto graph =
        samples::graph_of<TestType>(samples::random_any(n, 0.25 * double(random() % 20), random));
    const par::ThreadScope scope(1 + static_cast<unsigned>(round % 3));
    const GraphValues found = smith_labels(graph).values;
    REQUIRE(text_of(found) == text_of(reference_smith(adjacency_lists(graph))));
    REQUIRE_NOTHROW(check_graph_values(found, "here"));
  }
}

TEST_CASE("level 0 is exactly the win/lose/draw pass") {
  std::mt19937_64 random(69);
  for (std::size_t round = 0; round < test::scaled(500); ++round) {
    Arena<std::uint32_t> arena;
    const double degree = 0.25 * double(random() % 16);
    arena.moves = samples::graph_of(samples::random_any(1 + random() % 80, degree, random));
    const Outcomes<std::uint32_t> solved = solve_reference(arena);
    const SmithLabels smith = smith_labels(arena.moves);
    const OutcomeCounts counts = count_outcomes(solved.value.span(), {});
    REQUIRE(smith.levels[0].labelled == counts.lose);
    REQUIRE(smith.levels[0].infinite == counts.draw);
    for (std::uint64_t v = 0; v < arena.vertex_count(); ++v)
      if (outcome_of(smith.values[v]) != solved.value[v]) FAIL("vertex " << v << " of round " << round);
  }
}

TEST_CASE("without cycles Smith values are mex values") {
  std::mt19937_64 random(67);
  for (std::size_t round = 0; round < test::scaled(300); ++round) {
    const auto graph = samples::graph_of(samples::random_acyclic(1 + random() % 300, 6, random));
    const GraphValues smith = smith_labels(graph).values;
    REQUIRE(text_of(smith) == text_of(mex_values(graph)));
    REQUIRE_FALSE(smith.cyclic);
    REQUIRE(smith.infinite == 0);
  }
}

TEST_CASE("a graph of many blocks numbers its infinite sets the same at every thread count") {
  std::mt19937_64 random(68);
  const auto graph = samples::graph_of(samples::random_any(150000, 4, random));
  const par::ThreadScope one(1);
  const SmithLabels serial = smith_labels(graph);
  REQUIRE(serial.values.set_count() > 4);
  REQUIRE_NOTHROW(check_graph_values(serial.values, "here"));
  const par::ThreadScope four(4);
  const SmithLabels parallel = smith_labels(graph);
  REQUIRE(text_of(parallel.values) == text_of(serial.values));
  REQUIRE(parallel.values.offsets == serial.values.offsets);
  REQUIRE(parallel.values.members == serial.values.members);
  // What the levels report adds up.
  std::uint64_t counted = 0;
  for (const SmithLevel& level : parallel.levels) counted += level.labelled + level.infinite;
  REQUIRE(counted == graph.vertex_count());
}

TEST_CASE("values above 63 appear in sets, and labels grow to 16 bits") {
  // Vertex v < 300 moves to all below it; 300 moves to itself and everything, 301 to itself and two of them.
  Rows rows(302);
  for (std::uint32_t v = 0; v < 300; ++v)
    for (std::uint32_t u = 0; u < v; ++u) rows[v].push_back(u);
  rows[300] = {300};
  rows[301] = {301, 299, 0, 299, 70};
  for (std::uint32_t u = 0; u < 300; ++u) rows[300].push_back(u);
  const auto graph = samples::graph_of(rows);
  const GraphValues values = smith_labels(graph).values;
  REQUIRE(text_of(values) == text_of(reference_smith(adjacency_lists(graph))));
  REQUIRE(values.code.width() == 2);
  REQUIRE(values.max_value() == 299);
  REQUIRE(values[300].set.size() == 300);
  REQUIRE(std::vector<std::uint32_t>(values[301].set.begin(), values[301].set.end()) ==
          std::vector<std::uint32_t>{0, 70, 299});
}

TEST_CASE("graph_values takes mex where it can and Smith values where it must") {
  REQUIRE(text_of(graph_values(samples::graph_of({{1}, {2}, {}}))) == "0 1 0");
  REQUIRE_FALSE(graph_values(samples::graph_of({{1}, {2}, {}})).cyclic);
  const GraphValues finite_cycle = graph_values(samples::graph_of({{1, 3}, {2}, {0}, {}}));
  REQUIRE(text_of(finite_cycle) == "2 1 0 0");
  REQUIRE(finite_cycle.cyclic);
  REQUIRE(graph_values(samples::graph_of({})).vertex_count() == 0);
  REQUIRE(text_of(graph_values(samples::graph_of({{0}}))) == "inf{}");
}
