#include "retrograph/grundy/smith_values.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_mex.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_state.hpp"
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
  explicit Labels(std::uint64_t n) : size_(n), storage_(Array<std::uint8_t>(n, std::uint8_t{0xff})) {}

  void make_room_for(std::uint32_t label) {
    if (label == 0xff) widen<std::uint16_t>();
    if (label == 0xffff) widen<std::uint32_t>();
  }
  template <class F>
  void visit(F&& f) {
    std::visit(f, storage_);
  }
  /// Fields for the state of a run.
  template <class Archive>
  void pass(Archive& archive) {
    pass_codes(archive, storage_);
    if constexpr (Archive::reads)
      visit([&]<class T>(const Array<T>& labels) {
        if (labels.size() != size_) archive.wrong();
      });
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

  std::uint64_t size_;
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

template <VertexId V>
class SmithRun {
 public:
  SmithRun(const CsrGraph<V>& graph, const ValuesOptions& options)
      : graph_(graph), options_(options), labels_(graph.vertex_count()), active_(graph.vertex_count()) {}

  // Everything but the flag `cyclic`.
  SmithLabels run() {
    if (options_.progress != nullptr) options_.progress->start("Smith", "vertices", active_);
    go_on();
    Clock clock;
    while (active_ != 0) {
      options_.level_done([this](StateSink& to) { save(to); });
      one_level(clock);
    }
    clock.lap();
    result_.values = with_infinite_sets(graph_, labels_.take(), limit_);
    result_.sets_seconds = clock.lap();
    return std::move(result_);
  }

 private:
  void one_level(Clock& clock) {
    const auto m = static_cast<std::uint32_t>(result_.levels.size());
    const CsrGraph<V>& moves = m == 0 ? graph_ : game_.moves;
    SmithLevel level{moves.vertex_count(), moves.edge_count(), 0, 0, clock.lap(), 0};
    const Array<Value> outcome = level_outcomes(moves, options_);
    level.solve_seconds = clock.lap();
    labels_.make_room_for(m);
    const LevelCounts counts = label_lost<V>(labels_, m, active_, game_.original.span(), outcome.span());
    level.labelled = counts.lost;
    level.infinite = counts.drawn;
    if (counts.lost != 0) limit_ = m + 1;
    if (options_.progress != nullptr) options_.progress->add(counts.lost + counts.drawn);
    result_.levels.push_back(level);
    if (counts.won != 0) game_ = next_level_game<V>(moves, active_, game_.original.span(), outcome.span());
    active_ = counts.won;
  }

  // Labels and the vertices that are still active: the next level game follows from them.
  void save(StateSink& to) {
    const std::uint64_t n = graph_.vertex_count();
    Array<std::uint64_t> active((n + 63) / 64, std::uint64_t{0});
    for (std::uint64_t i = 0; i < active_; ++i) {
      const std::uint64_t v = result_.levels.empty() ? i : std::uint64_t{game_.original[i]};
      active[v >> 6] |= std::uint64_t{1} << (v & 63);
    }
    StateWriter writer(to);
    writer(GraphStateTag::smith, n, limit_, result_.levels, active);
    labels_.pass(writer);
  }

  void go_on() {
    const std::uint64_t n = graph_.vertex_count();
    const auto from = options_.resumed();
    if (from == nullptr || graph_state_tag(*from, n) != GraphStateTag::smith) return;
    StateReader reader(*from);
    Array<std::uint64_t> active;
    reader(limit_, result_.levels, active);
    labels_.pass(reader);
    reader.end();
    if (active.size() != (n + 63) / 64) StateReader::wrong();
    if (result_.levels.empty()) return;
    // All levels so far as one: what has a label has lost, what is active has won, the rest is infinite.
    Array<Value> outcome(n);
    labels_.visit([&]<class T>(const Array<T>& labels) {
      par::for_each(n, label_grain, [&](std::size_t v) {
        outcome[v] = labels[v] != std::numeric_limits<T>::max() ? Value::lose
                     : (active[v >> 6] >> (v & 63) & 1) != 0    ? Value::win
                                                                : Value::draw;
      });
    });
    game_ = next_level_game<V>(graph_, n, {}, outcome.span());
    active_ = game_.active;
    if (options_.progress != nullptr) options_.progress->add(n - active_);
  }

  const CsrGraph<V>& graph_;
  const ValuesOptions& options_;
  SmithLabels result_;
  Labels labels_;
  LevelGame<V> game_;
  std::uint64_t active_;
  std::uint32_t limit_ = 0;  // one more than the largest label given
};

// Whether the run goes on from a checkpoint of the Smith levels.
bool in_smith_levels(const ValuesOptions& options, std::uint64_t vertices) {
  const auto from = options.resumed();
  return from != nullptr && graph_state_tag(*from, vertices) == GraphStateTag::smith;
}

}  // namespace

template <VertexId V>
SmithLabels smith_labels(const CsrGraph<V>& graph, const ValuesOptions& options) {
  SmithLabels result = SmithRun<V>(graph, options).run();
  result.values.cyclic =
      result.values.infinite != 0 ||
      !mex_labels(graph, transpose(graph), {options.stop, options.progress}).values.has_value();
  return result;
}

template <VertexId V>
GraphLabels graph_labels(const CsrGraph<V>& graph, const ValuesOptions& options,
                         FunctionRef<void()> cycle_found) {
  GraphLabels result;
  if (!in_smith_levels(options, graph.vertex_count())) {
    if (MexLabels mex = mex_labels(graph, transpose(graph), options); mex.values) {
      result.values = std::move(*mex.values);
      result.depth = mex.levels;
      return result;
    }
  }
  cycle_found();
  static_cast<SmithLabels&>(result) = SmithRun<V>(graph, options).run();
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
