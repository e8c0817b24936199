#include "retrograph/grundy/graph_mex.hpp"

#include <utility>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_frontier.hpp"
#include "grundy/graph_mex_scratch.hpp"
#include "grundy/graph_state.hpp"

namespace retrograph {
namespace {

// What is known between two levels. `came` is filled only on the way to and from a checkpoint.
struct MexState {
  std::uint32_t levels = 0;   // that are labelled
  std::uint32_t largest = 0;  // value
  Array<std::uint64_t> came;  // a bit for each vertex of these levels; empty at the beginning
  CodeArray::Storage value;   // of those vertices
};

template <class Archive, class State>
  requires std::is_same_v<std::remove_const_t<State>, MexState>
void pass_fields(Archive& archive, State& state) {
  archive(state.levels, state.largest, state.came);
  pass_codes(archive, state.value);
}

MexState resumed_mex(const ValuesOptions& options, std::uint64_t vertices) {
  MexState state;
  const auto from = options.resumed();
  if (from == nullptr || graph_state_tag(*from, vertices) != GraphStateTag::mex) {
    state.value = Array<std::uint8_t>(vertices);
    return state;
  }
  StateReader reader(*from);
  reader(state);
  reader.end();
  const std::size_t size = std::visit([](const auto& value) { return value.size(); }, state.value);
  if (state.came.size() != (vertices + 63) / 64 || size != vertices) StateReader::wrong();
  return state;
}

// Parts up to this size are labelled one by one: kernels take 100 ns to begin.
constexpr std::size_t tiny_part = 32;

template <VertexId V>
class MexEngine {
 public:
  MexEngine(const CsrGraph<V>& graph, const CsrGraph<V>& reverse, const ValuesOptions& options)
      : graph_(graph),
        options_(options),
        state_(resumed_mex(options, graph.vertex_count())),
        frontier_(graph, reverse, state_.came.span()) {
    state_.came = {};
    workers_[0].largest = state_.largest;
    if constexpr (sizeof(V) == 4)
      forward_ = {graph.offsets().data(), graph.targets().data(), graph.edge_count()};
  }

  MexLabels run() {
    if (options_.progress != nullptr) options_.progress->start("mex", "vertices", graph_.vertex_count());
    if (options_.progress != nullptr) options_.progress->add(frontier_.before());
    while (!frontier_.level().empty()) {
      const std::span<const V> level = frontier_.level();
      frontier_.advance([&](std::span<const V> part, unsigned worker) { label(part, workers_[worker]); });
      settle(level);
      ++state_.levels;
      report(level.size());
    }
    MexLabels result;
    result.levels = state_.levels;
    if (frontier_.order().size() != graph_.vertex_count()) {
      result.cycle = frontier_.cycle_of_the_rest(graph_);
      return result;
    }
    result.values.emplace();
    result.values->finite_limit = graph_.vertex_count() == 0 ? 0 : state_.largest + 1;
    result.values->code = CodeArray(std::move(state_.value));
    return result;
  }

 private:
  struct Worker {
    MexScratch scratch;
    std::uint32_t largest = 0;  // met so far
    std::vector<V> hard;
  };

  // A level whose values do not fit is done again in wider numbers: it reads earlier levels only.
  void settle(std::span<const V> level) {
    workers_.for_each([&](Worker& worker) { state_.largest = std::max(state_.largest, worker.largest); });
    const std::size_t width = state_.largest <= 0xff ? 0 : state_.largest <= 0xffff ? 1 : 2;
    if (width <= state_.value.index()) return;
    state_.value = CodeArray::widened(std::move(state_.value), width);
    par::for_ranges(level.size(), 512, [&](std::size_t from, std::size_t to, unsigned w) {
      label(level.subspan(from, to - from), workers_[w]);
    });
  }

  void label(std::span<const V> part, Worker& worker) {
    std::visit([&](auto& value) { label_in(part, value, worker); }, state_.value);
  }

  template <class T>
  void label_in(std::span<const V> part, Array<T>& value, Worker& worker) {
    if constexpr (sizeof(V) == 4 && sizeof(T) == 1)
      if (part.size() > tiny_part) return label_flat(part, value, worker);
    for (const V v : part) label_one(v, value, worker);
  }

  template <class T>
  void label_one(V v, Array<T>& value, Worker& worker) {
    const std::uint32_t m = worker.scratch.mex(graph_.successors(v), value.data());
    value[v] = static_cast<T>(m);
    worker.largest = std::max(worker.largest, m);
  }

  void label_flat(std::span<const V> part, Array<std::uint8_t>& value, Worker& worker) {
    if (worker.hard.size() < part.size() + 1) worker.hard.resize(part.size() + 1);
    const auto [largest, hard] =
        kernels_.mex_rows(part.data(), part.size(), forward_, value.data(), worker.hard.data());
    worker.largest = std::max(worker.largest, largest);
    for (std::size_t i = 0; i < hard; ++i) label_one(worker.hard[i], value, worker);
  }

  // Levels may be tiny: the request and the counter are shared with other threads, and touched now and then.
  void report(std::uint64_t labelled) {
    constexpr std::uint64_t now_and_then = std::uint64_t{1} << 14;
    unreported_ += labelled;
    if (unreported_ < now_and_then) return;
    options_.level_done([this](StateSink& to) { save(to); });
    if (options_.progress != nullptr) options_.progress->add(std::exchange(unreported_, 0));
  }

  void save(StateSink& to) {
    state_.came = frontier_.came_before(graph_.vertex_count());
    StateWriter writer(to);
    GraphStateTag tag = GraphStateTag::mex;
    writer(tag, graph_.vertex_count());
    pass_fields(writer, state_);
    state_.came = {};
  }

  const CsrGraph<V>& graph_;
  const ValuesOptions& options_;
  const mex::Kernels& kernels_ = mex::kernels_of(simd_level());
  adaptive::Side forward_;  // 32-bit ids only
  MexState state_;
  std::uint64_t unreported_ = 0;
  TopologicalFrontier<V> frontier_;
  par::WorkerLocal<Worker> workers_;
};

}  // namespace

template <VertexId V>
MexLabels mex_labels(const CsrGraph<V>& graph, const CsrGraph<V>& reverse, const ValuesOptions& options) {
  return MexEngine<V>(graph, reverse, options).run();
}

template <VertexId V>
GraphValues mex_values(const CsrGraph<V>& graph, const ValuesOptions& options) {
  MexLabels labels = mex_labels(graph, transpose(graph), options);
  if (!labels.values) fail_with_cycle(labels.cycle);
  return std::move(*labels.values);
}

template MexLabels mex_labels(const CsrGraph<std::uint32_t>&, const CsrGraph<std::uint32_t>&,
                              const ValuesOptions&);
template MexLabels mex_labels(const CsrGraph<std::uint64_t>&, const CsrGraph<std::uint64_t>&,
                              const ValuesOptions&);
template GraphValues mex_values(const CsrGraph<std::uint32_t>&, const ValuesOptions&);
template GraphValues mex_values(const CsrGraph<std::uint64_t>&, const ValuesOptions&);

}  // namespace retrograph
