#include "retrograph/grundy/misere_graph.hpp"

#include <algorithm>
#include <utility>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_frontier.hpp"
#include "grundy/graph_mex_scratch.hpp"

namespace retrograph {
namespace {

constexpr std::size_t level_grain = 512;

template <VertexId V>
class GenusPasses {
 public:
  GenusPasses(const CsrGraph<V>& graph, const ValuesOptions& options)
      : graph_(graph), options_(options), reverse_(transpose(graph)), frontier_(graph, reverse_) {
    while (!frontier_.level().empty()) {
      begins_.push_back(frontier_.before());
      frontier_.advance([](std::span<const V>, unsigned) {});
    }
    if (frontier_.order().size() != graph.vertex_count()) fail_with_cycle(frontier_.cycle_of_the_rest(graph));
    begins_.push_back(graph.vertex_count());
  }

  GenusLabels run() {
    using Layer = Array<std::uint32_t>;
    GenusLabels labels;
    const auto keep = [&](const Layer& layer) {
      CodeArray::Storage copy = Layer::copy_of(layer.span());
      labels.layers.push_back(CodeArray::narrowed(std::move(copy), largest(layer)));
    };
    keep(pass([](std::uint64_t, std::vector<std::uint32_t>&) {}));
    // A vertex without moves has the value 1 here: the mex of 0 alone.
    Layer before_last = pass([&](std::uint64_t v, std::vector<std::uint32_t>& more) {
      if (graph_.out_degree(v) == 0) more.push_back(0);
    });
    keep(before_last);
    Layer last = next(before_last);
    keep(last);
    for (unsigned repeats = 0; repeats < 2;) {
      Layer layer = next(last);
      repeats = std::equal(layer.begin(), layer.end(), before_last.begin()) ? repeats + 1 : 0;
      before_last = std::move(last);
      last = std::move(layer);
      keep(last);
    }
    return labels;
  }

 private:
  // A heap *2 beside what `layer` describes: it can become *1 or vanish.
  Array<std::uint32_t> next(const Array<std::uint32_t>& layer) {
    return pass([&](std::uint64_t v, std::vector<std::uint32_t>& more) {
      more.insert(more.end(), {layer[v], layer[v] ^ 1});
    });
  }

  // Mex of the options' values and of what add(v, more) appends, for every vertex.
  template <class Add>
  Array<std::uint32_t> pass(Add&& add) {
    Array<std::uint32_t> value(graph_.vertex_count());
    const std::span<const V> order = frontier_.order();
    for (std::size_t l = 0; l + 1 < begins_.size(); ++l) {
      options_.throw_if_stopped();
      const std::span<const V> level = order.subspan(begins_[l], begins_[l + 1] - begins_[l]);
      par::for_ranges(level.size(), level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
        Worker& worker = workers_[w];
        for (const V v : level.subspan(from, to - from)) {
          worker.more.clear();
          add(v, worker.more);
          value[v] = worker.scratch.mex(graph_.successors(v), value.data(), worker.more);
        }
      });
    }
    return value;
  }

  static std::uint32_t largest(const Array<std::uint32_t>& layer) {
    return layer.empty() ? 0 : *std::max_element(layer.begin(), layer.end());
  }

  struct Worker {
    MexScratch scratch;
    std::vector<std::uint32_t> more;
  };

  const CsrGraph<V>& graph_;
  const ValuesOptions& options_;
  CsrGraph<V> reverse_;
  TopologicalFrontier<V> frontier_;
  std::vector<std::uint64_t> begins_;
  par::WorkerLocal<Worker> workers_;
};

}  // namespace

Genus GenusLabels::operator[](std::uint64_t v) const {
  Genus genus{layers[0][v], {}};
  for (std::size_t i = 1; i < layers.size(); ++i) genus.misere.push_back(layers[i][v]);
  shorten(genus.misere);
  return genus;
}

template <VertexId V>
GenusLabels genus_labels(const CsrGraph<V>& graph, const ValuesOptions& options) {
  return GenusPasses<V>(graph, options).run();
}

template GenusLabels genus_labels(const CsrGraph<std::uint32_t>&, const ValuesOptions&);
template GenusLabels genus_labels(const CsrGraph<std::uint64_t>&, const ValuesOptions&);

}  // namespace retrograph
