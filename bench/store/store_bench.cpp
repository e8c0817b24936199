// Reading and writing graphs, in bytes a second of the file, from the page cache.
//
//   textbook    reads "from to" with iostreams into vectors of vectors of successors
//   parse       the edges of an edge list, given up as soon as they are parsed: nothing is built
//   read        a graph in a format, built and checked
//   write       the same in reverse
// The files lie in RETROGRAPH_BENCH_FOLDER (default: the system's folder for temporary files) and go at the
// end. RETROGRAPH_BENCH_SCALE=24 takes 2^24 vertices (default 22), 20 % dead ends, mean degree 6.4.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

#include "retrograph/games/random_graph.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/edge_lines.hpp"

namespace retrograph::bench {
namespace {

unsigned scale() {
  const char* const text = std::getenv("RETROGRAPH_BENCH_SCALE");
  return text == nullptr ? 22 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

const AnyArena& sample() {
  static const AnyArena arena = [] {
    Arena<std::uint32_t> made;
    made.moves = random_graph<std::uint32_t>({std::uint64_t{1} << scale(), 6.4, 0.2, 1});
    return made;
  }();
  return arena;
}

// The folder of the files, which go with it.
class Folder {
 public:
  Folder() {
    const char* const asked = std::getenv("RETROGRAPH_BENCH_FOLDER");
    std::filesystem::path base = asked == nullptr ? std::filesystem::temp_directory_path() : asked;
    std::string pattern = (base / "retrograph-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the files");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void write(const std::filesystem::path& path, const GraphFormat& format, bool compress) {
  PartialFile out(path, true);
  Provenance provenance = begin_provenance("", "", "");
  provenance.reproducible = true;
  format.write(out, sample(), provenance, {.compress = compress, .original_id = {}});
}

std::filesystem::path file_in(const Folder& folder, const GraphFormat& format, bool compress) {
  const auto path = folder.file(std::string(format.name) + (compress ? "-packed" : ""));
  if (!std::filesystem::exists(path)) write(path, format, compress);
  return path;
}

void report(benchmark::State& state, const std::filesystem::path& path) {
  const auto edges = std::visit([](const auto& a) { return a.moves.edge_count(); }, sample());
  using benchmark::Counter;
  state.counters["bytes/s"] =
      Counter(static_cast<double>(std::filesystem::file_size(path)), Counter::kIsIterationInvariantRate);
  state.counters["edges/s"] = Counter(static_cast<double>(edges), Counter::kIsIterationInvariantRate);
}

void textbook(benchmark::State& state, const Folder& folder) {
  const auto path = file_in(folder, graph_format_named("el"), false);
  for (auto _ : state) {
    std::ifstream in(path);
    std::vector<std::vector<std::uint32_t>> moves;
    for (std::uint32_t from = 0, to = 0; in >> from >> to;) {
      if (moves.size() <= std::max(from, to)) moves.resize(std::max(from, to) + std::size_t{1});
      moves[from].push_back(to);
    }
    benchmark::DoNotOptimize(moves);
  }
  report(state, path);
}

void parse(benchmark::State& state, const Folder& folder, unsigned threads) {
  const auto path = file_in(folder, graph_format_named("el"), false);
  const par::ThreadScope scope(threads);
  for (auto _ : state) {
    ByteSource in(path);
    EdgeParts parts(in.name(), {});
    benchmark::DoNotOptimize(read_edge_lines(in, {.comments = "#%"}, parts));
  }
  report(state, path);
}

void read(benchmark::State& state, const Folder& folder, const GraphFormat& format, bool compress,
          unsigned threads) {
  const auto path = file_in(folder, format, compress);
  const par::ThreadScope scope(threads);
  for (auto _ : state) benchmark::DoNotOptimize(read_graph_as(format.name, path));
  report(state, path);
}

void rewrite(benchmark::State& state, const Folder& folder, const GraphFormat& format, bool compress,
             unsigned threads) {
  const auto path = folder.file("written");
  const par::ThreadScope scope(threads);
  for (auto _ : state) write(path, format, compress);
  report(state, path);
  std::filesystem::remove(path);
}

template <class F>
void add(const std::string& name, F&& run) {
  benchmark::RegisterBenchmark(name.c_str(), std::forward<F>(run))
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_all(const Folder& folder) {
  add("textbook/el", [&](benchmark::State& state) { textbook(state, folder); });
  for (const unsigned threads : {1U, 2U}) {
    const std::string suffix = "/threads:" + std::to_string(threads);
    add("parse/el" + suffix, [&folder, threads](benchmark::State& state) { parse(state, folder, threads); });
    for (const GraphFormat& format : graph_formats()) {
      if (format.name == "pg") continue;  // wants owners
      for (const bool compress : {false, true}) {
        if (compress && format.name != "hdf5") continue;
        const std::string name = std::string(format.name) + (compress ? "-packed" : "") + suffix;
        add("read/" + name, [&, compress, threads](benchmark::State& state) {
          read(state, folder, format, compress, threads);
        });
        add("write/" + name, [&, compress, threads](benchmark::State& state) {
          rewrite(state, folder, format, compress, threads);
        });
      }
    }
  }
}

}  // namespace
}  // namespace retrograph::bench

int main(int argc, char** argv) {
  const retrograph::bench::Folder folder;
  retrograph::bench::add_all(folder);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
