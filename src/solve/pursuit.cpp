#include "retrograph/solve/pursuit.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "pursuit_result.hpp"

namespace retrograph {

namespace {

constexpr std::size_t grain = 1024;

class Pursuit {
 public:
  Pursuit(const PursuitGraph& graph, const PursuitOptions& options)
      : graph_(graph),
        g_(graph.view()),
        kernels_(pursuit::kernels()),
        options_(options),
        k_(options.cops),
        rows_(graph.multisets(k_, g_.n)),
        cops_(rows_ * g_.words, 0),
        next_(rows_ * g_.words, 0),
        robber_(rows_ * g_.words, 0),
        changed_(g_.n, 1) {}

  void run() {
    start();
    if (options_.progress) options_.progress->start("pursuit", "levels", 0);
    for (std::uint32_t level = 1;; ++level) {
      if (options_.stop) options_.stop->throw_if_stopped();
      move_cops();
      const PursuitResult::Level found = settle(level);
      if (found.cops == 0) break;
      levels.push_back(found);
      if (options_.progress) options_.progress->add(1);
    }
  }

  std::vector<PursuitResult::Level> levels;
  std::optional<std::uint32_t> best_level;
  std::uint64_t full_rows = 0;

  [[nodiscard]] Array<std::uint64_t> take_cops() { return std::move(cops_); }
  [[nodiscard]] Array<std::uint64_t> take_robber() { return std::move(robber_); }
  [[nodiscard]] PursuitLevels take_levels() { return std::move(kept_); }

 private:
  // Level 0: the robber stands where a cop stands.
  void start() {
    if (options_.distances) kept_.bytes = Array<std::uint8_t>(rows_ * g_.n, 0xff);
    std::atomic<std::uint64_t> caught{0};
    std::atomic<std::uint64_t> full{0};
    par::for_ranges(rows_, grain, [&](std::size_t begin, std::size_t end, unsigned) {
      std::vector<std::uint32_t> list(k_);
      std::uint64_t mine = 0;
      std::uint64_t mine_full = 0;
      for (std::size_t rank = begin; rank < end; ++rank) {
        graph_.unrank(rank, list);
        std::uint32_t bits = 0;
        for (const std::uint32_t v : list) {
          std::uint64_t& word = cops_[rank * g_.words + v / 64];
          const std::uint64_t bit = std::uint64_t{1} << (v % 64);
          if ((word & bit) == 0) ++bits;
          word |= bit;
          next_[rank * g_.words + v / 64] |= bit;
          robber_[rank * g_.words + v / 64] |= bit;
          if (options_.distances) kept_.bytes[rank * g_.n + v] = 0;
        }
        mine += bits;
        mine_full += bits == g_.n ? 1 : 0;
      }
      // Relaxed: sums that are read after the loop, whose end publishes them.
      caught.fetch_add(mine, std::memory_order_relaxed);
      full.fetch_add(mine_full, std::memory_order_relaxed);
    });
    levels.push_back({caught.load(std::memory_order_relaxed), caught.load(std::memory_order_relaxed)});
    full_rows = full.load(std::memory_order_relaxed);
    if (full_rows != 0) best_level = 0;
  }

  // next_ gains every row from which the cops can step into a robber-turn row that changed in the level
  // before.
  void move_cops() {
    std::vector<std::mutex> guard(g_.n);
    par::WorkerLocal<Array<std::uint64_t>> scratch;
    par::for_ranges(g_.n, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
      Array<std::uint64_t>& memory = scratch[worker];
      if (memory.empty()) memory = Array<std::uint64_t>(kernels_.scratch_words(g_, k_));
      for (std::size_t i = begin; i < end; ++i) {
        const auto to = static_cast<std::uint32_t>(i);
        if (changed_[to] == 0) continue;
        if (options_.stop) options_.stop->throw_if_stopped();
        const std::uint64_t* moved = kernels_.moved_beside(g_, k_, robber_.data(), to, memory.data());
        for (const std::uint32_t a : graph_.near(to)) {
          const std::lock_guard lock(guard[a]);
          kernels_.join(next_.data() + graph_.multisets(k_, a) * g_.words, moved,
                        graph_.multisets(k_ - 1, a + 1) * g_.words);
        }
      }
    });
  }

  struct Found {
    std::uint64_t cops = 0, robber = 0, full = 0;
  };

  // What the cops gained becomes final, and the robber's rows follow from it.
  PursuitResult::Level settle(std::uint32_t level) {
    widen_for(level);
    std::vector<std::atomic<std::uint8_t>> changed(g_.n);
    const Found found = par::reduce(
        rows_, grain, Found{},
        [&](std::size_t begin, std::size_t end) {
          Found part;
          std::vector<std::uint64_t> buffer(2ULL * g_.words);
          for (std::size_t rank = begin; rank < end; ++rank) settle_row(rank, level, buffer, changed, part);
          return part;
        },
        [](Found a, const Found& b) { return Found{a.cops + b.cops, a.robber + b.robber, a.full + b.full}; });
    for (std::uint32_t v = 0; v < g_.n; ++v) changed_[v] = changed[v].load(std::memory_order_relaxed);
    full_rows += found.full;
    if (found.full != 0 && !best_level) best_level = level;
    return {found.cops, found.robber};
  }

