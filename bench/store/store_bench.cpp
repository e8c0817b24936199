// Reading and writing graphs, in bytes a second of the file, from the page cache.
//
//   textbook    reads "from to" with iostreams into vectors of vectors of successors; then turns them round
//               and solves by counters and a queue. Once; what it took is what x_textbook (time) and cpu_x
//               (processor time of all threads) of parse, read/el and solve are ratios to
//   parse       the edges of an edge list, given up as soon as they are parsed: nothing is built
//   read        a graph in a format, built and checked
//   solve       the whole command: an edge list read, solved by the engine of `auto`, labels written to HDF5
//   write       a graph in a format
// Bytes moved, for each byte of text of b bytes an edge: parse 2 (from the page cache into a block, in the
// caches) + 8/b (edges written); read/el + 8/b (looked at) + 8/b (read) + 4/b (targets) and 8 a vertex.
// peak_MB is the growth of the resident set over what was there before. The files lie in
// RETROGRAPH_BENCH_FOLDER (default: the system's folder for temporary files) and go at the end.
// RETROGRAPH_BENCH_SCALE=24 takes 2^24 vertices (default 22), 20 % dead ends, mean degree 6.4.
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "retrograph/games/random_graph.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "store/edge_lines.hpp"

namespace retrograph::bench {
namespace {

unsigned scale() {
  const char* const text = std::getenv("RETROGRAPH_BENCH_SCALE");
  return text == nullptr ? 22 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Time and processor time since it was made.
class Watch {
 public:
  [[nodiscard]] double time() const { return seconds_of(CLOCK_MONOTONIC) - time_; }
  [[nodiscard]] double cpu() const { return seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_; }

 private:
  double time_ = seconds_of(CLOCK_MONOTONIC);
  double cpu_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
};

// The graph while files are made of it; reading is measured without it.
class Sample {
 public:
  const AnyArena& get() {
    if (!arena_) {
      Arena<std::uint32_t> made;
      made.moves = random_graph<std::uint32_t>({std::uint64_t{1} << scale(), 6.4, 0.2, 1});
      edges_ = made.moves.edge_count();
      arena_ = std::make_unique<AnyArena>(std::move(made));
    }
    return *arena_;
  }
  void drop() { arena_.reset(); }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }

 private:
  std::unique_ptr<AnyArena> arena_;
  std::uint64_t edges_ = 0;
};

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

Provenance provenance() {
  Provenance made = begin_provenance("", "", "");
  made.reproducible = true;
  return made;
}

struct Cost {
  double time = 0;
  double cpu = 0;
};

struct Textbook {
  Cost read;
  Cost whole;
  double peak_mb = 0;
};

// The largest resident set is forgotten, so that the next one asked for is that since now.
double start_of_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
  return static_cast<double>(current_rss_bytes());
}
double megabytes_since(double start) {
  return (static_cast<double>(peak_rss_bytes()) - start) / 1e6;
}

std::vector<std::vector<std::uint32_t>> textbook_read(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::vector<std::uint32_t>> moves;
  for (std::uint32_t from = 0, to = 0; in >> from >> to;) {
    if (moves.size() <= std::max(from, to)) moves.resize(std::max(from, to) + std::size_t{1});
    moves[from].push_back(to);
  }
  return moves;
}

// Plies to the end where there is one, and -1; even for who loses.
std::vector<std::int32_t> textbook_solve(const std::vector<std::vector<std::uint32_t>>& moves) {
  std::vector<std::vector<std::uint32_t>> predecessors(moves.size());
  std::vector<std::size_t> open(moves.size());
  std::vector<std::int32_t> plies(moves.size(), -1);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t v = 0; v < moves.size(); ++v) {
    for (const std::uint32_t u : moves[v]) predecessors[u].push_back(v);
    open[v] = moves[v].size();
    if (open[v] == 0) plies[v] = 0, queue.push_back(v);
  }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::uint32_t v : predecessors[queue[i]]) {
      if (plies[v] != -1) continue;
      if (plies[queue[i]] % 2 == 1 && --open[v] != 0) continue;
      plies[v] = plies[queue[i]] + 1;
      queue.push_back(v);
    }
  return plies;
}

class Bench {
 public:
  void add_all();

 private:
  std::filesystem::path file(const GraphFormat& format, bool compress) {
    const auto path = folder_.file(std::string(format.name) + (compress ? "-packed" : ""));
    if (!std::filesystem::exists(path)) write(path, format, compress);
    return path;
  }
  std::filesystem::path edge_list() { return file(graph_format_named("el"), false); }
  void write(const std::filesystem::path& path, const GraphFormat& format, bool compress) {
    PartialFile out(path, true);
    format.write(out, sample_.get(), provenance(), {.compress = compress, .original_id = {}});
  }

  const Textbook& textbook() {
    if (textbook_) return *textbook_;
    const auto path = edge_list();
    sample_.drop();
    Textbook now;
    const double start = start_of_peak();
    const Watch watch;
    const auto moves = textbook_read(path);
    now.read = {watch.time(), watch.cpu()};
    benchmark::DoNotOptimize(textbook_solve(moves));
    now.whole = {watch.time(), watch.cpu()};
    now.peak_mb = megabytes_since(start);
    textbook_ = now;
    return *textbook_;
  }

