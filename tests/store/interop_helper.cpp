// Writes one file of each kind into a folder, or prints a graph of any format, for interop.py.
//
//   interop_helper write FOLDER   graph.h5, compressed.h5, board.h5, table.h5, graph.npz, graph.mtx, edges.h5
//   interop_helper print GRAPH    "n m" and then a line of successors for every vertex
#include <cstdio>
#include <cstring>
#include <string>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/store/graph_file.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/store/table_file.hpp"

using namespace retrograph;

namespace {

Provenance provenance() {
  Provenance p = begin_provenance("0.0-test", "interop_helper", "[options]\nthreads = 1\n");
  p.rules = rules_of(PursuitRules{});
  p.input = {"böard.txt", 9, "0123456789abcdef"};
  p.engine = "none";
  return p;
}

// Vertex v moves to (v * 7 + k) % n for k below v % 5.
Arena<std::uint32_t> sample_arena() {
  constexpr std::uint32_t n = 3000;
  std::vector<Edge<std::uint32_t>> edges;
  for (std::uint32_t v = 0; v < n; ++v)
    for (std::uint32_t k = 0; k < v % 5; ++k) edges.push_back({v, (v * 7 + k) % n});
  Arena<std::uint32_t> arena;
  arena.moves = build_csr<std::uint32_t>(n, edges);
  arena.terminal = Array<Value>(n, Value::none);
  arena.terminal[4] = Value::tie;
  arena.owner = Array<std::uint8_t>(n, 0);
  arena.owner[5] = 1;
  return arena;
}

void write_board(const std::string& path) {
  const Board board = parse_board("P..E\n.*T.\n....\n", "b");
  PartialFile out(path, true);
  write_board_result(
      out, board, {.remoteness = true, .max_remoteness = 300, .best_move = true}, provenance(),
      StoreLevel::full, [](Side turn, std::uint32_t thief, const BoardRow& row) {
        for (std::uint32_t p = 0; p < row.value.size(); ++p) {
          row.value[p] = static_cast<Value>((p + thief + static_cast<std::uint32_t>(turn)) % 3);
          row.remoteness[p] = row.value[p] == Value::draw ? RemotenessArray::none : 10 * thief + p;
          row.best_move[p] = p == 0 ? no_vertex<std::uint64_t> : 12U * thief + p;
        }
      });
}

void write_table_sample(const std::string& path) {
  HeapRun run;
  run.count = 100000;
  Array<std::uint16_t> values(run.count);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<std::uint16_t>(n * n % 301);
  run.values = HeapValues(std::move(values));
  run.period = Period{34, 52, 0, Proof::guy_smith};
  PartialFile out(path, true);
  write_table(out, "0.137", run, provenance());
}

void write_all(const std::string& folder) {
  const auto arena = sample_arena();
  PartialFile plain(folder + "/graph.h5", true);
  write_graph(plain, arena, provenance());
  PartialFile packed(folder + "/compressed.h5", true);
  write_graph(packed, arena, provenance(), {.compress = true, .original_id = {}});
  AnyArena moves = sample_arena();
  std::visit([](auto& a) { a.terminal = {}, a.owner = {}; }, moves);
  for (const auto& [format, name] :
       {std::pair("npz", "/graph.npz"), std::pair("mtx", "/graph.mtx"), std::pair("edges", "/edges.h5")}) {
    PartialFile out(folder + name, true);
    graph_format_named(format).write(out, moves, provenance(), {});
  }
  write_board(folder + "/board.h5");
  write_table_sample(folder + "/table.h5");
}

void print(const std::string& path) {
  std::visit(
      [](const auto& arena) {
        std::printf("%llu %llu\n", static_cast<unsigned long long>(arena.vertex_count()),
                    static_cast<unsigned long long>(arena.moves.edge_count()));
        for (std::uint64_t v = 0; v < arena.vertex_count(); ++v) {
          for (const std::uint64_t u : arena.moves.successors(v))
            std::printf("%llu ", static_cast<unsigned long long>(u));
          std::printf("\n");
        }
      },
      read_graph_as("auto", path).arena);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    if (std::strcmp(argv[1], "write") == 0)
      write_all(argv[2]);
    else
      print(argv[2]);
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.category());
  }
  return 0;
}
