#include "retrograph/store/graph_file.hpp"

#include <algorithm>
#include <random>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/h5.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

template <VertexId V>
Arena<V> random_arena(std::uint64_t n, std::size_t m, bool extras, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Edge<V>> edges(n == 0 ? 0 : m);
  for (auto& e : edges) e = {static_cast<V>(random() % n), static_cast<V>(random() % n)};
  Arena<V> arena;
  arena.moves = build_csr<V>(n, edges);
  arena.dead_end = DeadEnd::tie;
  if (!extras) return arena;
  arena.terminal = Array<Value>(n, Value::none);
  arena.owner = Array<std::uint8_t>(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    arena.owner[v] = random() % 2;
    if (random() % 3 == 0) arena.terminal[v] = static_cast<Value>(random() % 4);
  }
  return arena;
}

template <class A, class B>
bool same(const Array<A>& a, const Array<B>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

template <VertexId V, VertexId W>
bool same(const Arena<V>& a, const Arena<W>& b) {
  return std::ranges::equal(a.moves.offsets(), b.moves.offsets()) &&
         std::ranges::equal(a.moves.targets(), b.moves.targets()) && same(a.terminal, b.terminal) &&
         same(a.owner, b.owner) && a.dead_end == b.dead_end;
}

}  // namespace

TEMPLATE_TEST_CASE("a graph file gives back what was written", "", std::uint32_t, std::uint64_t) {
  const Scratch scratch;
  int number = 0;
  for (const bool compress : {false, true})
    for (const bool extras : {false, true})
      for (const auto& [n, m] : {std::pair{0, 0}, {1, 0}, {5, 0}, {1, 3}, {7, 20}, {3000, 400000}}) {
        const auto arena =
            random_arena<TestType>(static_cast<std::uint64_t>(n), static_cast<std::size_t>(m), extras, 7);
        PartialFile out(scratch / std::to_string(number++), false);
        write_graph(out, arena, reproducible(), {.compress = compress});
        const auto graph = read_graph(out.target());
        REQUIRE(graph.original_id.empty());
        REQUIRE(same(arena, std::get<Arena<std::uint32_t>>(graph.arena)));
        const auto check = check_graph_file(out.target());
        REQUIRE(check.vertices == arena.vertex_count());
        REQUIRE(check.edges == arena.moves.edge_count());
        REQUIRE(check.checksums);
      }
}

TEMPLATE_TEST_CASE("the reverse side is stored and read where it is asked for", "", std::uint32_t,
                   std::uint64_t) {
  const Scratch scratch;
  for (const bool compress : {false, true})
    for (const auto& [n, m] : {std::pair{0, 0}, {1, 3}, {7, 20}, {3000, 90000}}) {
      const auto arena =
          random_arena<TestType>(static_cast<std::uint64_t>(n), static_cast<std::size_t>(m), false, 5);
      PartialFile out(scratch / "g.h5", true);
      write_graph(out, arena, reproducible(), {.compress = compress, .reverse = true});
      REQUIRE_FALSE(read_graph(out.target()).reverse);
      const auto graph = read_graph(out.target(), 0, true);
      REQUIRE(same(arena, std::get<Arena<std::uint32_t>>(graph.arena)));
      const auto& reverse = std::get<CsrGraph<std::uint32_t>>(graph.reverse.value());
      const auto expected = transpose(arena.moves);
      REQUIRE(std::ranges::equal(reverse.offsets(), expected.offsets()));
      REQUIRE(std::ranges::equal(reverse.targets(), expected.targets()));
      const auto check = check_graph_file(out.target());
      REQUIRE(check.reverse);
      REQUIRE(check.checksums);
    }
  PartialFile out(scratch / "plain.h5", false);
  write_graph(out, random_arena<TestType>(7, 20, false, 5), reproducible());
  REQUIRE_FALSE(read_graph(out.target(), 0, true).reverse);
  REQUIRE_FALSE(check_graph_file(out.target()).reverse);
}

