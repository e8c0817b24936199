#include "retrograph/solve/engine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/best_move.hpp"
#include "retrograph/solve/frontier.hpp"
#include "retrograph/solve/reference.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "solve/adaptive/adaptive.hpp"

namespace retrograph {
namespace {

std::uint64_t answer_bytes(const GameSize& size, const SolveOptions& options) {
  // One byte of remoteness where it stays below 255; games that go beyond are deep, not large.
  const std::uint64_t remoteness = options.distances || options.best_moves ? 1 : 0;
  const std::uint64_t best = options.best_moves ? size.id_bytes : 0;
  // The bits of a checkpoint while it is written or read.
  const std::uint64_t state = options.checkpoint != nullptr ? size.vertices / 4 : 0;
  return size.vertices * (1 + remoteness + best) + state;
}

std::uint64_t reverse_bytes(const GameSize& size) {
  return size.reverse_stored ? 0 : 8 * (size.vertices + 1) + size.id_bytes * size.edges;
}

// Best moves need distances on the way; what was not asked for is dropped here.
template <VertexId V, class Label>
Outcomes<V> with_best_moves(const Arena<V>& arena, const SolveOptions& options, Label&& label) {
  SolveOptions inner = options;
  inner.distances = options.distances || options.best_moves;
  Outcomes<V> outcomes = label(inner);
  if (options.best_moves) outcomes.best_move = best_moves(arena, outcomes.value.span(), outcomes.remoteness);
  if (!options.distances) outcomes.remoteness = {};
  return outcomes;
}

template <VertexId V>
Outcomes<V> run_reference(const Arena<V>& arena, const CsrGraph<V>*, const SolveOptions& options) {
  Outcomes<V> outcomes = solve_reference(arena, options);
  if (!options.best_moves) outcomes.best_move = {};
  if (!options.distances) outcomes.remoteness = {};
  return outcomes;
}

std::uint64_t estimate_reference(const GameSize& size, const SolveOptions&) {
  // A vector header, a block header, counter, value, remoteness and queue a vertex; half as much again for
  // the slack of vectors that grew.
  return size.vertices * (24 + 16 + 8 + 1 + 4 + 2 * size.id_bytes) + size.edges * size.id_bytes * 3 / 2 +
         size.vertices * (6 + size.id_bytes);
}

template <VertexId V>
Outcomes<V> run_frontier(const Arena<V>& arena, const CsrGraph<V>* reverse, const SolveOptions& options) {
  return with_best_moves(arena, options, [&](const SolveOptions& inner) {
    const CsrGraph<V> built = reverse == nullptr ? transpose(arena.moves) : CsrGraph<V>{};
    const CsrGraph<V>& side = reverse == nullptr ? built : *reverse;
    if (arena.has_owners()) return solve_frontier(ArenaMoves<V, true>(arena, side), inner);
    return solve_frontier(ArenaMoves<V, false>(arena, side), inner);
  });
}

std::uint64_t estimate_frontier(const GameSize& size, const SolveOptions& options) {
  // Beside the answer a counter and a place in the queue for each vertex.
  return reverse_bytes(size) + answer_bytes(size, options) + size.vertices * (1 + size.id_bytes);
}

// Ties, owners and wide ids apart, one engine with two ways to begin.
Outcomes<std::uint32_t> run_adaptive(const Arena<std::uint32_t>& arena,
                                     const CsrGraph<std::uint32_t>* reverse, const SolveOptions& options) {
  return with_best_moves(arena, options, [&](const SolveOptions& inner) {
    if (reverse != nullptr) return adaptive::solve_adaptive(arena, reverse, inner);
    const CsrGraph<std::uint32_t> built = transpose(arena.moves);
    return adaptive::solve_adaptive(arena, &built, inner);
  });
}

Outcomes<std::uint32_t> run_forward(const Arena<std::uint32_t>& arena, const CsrGraph<std::uint32_t>*,
                                    const SolveOptions& options) {
  return with_best_moves(arena, options, [&](const SolveOptions& inner) {
    return adaptive::solve_adaptive(arena, nullptr, inner);
  });
}

// What the first win step and the pull after it leave, as if moves went anywhere and there were as many from
// a vertex as a Poisson variable above one says.
struct AfterPull {
  double won;        // vertices
  double undecided;  // vertices, with rows
  double moves;      // entries of those rows: moves to undecided vertices
};

AfterPull after_pull(const GameSize& size) {
  const auto n = static_cast<double>(size.vertices);
  const auto live = n - static_cast<double>(size.ends);
  if (live <= 0) return {0, 0, 0};
  const double moves = std::max(1.0, static_cast<double>(size.edges) / live);
  const double share = static_cast<double>(size.ends) / n;
  const double undecided = live * (1 - share) * std::exp(-share * (moves - 1));
  return {live - undecided, undecided, undecided * moves * undecided / live};
}

// The rows of the peel, the lists of what it decides, and a segment's rows for each worker: see peel.hpp.
double peel_bytes(const GameSize& size, const AfterPull& left) {
  constexpr double segment = 1 << 18;
  const auto n = static_cast<double>(size.vertices);
  const double row = 8 + 4 * static_cast<double>(size.edges) / std::max(1.0, n);
  return 8 * left.undecided + 4.125 * left.moves + par::threads() * std::min(n / 64, segment) * row;
}

// Remoteness and bitmaps, `maps` beside those that are always there, and `search` until values and best moves
// take its place.
std::uint64_t search_bytes(const GameSize& size, const SolveOptions& options, unsigned maps, double search) {
  SolveOptions plies = options;
  plies.best_moves = false;
  const std::uint64_t early = answer_bytes(size, plies) - size.vertices;
  const std::uint64_t late = answer_bytes(size, options) - early;
  return early + size.vertices / 8 * (5 + maps + (size.ties ? 2 : 0)) +
         std::max(late, static_cast<std::uint64_t>(search));
}

std::uint64_t estimate_adaptive(const GameSize& size, const SolveOptions& options) {
  const AfterPull left = after_pull(size);
  const auto n = static_cast<double>(size.vertices);
  const double moves = static_cast<double>(size.edges) / std::max(1.0, n);
  const bool pulls = left.won * moves > left.undecided;
  // Without a pull a counter and a place in the list for every vertex, to the end.
  const double search = pulls ? peel_bytes(size, left) : 6 * n;
  return reverse_bytes(size) + search_bytes(size, options, par::threads(), search);
}

std::uint64_t estimate_forward(const GameSize& size, const SolveOptions& options) {
  const AfterPull left = after_pull(size);
  double search = peel_bytes(size, left);
  // Where little is decided nearly all rows outlive the peel and are turned round: names, offsets, degrees,
  // lists and counters beside them.
  if (left.won < left.undecided) search += 21 * left.undecided + 4 * left.moves;
  if (size.ties) search = std::max(search, static_cast<double>(reverse_bytes(size)));
  return search_bytes(size, options, 0, search);
}

template <VertexId V>
std::uint64_t count_ends(const Arena<V>& arena) {
  return par::reduce(
      arena.vertex_count(), std::size_t{1} << 16, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::uint64_t count = 0;
        for (std::size_t v = begin; v < end; ++v) count += arena.initial(v) != Value::none ? 1 : 0;
        return count;
      },
      std::plus<>());
}

constexpr std::array registry{
    Engine{"reference", "the textbook program, one thread, for comparison", true, false,
           run_reference<std::uint32_t>, run_reference<std::uint64_t>, estimate_reference},
    Engine{"frontier", "levels with atomic degree counters over the reverse side", true, true,
           run_frontier<std::uint32_t>, run_frontier<std::uint64_t>, estimate_frontier},
    Engine{"adaptive", "bitmaps, one pull, a peel or lists, level by level; pushes over the reverse side",
           false, true, run_adaptive, nullptr, estimate_adaptive},
    Engine{"forward", "the same without a reverse side: half the memory", false, false, run_forward, nullptr,
           estimate_forward},
};

}  // namespace

