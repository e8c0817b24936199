// Damaged and hostile files: never a crash, never an absurd allocation, always an Error of the right kind.
#include <algorithm>
#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/graph_file.hpp"
#include "retrograph/store/h5.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/store/table_file.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

Provenance plain_provenance() {
  Provenance p = begin_provenance("1", "c", "");
  p.reproducible = true;
  return p;
}

void write_sample_graph(const std::filesystem::path& path, bool compress) {
  std::vector<Edge<std::uint32_t>> edges;
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i)
    edges.push_back({static_cast<std::uint32_t>(random() % 700), static_cast<std::uint32_t>(random() % 700)});
  Arena<std::uint32_t> arena;
  arena.moves = build_csr<std::uint32_t>(700, edges);
  arena.terminal = Array<Value>(700, Value::none);
  arena.owner = Array<std::uint8_t>(700, 1);
  PartialFile out(path, true);
  write_graph(out, arena, plain_provenance(), {.compress = compress, .original_id = {}});
}

void write_sample_result(const std::filesystem::path& path) {
  const Board board = parse_board("PT.E\n.*..\n", "b");
  PartialFile out(path, true);
  write_board_result(out, board, {.remoteness = true, .max_remoteness = 9, .best_move = true},
                     plain_provenance(), StoreLevel::full,
                     [](Side turn, std::uint32_t thief, const BoardRow& row) {
                       for (std::uint32_t p = 0; p < row.value.size(); ++p) {
                         row.value[p] = (p + thief) % 2 == 0 ? Value::win : Value::lose;
                         row.remoteness[p] = (p + thief + static_cast<std::uint32_t>(turn)) % 10;
                         row.best_move[p] = p;
                       }
                     });
}

void write_sample_table(const std::filesystem::path& path) {
  HeapRun run;
  run.count = 900;
  Array<std::uint8_t> values(900, 3);
  run.values = HeapValues(std::move(values));
  run.rare = 1;
  run.rares = {{4, 3}};
  run.period = Period{34, 52, 0, Proof::guy_smith};
  PartialFile out(path, true);
  write_table(out, "0.137", run, plain_provenance());
}

// Reads all that a file of any kind holds.
void read_all(const std::filesystem::path& path) {
  switch (kind_of_file(path)) {
    case FileKind::graph: {
      check_graph_file(path);
      return;
    }
    case FileKind::result: {
      const ResultFile file(path);
      if (file.has_values()) {
        const auto outcomes = file.outcomes<std::uint32_t>();
        static_cast<void>(summarise(outcomes));
        static_cast<void>(file.value(0));
      }
      return;
    }
    case FileKind::table: {
      const TableFile file(path);
      if (file.has_values()) static_cast<void>(file.all_values());
      return;
    }
    default:
      return;
  }
}

bool acceptable(Category category) {
  return category == Category::malformed || category == Category::io || category == Category::refused ||
         category == Category::resource || category == Category::usage;
}

struct Sample {
  const char* name;
  std::string bytes;
};

std::vector<Sample> samples(const Scratch& scratch) {
  write_sample_graph(scratch / "g", false);
  write_sample_graph(scratch / "c", true);
  write_sample_result(scratch / "r");
  write_sample_table(scratch / "t");
  std::vector<Sample> all;
  for (const char* name : {"g", "c", "r", "t"}) {
    read_all(scratch / name);
    all.push_back({name, content_of(scratch / name)});
  }
  return all;
}

}  // namespace

TEST_CASE("a truncated file is never read as a whole one") {
  const Scratch scratch;
  std::mt19937 random(1);
  for (const auto& [name, bytes] : samples(scratch)) {
    for (std::size_t round = 0; round < test::scaled(40); ++round) {
      const std::size_t length = random() % bytes.size();
      INFO(name << " cut to " << length);
      const auto path = scratch.write("x", std::string_view(bytes).substr(0, length));
      const auto failure = failure_of([&] { read_all(path); });
      if (length >= 8) REQUIRE(failure);
      if (failure) REQUIRE(failure->category == Category::malformed);
    }
  }
}