TEST_CASE("a reverse side that is another graph's is found") {
  const Scratch scratch;
  const auto write = [&](const char* name, const std::vector<Edge<std::uint32_t>>& edges, std::uint64_t n) {
    PartialFile out(scratch / name, true);
    Arena<std::uint32_t> arena;
    arena.moves = build_csr<std::uint32_t>(n, edges);
    write_graph(out, arena, reproducible(), {.reverse = true});
  };
  // The reverse side of the one file in the place of the other's.
  const auto exchange = [&](const char* from) {
    const std::string to = (scratch / "g.h5").string();
    const h5::Handle file(H5Fopen(to.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const h5::Handle other(H5Fopen((scratch / from).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
    REQUIRE(H5Ldelete(file.id(), "reverse", H5P_DEFAULT) >= 0);
    REQUIRE(H5Ocopy(other.id(), "reverse", file.id(), "reverse", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  };
  write("g.h5", {{0, 1}, {1, 2}, {2, 2}}, 4);
  write("moves.h5", {{0, 1}, {1, 2}, {2, 3}}, 4);
  write("fewer.h5", {{0, 1}, {1, 2}}, 4);
  write("smaller.h5", {{0, 1}, {1, 2}, {2, 2}}, 3);
  REQUIRE(check_graph_file(scratch / "g.h5").reverse);
  exchange("moves.h5");
  const auto wrong = failure_of([&] { (void)check_graph_file(scratch / "g.h5"); });
  REQUIRE(wrong);
  REQUIRE(wrong->category == Category::refused);
  REQUIRE_THAT(wrong->what, Catch::Matchers::Contains("row 2"));
  for (const char* name : {"fewer.h5", "smaller.h5"}) {
    exchange(name);
    const auto failure = failure_of([&] { (void)read_graph(scratch / "g.h5", 0, true); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE_THAT(failure->what, Catch::Matchers::Contains(":reverse"));
    (void)read_graph(scratch / "g.h5");  // who does not ask for it is not in its way
  }
}

TEST_CASE("the ids of a relabelled input are kept in the file") {
  const Scratch scratch;
  const auto arena = random_arena<std::uint32_t>(3, 4, false, 1);
  const std::vector<std::uint64_t> ids{5, 17, std::uint64_t{1} << 40};
  PartialFile out(scratch / "g.h5", false);
  write_graph(out, arena, reproducible(), {.original_id = ids});
  const auto graph = read_graph(out.target());
  REQUIRE(std::ranges::equal(graph.original_id, ids));
}

TEST_CASE("reproducible graph files are equal byte for byte for every number of threads") {
  const Scratch scratch;
  const auto arena = random_arena<std::uint32_t>(100000, 300000, true, 3);
  for (const bool compress : {false, true}) {
    std::vector<std::string> bytes;
    for (const unsigned threads : {1U, 2U, 4U}) {
      const par::ThreadScope scope(threads);
      PartialFile out(scratch / "g.h5", true);
      write_graph(out, arena, reproducible(), {.compress = compress});
      bytes.push_back(content_of(out.target()));
    }
    REQUIRE(bytes[0] == bytes[1]);
    REQUIRE(bytes[0] == bytes[2]);
  }
}

TEST_CASE("a large contiguous graph is mapped, not copied") {
  const Scratch scratch;
  const auto arena = random_arena<std::uint32_t>(20000, 500000, false, 3);
  PartialFile out(scratch / "g.h5", false);
  write_graph(out, arena, reproducible());
  const auto file = h5::File::open(out.target());
  for (const char* name : {"/graph/indptr", "/graph/indices"}) {
    const auto dataset = h5::open_dataset(file, name);
    REQUIRE(H5Dget_offset(dataset.id()) % 4096 == 0);
  }
  const auto mapped = h5::load<std::int32_t>(h5::open_dataset(file, "/graph/indices"));
  const auto address = reinterpret_cast<std::uintptr_t>(mapped.data());
  REQUIRE(address % 4096 == 0);
  REQUIRE(std::ranges::equal(mapped, arena.moves.targets(), {},
                             [](std::int32_t v) { return static_cast<std::uint32_t>(v); }));
}

TEST_CASE("provenance is read back, and its absence is a reproducible file") {
  const Scratch scratch;
  const auto arena = random_arena<std::uint32_t>(3, 4, false, 1);
  Provenance p = begin_provenance("1.2.3", "retrograph solve g.el", "[solve]\nthreads = 2\n");
  p.rules = {{"dead-end", "win"}, {"terminals", "a=b.txt"}};
  p.input = {"g.el", 12, "0123456789abcdef"};
  p.engine = "frontier";
  for (const bool drop : {false, true}) {
    p.reproducible = drop;
    PartialFile out(scratch / "g.h5", true);
    write_graph(out, arena, p);
    const auto read = read_provenance(h5::File::open(out.target()));
    REQUIRE(read.tool_version == "1.2.3");
    REQUIRE(read.rules == p.rules);
    REQUIRE(read.input.name == "g.el");
    REQUIRE(read.input.hash == p.input.hash);
    REQUIRE(read.reproducible == drop);
    REQUIRE(read.command_line == (drop ? "" : p.command_line));
    REQUIRE(read.config == (drop ? "" : p.config));
    REQUIRE(read.engine == (drop ? "" : "frontier"));
    REQUIRE(read.input.size == (drop ? 0 : 12));
    REQUIRE((read.start.size() == 24) == !drop);
    REQUIRE((read.end.size() == 24) == !drop);
    REQUIRE((read.peak_rss_bytes > 0) == !drop);
    REQUIRE((read.threads > 0) == !drop);
  }
}

TEST_CASE("a file's kind is known by what it holds") {
  const Scratch scratch;
  PartialFile out(scratch / "g", false);
  write_graph(out, random_arena<std::uint32_t>(3, 4, false, 1), reproducible());
  REQUIRE(kind_of_file(scratch / "g") == FileKind::graph);
  REQUIRE(kind_of_file(scratch.write("t", "0 1\n")) == FileKind::other);
  REQUIRE(kind_of_file(scratch.write("e", "")) == FileKind::other);
  REQUIRE(kind_of_file(scratch.write("c", "{\n \"schema\": \"retrograph/certificate/1\"}")) ==
          FileKind::certificate);
  REQUIRE(kind_of_file("-") == FileKind::other);
  const auto failure = failure_of([&] { static_cast<void>(kind_of_file(scratch / "none")); });
  REQUIRE(failure);
  REQUIRE(failure->category == Category::no_input);
}
