#include "retrograph/grundy/graph_mex.hpp"

#include <utility>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_frontier.hpp"
#include "grundy/graph_mex_scratch.hpp"

namespace retrograph {
namespace {

template <VertexId V>
class MexEngine {
 public:
  MexEngine(const CsrGraph<V>& graph, const CsrGraph<V>& reverse, const ValuesOptions& options)
      : graph_(graph), options_(options), frontier_(graph, reverse) {}

  MexLabels run() {
    if (options_.progress != nullptr) options_.progress->start("mex", "vertices", graph_.vertex_count());
    CodeArray::Storage value = Array<std::uint8_t>(graph_.vertex_count());
    MexLabels result;
    std::uint32_t largest = 0;
    for (; !frontier_.level().empty(); frontier_.advance(), ++result.levels) {
      largest = std::max(largest, label(frontier_.level(), value));
      report(frontier_.level().size());
    }
    if (frontier_.order().size() != graph_.vertex_count()) {
      result.cycle = frontier_.cycle_of_the_rest();
      return result;
    }
    result.values.emplace();
    result.values->finite_limit = graph_.vertex_count() == 0 ? 0 : largest + 1;
    result.values->code = CodeArray(std::move(value));
    return result;
  }

 private:
  // Mex of the vertices of a level; returns the largest. A level whose values do not fit is done again in
  // wider numbers: it reads earlier levels only.
  std::uint32_t label(std::span<const V> level, CodeArray::Storage& storage) {
    for (;;) {
      const std::uint32_t largest = std::visit([&](auto& value) { return label_in(level, value); }, storage);
      const std::size_t width = largest <= 0xff ? 0 : largest <= 0xffff ? 1 : 2;
      if (width <= storage.index()) return largest;
      storage = CodeArray::widened(std::move(storage), width);
    }
  }

  template <class T>
  std::uint32_t label_in(std::span<const V> level, Array<T>& value) {
    workers_.for_each([](Worker& worker) { worker.largest = 0; });
    par::for_ranges(level.size(), frontier_.level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
      std::uint32_t top = workers_[w].largest;
      for (const V v : level.subspan(from, to - from)) {
        const std::uint32_t m = workers_[w].scratch.mex(graph_.successors(v), value.data());
        value[v] = static_cast<T>(m);
        top = std::max(top, m);
      }
      workers_[w].largest = top;
    });
    std::uint32_t top = 0;
    workers_.for_each([&](Worker& worker) { top = std::max(top, worker.largest); });
    return top;
  }

  // Levels may be tiny: the request and the counter are shared with other threads, and touched now and then.
  void report(std::uint64_t labelled) {
    constexpr std::uint64_t now_and_then = std::uint64_t{1} << 14;
    unreported_ += labelled;
    if (unreported_ < now_and_then) return;
    options_.throw_if_stopped();
    if (options_.progress != nullptr) options_.progress->add(std::exchange(unreported_, 0));
  }

  struct Worker {
    MexScratch scratch;
    std::uint32_t largest = 0;
  };

  const CsrGraph<V>& graph_;
  const ValuesOptions& options_;
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