  // Runs `run` once beforehand, which touches the memory and the file, and then as often as it is asked.
  template <class F>
  void measure(benchmark::State& state, const std::filesystem::path& path, unsigned threads,
               const Cost* beside, F&& run) {
    const par::ThreadScope scope(threads);
    const double start = start_of_peak();
    run();
    const double peak = megabytes_since(start);
    const Watch watch;
    for (auto _ : state) run();
    report(state, path, {watch.time(), watch.cpu()}, beside, peak);
  }
  void report(benchmark::State& state, const std::filesystem::path& path, const Cost& cost,
              const Cost* beside, double peak) {
    const auto rounds = static_cast<double>(state.iterations());
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    const auto edges = static_cast<double>(sample_.edges());
    using benchmark::Counter;
    state.counters["bytes/s"] = Counter(bytes, Counter::kIsIterationInvariantRate);
    state.counters["edges/s"] = Counter(edges, Counter::kIsIterationInvariantRate);
    state.counters["cpu_bytes/s"] = bytes * rounds / cost.cpu;
    state.counters["bytes/edge"] = bytes / edges;
    state.counters["peak_MB"] = peak;
    if (beside == nullptr) return;
    state.counters["x_textbook"] = beside->time * rounds / cost.time;
    state.counters["cpu_x"] = beside->cpu * rounds / cost.cpu;
  }

  void add_textbook();
  void add_parse(unsigned threads, SimdLevel level);
  void add_solve(unsigned threads);
  void add_format(const GraphFormat& format, bool compress, unsigned threads);

  Folder folder_;
  Sample sample_;
  std::optional<Textbook> textbook_;
};

template <class F>
void add(const std::string& name, F&& run) {
  benchmark::RegisterBenchmark(name.c_str(), std::forward<F>(run))
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

std::string with(unsigned threads) {
  return "/threads:" + std::to_string(threads);
}

void Bench::add_textbook() {
  for (const bool whole : {false, true})
    benchmark::RegisterBenchmark(whole ? "textbook/solve" : "textbook/read",
                                 [this, whole](benchmark::State& state) {
                                   const Cost& cost = whole ? textbook().whole : textbook().read;
                                   for (auto _ : state) state.SetIterationTime(cost.time);
                                   report(state, edge_list(), cost, nullptr, textbook().peak_mb);
                                 })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

void Bench::add_parse(unsigned threads, SimdLevel level) {
  add("parse/el" + with(threads) + "/" + std::string(name_of(level)),
      [this, threads, level](benchmark::State& state) {
        const SimdScope simd(level);
        const Cost& beside = textbook().read;
        const auto path = edge_list();
        measure(state, path, threads, &beside, [&] {
          ByteSource in(path);
          EdgeParts parts(in.name(), {});
          benchmark::DoNotOptimize(read_edge_lines(in, {.comments = "#%"}, parts));
        });
      });
}

void Bench::add_solve(unsigned threads) {
  add("solve/el" + with(threads), [this, threads](benchmark::State& state) {
    const Cost& beside = textbook().whole;
    const auto path = edge_list();
    measure(state, path, threads, &beside, [&] {
      const LoadedGraph graph = read_graph_as("el", path);
      const auto& arena = std::get<Arena<std::uint32_t>>(graph.arena);
      const auto outcomes = solve(engine_for(arena, "auto", false), arena);
      PartialFile out(folder_.file("result"), true);
      write_result(out, outcomes, provenance());
    });
  });
}

void Bench::add_format(const GraphFormat& format, bool compress, unsigned threads) {
  const std::string name = std::string(format.name) + (compress ? "-packed" : "") + with(threads);
  add("read/" + name, [this, &format, compress, threads](benchmark::State& state) {
    const bool list = format.name == "el";
    const Cost* const beside = list ? &textbook().read : nullptr;
    const auto path = file(format, compress);
    sample_.drop();
    measure(state, path, threads, beside,
            [&] { benchmark::DoNotOptimize(read_graph_as(format.name, path)); });
  });
  add("write/" + name, [this, &format, compress, threads](benchmark::State& state) {
    const auto path = folder_.file("written");
    static_cast<void>(sample_.get());
    measure(state, file(format, compress), threads, nullptr, [&] { write(path, format, compress); });
    std::filesystem::remove(path);
  });
}

void Bench::add_all() {
  add_textbook();
  for (const unsigned threads : {1U, 2U}) {
    for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
      if (level <= machine_simd_level()) add_parse(threads, level);
    add_solve(threads);
    for (const GraphFormat& format : graph_formats()) {
      if (format.name == "pg") continue;  // wants owners
      for (const bool compress : {false, true})
        if (!compress || format.name == "hdf5") add_format(format, compress, threads);
    }
  }
}

}  // namespace
}  // namespace retrograph::bench

int main(int argc, char** argv) {
  retrograph::bench::Bench bench;
  bench.add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