std::span<const Engine> engines() {
  return registry;
}

const Engine& engine_named(std::string_view name) {
  const auto found =
      std::find_if(registry.begin(), registry.end(), [&](const Engine& e) { return e.name == name; });
  if (found != registry.end()) return *found;
  std::string known = "auto";
  for (const Engine& engine : registry) known.append(", ").append(engine.name);
  fail(Category::usage, "no engine is called '{}'; known are {}", name, known);
}

// The forward engine begins with one look at all moves, which pays if it decides much: with at least one
// lost dead end in 32 vertices it beats building a reverse side (2.4 times at 2^24 vertices with 20 % of
// them).
template <VertexId V>
const Engine& choose_engine(const Arena<V>& arena, bool reverse_stored) {
  if (arena.has_owners() || sizeof(V) == 8) return engine_named("frontier");
  if (reverse_stored || !arena.terminal.empty() || arena.dead_end != DeadEnd::lose)
    return engine_named("adaptive");
  return engine_named(count_ends(arena) * 32 >= arena.vertex_count() ? "forward" : "adaptive");
}

template <VertexId V>
GameSize size_of(const Arena<V>& arena, bool reverse_stored) {
  return {arena.vertex_count(),
          arena.moves.edge_count(),
          sizeof(V),
          reverse_stored,
          count_ends(arena),
          !arena.terminal.empty() || arena.dead_end == DeadEnd::tie};
}

template <VertexId V>
const Engine& engine_for(const Arena<V>& arena, std::string_view name, bool reverse_stored) {
  if (name == "auto") return choose_engine(arena, reverse_stored);
  const Engine& engine = engine_named(name);
  if (arena.has_owners() && !engine.takes_owners)
    fail(Category::usage, "engine '{}' does not take games with owners", name);
  if (sizeof(V) == 8 && engine.wide == nullptr)
    fail(Category::usage, "engine '{}' takes graphs of less than 2^31 vertices only", name);
  return engine;
}

template <VertexId V>
Outcomes<V> solve(const Engine& engine, const Arena<V>& arena, const SolveOptions& options,
                  const CsrGraph<V>* reverse) {
  (void)engine_for(arena, engine.name, reverse != nullptr);
  if constexpr (sizeof(V) == 4) {
    return engine.narrow(arena, reverse, options);
  } else {
    return engine.wide(arena, reverse, options);
  }
}

template GameSize size_of(const Arena<std::uint32_t>&, bool);
template GameSize size_of(const Arena<std::uint64_t>&, bool);
template const Engine& choose_engine(const Arena<std::uint32_t>&, bool);
template const Engine& choose_engine(const Arena<std::uint64_t>&, bool);
template const Engine& engine_for(const Arena<std::uint32_t>&, std::string_view, bool);
template const Engine& engine_for(const Arena<std::uint64_t>&, std::string_view, bool);
template Outcomes<std::uint32_t> solve(const Engine&, const Arena<std::uint32_t>&, const SolveOptions&,
                                       const CsrGraph<std::uint32_t>*);
template Outcomes<std::uint64_t> solve(const Engine&, const Arena<std::uint64_t>&, const SolveOptions&,
                                       const CsrGraph<std::uint64_t>*);

}  // namespace retrograph