  void settle_row(std::uint64_t rank, std::uint32_t level, std::vector<std::uint64_t>& buffer,
                  std::vector<std::atomic<std::uint8_t>>& changed, Found& found) {
    std::uint64_t* cops = cops_.data() + rank * g_.words;
    const std::uint64_t* next = next_.data() + rank * g_.words;
    std::uint64_t* delta = buffer.data();
    std::uint64_t any = 0;
    for (std::uint32_t w = 0; w < g_.words; ++w) any |= delta[w] = next[w] ^ cops[w];
    if (any == 0) return;
    std::uint64_t total = 0;
    for (std::uint32_t w = 0; w < g_.words; ++w) {
      cops[w] = next[w];
      found.cops += static_cast<std::uint64_t>(__builtin_popcountll(delta[w]));
      total += static_cast<std::uint64_t>(__builtin_popcountll(next[w]));
    }
    if (total == g_.n) ++found.full;
    if (!kept_.bytes.empty())
      kernels_.mark(kept_.bytes.data() + rank * g_.n, delta, g_.n, static_cast<std::uint8_t>(level));
    else if (!kept_.words.empty())
      mark_words(rank, level, delta);
    std::uint64_t* robber = robber_.data() + rank * g_.words;
    std::uint64_t* won = delta + g_.words;
    kernels_.robber_row(g_, cops, won);
    std::uint64_t gained = 0;
    for (std::uint32_t w = 0; w < g_.words; ++w) {
      gained += static_cast<std::uint64_t>(__builtin_popcountll(won[w] & ~robber[w]));
      robber[w] |= won[w];
    }
    if (gained == 0) return;
    found.robber += gained;
    std::uint32_t list[pursuit::max_cops];
    graph_.unrank(rank, std::span(list, k_));
    // Relaxed: flags that are read after the loop, whose end publishes them.
    for (unsigned i = 0; i < k_; ++i) changed[list[i]].store(1, std::memory_order_relaxed);
  }

  void mark_words(std::uint64_t rank, std::uint32_t level, const std::uint64_t* delta) {
    for (std::uint32_t r = 0; r < g_.n; ++r)
      if ((delta[r / 64] >> (r % 64) & 1) != 0)
        kept_.words[rank * g_.n + r] = static_cast<std::uint16_t>(level);
  }

  void widen_for(std::uint32_t level) {
    if (!options_.distances || level < 0xff) return;
    if (level >= 0xffff) fail(Category::resource, "a chase of {} levels is beyond 16 bits", level);
    if (!kept_.words.empty()) return;
    kept_.words = Array<std::uint16_t>(kept_.bytes.size());
    par::for_each(kept_.bytes.size(), std::size_t{1} << 16, [&](std::size_t i) {
      kept_.words[i] = kept_.bytes[i] == 0xff ? std::uint16_t{0xffff} : kept_.bytes[i];
    });
    kept_.bytes = {};
  }

  const PursuitGraph& graph_;
  const pursuit::Graph& g_;
  const pursuit::Kernels& kernels_;
  const PursuitOptions& options_;
  unsigned k_;
  std::uint64_t rows_;
  Array<std::uint64_t> cops_, next_, robber_;
  PursuitLevels kept_;
  std::vector<std::uint8_t> changed_;
};

}  // namespace

std::uint64_t pursuit_bytes(std::uint64_t vertices, unsigned cops, bool distances) {
  const std::uint64_t rows = multisets_of(vertices, cops);
  const std::uint64_t each = 3 * 8 * pursuit_row_words(vertices) + (distances ? vertices : 0);
  if (rows > std::numeric_limits<std::uint64_t>::max() / each)
    return std::numeric_limits<std::uint64_t>::max();
  return rows * each;
}

template <VertexId V>
std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<V>& graph, const PursuitOptions& options) {
  if (options.cops == 0 || options.cops > pursuit::max_cops)
    fail(Category::usage, "{} cops: there must be 1 to {}", options.cops, pursuit::max_cops);
  if (graph.vertex_count() == 0) fail(Category::usage, "a pursuit needs a graph with a vertex");
  const std::uint64_t bytes = pursuit_bytes(graph.vertex_count(), options.cops, options.distances);
  if (graph.vertex_count() >= std::uint64_t{1} << 31 || bytes > options.memory_limit)
    fail(Category::resource, "{} cops on {} vertices need about {} bytes, the limit is {}", options.cops,
         graph.vertex_count(), bytes, options.memory_limit);
  auto prepared = std::make_unique<const PursuitGraph>(graph, options.cops);
  Pursuit pursuit(*prepared, options);
  pursuit.run();
  auto result = std::make_unique<RowPursuitResult>(std::move(prepared), options.cops, pursuit.take_cops(),
                                                   pursuit.take_robber(), pursuit.take_levels());
  result->levels = std::move(pursuit.levels);
  for (const PursuitResult::Level& level : result->levels) result->positions_won += level.cops + level.robber;
  result->placements_won = pursuit.full_rows;
  result->cops_win = pursuit.full_rows != 0;
  if (pursuit.best_level) {
    result->plies = *pursuit.best_level == 0 ? 0 : 2 * *pursuit.best_level - 1;
    result->cop_moves = *pursuit.best_level;
  }
  return result;
}

template <VertexId V>
std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<V>& graph, PursuitOptions options) {
  for (options.cops = 1;; ++options.cops) {
    auto result = solve_pursuit(graph, options);
    if (result->cops_win) return result;
  }
}

template std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<std::uint32_t>&, const PursuitOptions&);
template std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<std::uint64_t>&, const PursuitOptions&);
template std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<std::uint32_t>&, PursuitOptions);
template std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<std::uint64_t>&, PursuitOptions);

}  // namespace retrograph
