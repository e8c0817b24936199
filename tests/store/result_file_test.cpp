#include "retrograph/store/result_file.hpp"

#include <algorithm>
#include <random>

#include "retrograph/store/board_text.hpp"
#include "retrograph/store/file_kind.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

// Labels without meaning: draws have no remoteness, the rest one up to `most`.
template <VertexId V>
Outcomes<V> random_outcomes(std::size_t n, std::uint32_t most, std::uint64_t seed, bool moves) {
  std::mt19937_64 random(seed);
  Outcomes<V> outcomes;
  outcomes.value = Array<Value>(n);
  Array<std::uint32_t> plies(n);
  if (moves) outcomes.best_move = Array<V>(n);
  for (std::size_t v = 0; v < n; ++v) {
    outcomes.value[v] = static_cast<Value>(random() % 4);
    plies[v] = outcomes.value[v] == Value::draw ? RemotenessArray::none
                                                : static_cast<std::uint32_t>(random() % (most + 1));
    if (moves) outcomes.best_move[v] = random() % 3 == 0 ? no_vertex<V> : static_cast<V>(random() % n);
  }
  outcomes.remoteness = RemotenessArray::narrowed(std::move(plies), most);
  return outcomes;
}

std::uint64_t sum(const ResultSummary& summary) {
  std::uint64_t total = 0;
  for (const auto& bin : summary.bins) total += bin.count;
  return total;
}

}  // namespace

TEMPLATE_TEST_CASE("a graph's result is read back whole and entry by entry", "", std::uint32_t,
                   std::uint64_t) {
  const Scratch scratch;
  for (const std::uint32_t most : {0U, 254U, 255U, 65534U, 65535U, 100000U})
    for (const std::size_t n : {std::size_t{1}, std::size_t{200000}}) {
      if (n == 1 && most > 0) continue;
      const auto outcomes = random_outcomes<TestType>(n, most, 5, true);
      PartialFile out(scratch / "r.h5", true);
      write_result(out, outcomes, reproducible());
      REQUIRE(kind_of_file(out.target()) == FileKind::result);
      const ResultFile file(out.target());
      REQUIRE(file.kind() == ResultFile::Kind::graph);
      REQUIRE(file.level() == StoreLevel::full);
      REQUIRE(file.size() == n);
      const auto read = file.template outcomes<TestType>();
      REQUIRE(std::ranges::equal(read.value, outcomes.value));
      REQUIRE(std::ranges::equal(read.best_move, outcomes.best_move));
      REQUIRE(read.remoteness.width() == outcomes.remoteness.width());
      for (std::size_t v = 0; v < n; ++v)
        if (read.remoteness[v] != outcomes.remoteness[v]) FAIL("remoteness of " << v);
      for (const std::size_t v : {std::size_t{0}, n / 2, n - 1}) {
        REQUIRE(file.value(v) == outcomes.value[v]);
        REQUIRE(file.remoteness(v).value_or(RemotenessArray::none) == outcomes.remoteness[v]);
        REQUIRE(file.best_move(v).value_or(no_vertex<TestType>) == outcomes.best_move[v]);
      }
      const auto beyond = failure_of([&] { static_cast<void>(file.value(n)); });
      REQUIRE(beyond);
      REQUIRE(beyond->category == Category::usage);
    }
}

TEST_CASE("an empty graph has a result") {
  const Scratch scratch;
  PartialFile out(scratch / "r.h5", false);
  write_result(out, Outcomes<std::uint32_t>{}, reproducible());
  const ResultFile file(out.target());
  REQUIRE(file.size() == 0);
  REQUIRE(file.values().size() == 0);
  REQUIRE(file.summary().bins.empty());
}