TEST_CASE("a file with any byte changed is read or refused, and never crashes the reader") {
  const Scratch scratch;
  std::mt19937 random(2);
  for (const auto& [name, bytes] : samples(scratch)) {
    for (std::size_t round = 0; round < test::scaled(250); ++round) {
      std::string damaged = bytes;
      const std::size_t at = random() % damaged.size();
      damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << random() % 8));
      if (round % 3 == 0) damaged[random() % damaged.size()] = static_cast<char>(random());
      INFO(name << ", byte " << at);
      const auto failure = failure_of([&] { read_all(scratch.write("x", damaged)); });
      if (failure) REQUIRE(acceptable(failure->category));
    }
  }
}

TEST_CASE("a changed byte of a graph's arrays is found by its checksums") {
  const Scratch scratch;
  const auto bytes = samples(scratch)[0].bytes;
  std::uint64_t indices = 0;
  std::uint64_t indptr = 0;
  {
    const auto file = h5::File::open(scratch / "g");
    indices = H5Dget_offset(h5::open_dataset(file, "/graph/indices").id());
    indptr = H5Dget_offset(h5::open_dataset(file, "/graph/indptr").id());
  }
  for (const std::uint64_t at : {indices, indices + 4 * 2999, indptr + 8 * 5, indptr + 8 * 699}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    const auto failure = failure_of([&] { check_graph_file(scratch.write("x", damaged)); });
    REQUIRE(failure);
    REQUIRE((failure->category == Category::refused || failure->category == Category::malformed));
  }
}

namespace {

// A graph file made by hand: each test spoils one thing.
struct Handmade {
  std::vector<std::int64_t> shape{3, 3};
  std::vector<std::int64_t> indptr{0, 1, 2, 2};
  std::vector<std::int64_t> indices{1, 2};
  std::vector<std::uint8_t> terminal{};
  std::vector<std::uint8_t> owner{};
  const char* encoding = "csr_matrix";

