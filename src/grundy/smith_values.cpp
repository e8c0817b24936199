#include "retrograph/grundy/smith_values.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/smith_level_game.hpp"
#include "grundy/smith_level_solve.hpp"
#include "grundy/smith_sets.hpp"

namespace retrograph {
namespace {

constexpr std::size_t label_grain = std::size_t{1} << 15;

class Clock {
 public:
  /// Seconds since the last call, or since the start.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// The labels of all levels in the narrowest type; all ones means none.
class Labels {
 public:
  explicit Labels(std::uint64_t n) : storage_(Array<std::uint8_t>(n, std::uint8_t{0xff})) {}

  void make_room_for(std::uint32_t label) {
    if (label == 0xff) widen<std::uint16_t>();
    if (label == 0xffff) widen<std::uint32_t>();
  }
  template <class F>
  void visit(F&& f) {
    std::visit(f, storage_);
  }
  [[nodiscard]] CodeArray take() { return CodeArray(std::move(storage_)); }

 private:
  template <class To>
  void widen() {
    std::visit(
        [&]<class T>(const Array<T>& narrow) {
          Array<To> wide(narrow.size());
          par::for_each(wide.size(), label_grain, [&](std::size_t v) {
            constexpr To none = std::numeric_limits<To>::max();
            wide[v] = narrow[v] == std::numeric_limits<T>::max() ? none : static_cast<To>(narrow[v]);
          });
          storage_ = std::move(wide);
        },
        std::as_const(storage_));
  }

  CodeArray::Storage storage_;
};

struct LevelCounts {
  std::uint64_t lost = 0;
  std::uint64_t drawn = 0;
  std::uint64_t won = 0;
};

// Gives the label to the lost active vertices, and counts.
template <VertexId V>
LevelCounts label_lost(Labels& labels, std::uint32_t label, std::uint64_t active, std::span<const V> original,
                       std::span<const Value> outcome) {
  LevelCounts total;
  labels.visit([&]<class T>(Array<T>& to) {
    total = par::reduce(
        active, label_grain, LevelCounts{},
        [&](std::size_t begin, std::size_t end) {
          LevelCounts c;
          for (std::size_t v = begin; v < end; ++v) {
            c.won += outcome[v] == Value::win;
            c.drawn += outcome[v] == Value::draw;
            if (outcome[v] == Value::lose) to[original.empty() ? v : original[v]] = static_cast<T>(label);
          }
          c.lost = end - begin - c.won - c.drawn;
          return c;
        },
        [](LevelCounts a, LevelCounts b) {
          return LevelCounts{a.lost + b.lost, a.drawn + b.drawn, a.won + b.won};
        });
  });
  return total;
}

// Everything but the flag `cyclic`.
template <VertexId V>
SmithLabels all_levels(const CsrGraph<V>& graph, const ValuesOptions& options) {
  SmithLabels result;
  Labels labels(graph.vertex_count());
  LevelGame<V> game;
  std::uint64_t active = graph.vertex_count();
  std::uint32_t limit = 0;  // one more than the largest label given
  if (options.progress != nullptr) options.progress->start("Smith", "vertices", active);
  Clock clock;
  for (std::uint32_t m = 0; active != 0; ++m) {
    options.throw_if_stopped();
    const CsrGraph<V>& moves = m == 0 ? graph : game.moves;
    SmithLevel level{moves.vertex_count(), moves.edge_count(), 0, 0, clock.lap(), 0};
    const Array<Value> outcome = level_outcomes(moves, options);
    level.solve_seconds = clock.lap();
    labels.make_room_for(m);
    const LevelCounts counts = label_lost<V>(labels, m, active, game.original.span(), outcome.span());
    level.labelled = counts.lost;
    level.infinite = counts.drawn;
    if (counts.lost != 0) limit = m + 1;
    if (options.progress != nullptr) options.progress->add(counts.lost + counts.drawn);
    result.levels.push_back(level);
    if (counts.won != 0) game = next_level_game<V>(moves, active, game.original.span(), outcome.span());
    active = counts.won;
  }
  clock.lap();
  result.values = with_infinite_sets(graph, labels.take(), limit);
  result.sets_seconds = clock.lap();
  return result;
}

}  // namespace

template <VertexId V>
SmithLabels smith_labels(const CsrGraph<V>& graph, const ValuesOptions& options) {
  SmithLabels result = all_levels(graph, options);
  result.values.cyclic =
      result.values.infinite != 0 || !mex_labels(graph, transpose(graph), options).values.has_value();
  return result;
}

template <VertexId V>
GraphLabels graph_labels(const CsrGraph<V>& graph, const ValuesOptions& options,
                         FunctionRef<void()> cycle_found) {
  GraphLabels result;
  if (MexLabels mex = mex_labels(graph, transpose(graph), options); mex.values) {
    result.values = std::move(*mex.values);
    result.depth = mex.levels;
    return result;
  }
  cycle_found();
  static_cast<SmithLabels&>(result) = all_levels(graph, options);
  result.values.cyclic = true;
  return result;
}

template <VertexId V>
GraphValues graph_values(const CsrGraph<V>& graph, const ValuesOptions& options) {
  GraphLabels labels = graph_labels(graph, options);
  return std::move(labels.values);
}

ValuesMemory values_memory(std::uint64_t vertices, EdgeIndex edges, unsigned id_bytes) {
  const std::uint64_t side = 8 * vertices + id_bytes * edges;
  // Order, counter and value of every vertex; bins hold the targets of one level, a fourth of all at most in
  // what was measured.
  const std::uint64_t mex = side + (id_bytes + 2) * vertices + id_bytes * edges / 4;
  SolveOptions request;
  request.distances = false;
  const GameSize size{vertices, edges, id_bytes, false};
  std::uint64_t engine = 0;  // whichever is chosen
  for (const Engine& e : engines())
    if (e.name != "reference") engine = std::max(engine, estimate_memory(e, size, request));
  // Label, outcome, fate and place of every vertex, and at most two level games beside the graph.
  const std::uint64_t smith = engine + 11 * vertices + 2 * side;
  return {mex, smith};
}

template SmithLabels smith_labels(const CsrGraph<std::uint32_t>&, const ValuesOptions&);
template SmithLabels smith_labels(const CsrGraph<std::uint64_t>&, const ValuesOptions&);
template GraphLabels graph_labels(const CsrGraph<std::uint32_t>&, const ValuesOptions&, FunctionRef<void()>);
template GraphValues graph_values(const CsrGraph<std::uint32_t>&, const ValuesOptions&);
template GraphLabels graph_labels(const CsrGraph<std::uint64_t>&, const ValuesOptions&, FunctionRef<void()>);
template GraphValues graph_values(const CsrGraph<std::uint64_t>&, const ValuesOptions&);

}  // namespace retrograph