TEST_CASE("the summary counts every position once, by value and remoteness, with the lowest example") {
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    const auto outcomes = random_outcomes<std::uint32_t>(300000, 40, 9, false);
    const auto summary = summarise(outcomes);
    REQUIRE(summary.counts == count_outcomes(outcomes.value.span(), outcomes.remoteness));
    REQUIRE(sum(summary) == outcomes.value.size());
    REQUIRE(summary.bins.size() == 3 * 41 + 1);
    for (std::size_t i = 0; i < summary.bins.size(); ++i) {
      const auto& bin = summary.bins[i];
      std::uint64_t count = 0;
      std::uint64_t first = outcomes.value.size();
      for (std::uint64_t v = 0; v < outcomes.value.size(); ++v)
        if (outcomes.value[v] == bin.value && outcomes.remoteness[v] == bin.remoteness && count++ == 0)
          first = v;
      if (count != bin.count || first != bin.example) FAIL("bin " << i);
      if (i > 0 && std::pair(summary.bins[i - 1].remoteness, summary.bins[i - 1].value) >=
                       std::pair(bin.remoteness, bin.value))
        FAIL("order of bin " << i);
    }
  }
}

TEST_CASE("levels leave out what they say, and what is left out is a usage error") {
  const Scratch scratch;
  const auto outcomes = random_outcomes<std::uint32_t>(1000, 9, 2, true);
  for (const auto level : {StoreLevel::summary, StoreLevel::values}) {
    PartialFile out(scratch / "r.h5", true);
    write_result(out, outcomes, reproducible(), level);
    const ResultFile file(out.target());
    REQUIRE(file.level() == level);
    REQUIRE(file.size() == 1000);
    REQUIRE(file.summary().bins == summarise(outcomes).bins);
    REQUIRE(file.summary().counts == summarise(outcomes).counts);
    REQUIRE(file.has_values() == (level == StoreLevel::values));
    const auto failure = failure_of([&] { static_cast<void>(file.remoteness(3)); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::usage);
  }
}

namespace {

// A made-up answer for every state of a board.
struct Made {
  std::uint64_t cells;
  std::uint32_t most;
  [[nodiscard]] Value value(Side turn, std::uint64_t thief, std::uint64_t police) const {
    return static_cast<Value>((static_cast<std::uint64_t>(turn) + 3 * thief + police) % 3);
  }
  [[nodiscard]] std::uint32_t remoteness(Side turn, std::uint64_t thief, std::uint64_t police) const {
    if (value(turn, thief, police) == Value::draw) return RemotenessArray::none;
    return static_cast<std::uint32_t>((thief * 7 + police * 13) %
                                      (std::min<std::uint64_t>(most, 2 * cells * cells) + 1));
  }
  [[nodiscard]] std::uint64_t move(Side turn, std::uint64_t thief, std::uint64_t police) const {
    return police % 5 == 0 ? no_vertex<std::uint64_t>
                           : ((1 - static_cast<std::uint64_t>(turn)) * cells + thief) * cells + police;
  }
  void fill(Side turn, std::uint32_t thief, const BoardRow& row) const {
    for (std::uint64_t p = 0; p < cells; ++p) {
      row.value[p] = value(turn, thief, p);
      if (!row.remoteness.empty()) row.remoteness[p] = remoteness(turn, thief, p);
      if (!row.best_move.empty()) row.best_move[p] = move(turn, thief, p);
    }
  }
};

}  // namespace

TEST_CASE("a board's result is read back by position, walls holding nothing") {
  const Scratch scratch;
  const auto many = [](std::string text, int rows) {
    std::string row(82, '.');
    row[2] = row[40] = '*';
    row[17] = 'E';
    for (int i = 0; i < rows; ++i) text += row + "\n";
    return text;
  };
  for (const std::string& text : {std::string("PT\n"), std::string("P.*\n*.T\n"),
                                  many(std::string(82, '.').replace(0, 2, "PT") + "\n", 11)}) {
    const Board board = parse_board(text, "b");
    const std::uint64_t cells = board.cell_count();
    for (const std::uint32_t most : {254U, 255U, 70000U}) {
      const Made made{cells, most};
      PartialFile out(scratch / "r.h5", true);
      Provenance p = reproducible();
      p.rules = rules_of({.first = Side::thief});
      const auto summary = write_board_result(
          out, board, {.remoteness = true, .max_remoteness = most, .best_move = true}, p, StoreLevel::full,
          [&](Side turn, std::uint32_t thief, const BoardRow& row) { made.fill(turn, thief, row); });
      const ResultFile file(out.target());
      REQUIRE(file.kind() == ResultFile::Kind::board);
      REQUIRE(board_text(file.board()) == text);
      REQUIRE(file.rules().first == Side::thief);
      REQUIRE(file.size() == 2 * cells * cells);
      REQUIRE(file.summary().bins == summary.bins);
      const auto outcomes = file.outcomes<std::uint32_t>();
      std::uint64_t states = 0;
      for (const Side turn : {Side::police, Side::thief})
        for (std::uint32_t thief = 0; thief < cells; ++thief)
          for (std::uint32_t police = 0; police < cells; ++police) {
            const std::uint64_t i = file.index_of(turn, thief, police);
            const bool state = board.cells[thief] != Cell::wall && board.cells[police] != Cell::wall;
            states += state;
            const bool good =
                state
                    ? outcomes.value[i] == made.value(turn, thief, police) &&
                          outcomes.remoteness[i] == made.remoteness(turn, thief, police) &&
                          outcomes.best_move[i] == static_cast<std::uint32_t>(made.move(turn, thief, police))
                    : outcomes.value[i] == Value::none && outcomes.remoteness[i] == RemotenessArray::none &&
                          outcomes.best_move[i] == no_vertex<std::uint32_t>;
            if (!good) FAIL("position " << i);
          }
      REQUIRE(sum(summary) == states);
      const auto thief = static_cast<std::uint32_t>(cells - 1);
      const auto row = file.value_row(Side::thief, thief);
      const auto plies = file.remoteness_row(Side::thief, thief);
      for (std::uint32_t police = 0; police < cells; ++police) {
        if (row[police] != file.value(file.index_of(Side::thief, thief, police))) FAIL("row " << police);
        if (plies[police] != outcomes.remoteness[file.index_of(Side::thief, thief, police)])
          FAIL("plies " << police);
      }
    }
  }
}

TEST_CASE("a board's result has the same bytes for every number of threads") {
  const Scratch scratch;
  std::string text(40, '.');
  text.replace(0, 2, "PT");
  for (int i = 0; i < 30; ++i) text += "\n" + std::string(40, i % 3 == 0 ? '*' : '.');
  const Board board = parse_board(text, "b");
  const Made made{board.cell_count(), 200};
  std::vector<std::string> bytes;
  for (const unsigned threads : {1U, 2U, 4U}) {
    const par::ThreadScope scope(threads);
    PartialFile out(scratch / "r.h5", true);
    write_board_result(
        out, board, {.remoteness = true, .max_remoteness = 200, .best_move = false}, reproducible(),
        StoreLevel::full,
        [&](Side turn, std::uint32_t thief, const BoardRow& row) { made.fill(turn, thief, row); });
    bytes.push_back(content_of(out.target()));
  }
  REQUIRE(bytes[0] == bytes[1]);
  REQUIRE(bytes[0] == bytes[2]);
}

TEST_CASE("a remoteness beyond what was announced is an error, not a wrong number") {
  const Scratch scratch;
  const Board board = parse_board("PT.\n", "b");
  PartialFile out(scratch / "r.h5", true);
  const auto failure = failure_of([&] {
    write_board_result(out, board, {.remoteness = true, .max_remoteness = 1, .best_move = false},
                       reproducible(), StoreLevel::full, [](Side, std::uint32_t, const BoardRow& row) {
                         std::ranges::fill(row.value, Value::win);
                         std::ranges::fill(row.remoteness, 300U);
                       });
  });
  REQUIRE(failure);
}

TEST_CASE("a board of more than 64 KiB of text is kept in its result") {
  const Scratch scratch;
  std::string text(300, '.');
  text.replace(0, 2, "PT");
  for (int i = 1; i < 300; ++i) text += "\n" + std::string(300, '*');
  const Board board = parse_board(text + "\n", "b");
  PartialFile out(scratch / "r.h5", true);
  write_board_result(out, board, {.remoteness = false, .max_remoteness = 0, .best_move = false},
                     reproducible(), StoreLevel::summary, [](Side, std::uint32_t, const BoardRow& row) {
                       std::ranges::fill(row.value, Value::draw);
                     });
  const ResultFile file(out.target());
  REQUIRE(board_text(file.board()) == text + "\n");
  REQUIRE(file.summary().counts.draw == 2 * 300 * 300);
}