  void write(const std::filesystem::path& path) const {
    auto file = h5::File::create(path);
    const auto group = h5::create_group(file, "graph");
    h5::write_variable_string(group, "encoding-type", encoding);
    h5::write_attribute(group, "shape", std::span(shape));
    put(group, "indptr", std::span(indptr));
    put(group, "indices", std::span(indices));
    if (!terminal.empty()) put(group, "terminal", std::span(terminal));
    if (!owner.empty()) put(group, "owner", std::span(owner));
    file.close();
  }
  template <class T>
  static void put(const h5::Group& group, const char* name, std::span<const T> values) {
    const hsize_t dims[] = {values.size()};
    const auto dataset = h5::create_contiguous(group, name, h5::native_type<T>(), dims);
    h5::write_range(dataset, h5::native_type<T>(), 0, values.size(), values.data());
  }
};

std::string message_of(const std::filesystem::path& path) {
  const auto failure = failure_of([&] { static_cast<void>(read_graph(path)); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::malformed);
  return failure->what;
}

}  // namespace

TEST_CASE("a graph made by another program is read") {
  const Scratch scratch;
  Handmade{}.write(scratch / "g");
  const auto graph = read_graph(scratch / "g");
  REQUIRE(std::get<Arena<std::uint32_t>>(graph.arena).moves.edge_count() == 2);
}

TEST_CASE("a graph that contradicts itself is refused with dataset, place and value") {
  const Scratch scratch;
  const auto path = scratch / "g";
  const auto with = [&](auto&& change) {
    Handmade graph;
    change(graph);
    graph.write(path);
    return message_of(path);
  };
  using Catch::Matchers::Contains;
  REQUIRE_THAT(with([](Handmade& g) { g.indptr = {0, 2, 1, 2}; }),
               Contains("indptr falls from 2 to 1 at vertex 1"));
  REQUIRE_THAT(with([](Handmade& g) { g.indptr = {1, 1, 2, 2}; }), Contains("indptr[0] is 1"));
  REQUIRE_THAT(with([](Handmade& g) { g.indptr = {0, 1, 2, 3}; }), Contains("indptr[3] is 3"));
  REQUIRE_THAT(with([](Handmade& g) { g.indptr = {0, 1, 2}; }), Contains("3 entries, 3 vertices need 4"));
  REQUIRE_THAT(with([](Handmade& g) { g.indptr = {0, -1, 2, 2}; }), Contains("indptr"));
  REQUIRE_THAT(with([](Handmade& g) { g.indices = {1, 3}; }), Contains("indices[1] is 3"));
  REQUIRE_THAT(with([](Handmade& g) { g.indices = {-1, 2}; }), Contains("indices[0]"));
  REQUIRE_THAT(with([](Handmade& g) { g.indices = {std::int64_t{1} << 40, 2}; }), Contains("indices[0]"));
  REQUIRE_THAT(with([](Handmade& g) { g.shape = {3, 4}; }), Contains("3 x 4"));
  REQUIRE_THAT(with([](Handmade& g) { g.shape = {-1, -1}; }), Contains("-1 x -1"));
  REQUIRE_THAT(with([](Handmade& g) { g.shape = {3}; }), Contains("shape"));
  REQUIRE_THAT(with([](Handmade& g) { g.shape = {std::int64_t{1} << 61, std::int64_t{1} << 61}; }),
               Contains("indptr"));
  REQUIRE_THAT(with([](Handmade& g) { g.encoding = "csc_matrix"; }), Contains("csc_matrix"));
  REQUIRE_THAT(with([](Handmade& g) { g.terminal = {0, 4, 255}; }), Contains("vertex 1 is 4"));
  REQUIRE_THAT(with([](Handmade& g) { g.terminal = {0, 1}; }), Contains("2 terminal values for 3 vertices"));
  REQUIRE_THAT(with([](Handmade& g) { g.owner = {0, 1, 2}; }), Contains("vertex 2 is 2"));
  REQUIRE_THAT(with([](Handmade& g) { g.owner = {0}; }), Contains("1 owners for 3 vertices"));
}

TEST_CASE("a dataset that claims more than the file can hold is refused before memory is asked for") {
  const Scratch scratch;
  const auto make = [&](hsize_t size, hsize_t chunk) {
    auto file = h5::File::create(scratch / "g");
    const auto group = h5::create_group(file, "graph");
    const std::int64_t n = static_cast<std::int64_t>(size) - 1;
    const std::int64_t shape[] = {n, n};
    h5::write_attribute(group, "shape", std::span(shape));
    const hsize_t dims[] = {size};
    const hsize_t chunks[] = {chunk};
    const auto indptr = h5::create_chunked(group, "indptr", H5T_NATIVE_INT64, dims, chunks);
    const auto indices = h5::create_chunked(group, "indices", H5T_NATIVE_INT32, dims, chunks);
    file.close();
    return message_of(scratch / "g");
  };
  REQUIRE_THAT(make(hsize_t{1} << 50, 1 << 20), Catch::Matchers::Contains("claims"));
  REQUIRE_THAT(make(hsize_t{1} << 61, 1 << 20), Catch::Matchers::Contains("claims"));
}

TEST_CASE("files of the wrong kind are malformed, missing ones no input") {
  const Scratch scratch;
  const auto text = scratch.write("t", "0 1\n");
  write_sample_graph(scratch / "g", false);
  write_sample_table(scratch / "tab");
  const auto category = [](auto&& f) {
    const auto failure = failure_of(f);
    REQUIRE(failure);
    return failure->category;
  };
  REQUIRE(category([&] { static_cast<void>(read_graph(text)); }) == Category::malformed);
  REQUIRE(category([&] { static_cast<void>(read_graph(scratch / "tab")); }) == Category::malformed);
  REQUIRE(category([&] { static_cast<void>(read_graph(scratch / "none")); }) == Category::no_input);
  REQUIRE(category([&] { ResultFile file(scratch / "g"); }) == Category::malformed);
  REQUIRE(category([&] { TableFile file(scratch / "g"); }) == Category::malformed);
  REQUIRE(category([&] { TableFile file(scratch / "none"); }) == Category::no_input);
}

TEST_CASE("a file that was not marked complete is refused") {
  const Scratch scratch;
  {
    auto file = h5::File::create(scratch / "r");
    write_provenance(file, plain_provenance());
    file.close();
  }
  const auto failure = failure_of([&] { ResultFile file(scratch / "r"); });
  REQUIRE(failure);
  REQUIRE(failure->what.find("complete") != std::string::npos);
}
