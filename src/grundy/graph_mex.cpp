#include "retrograph/grundy/graph_mex.hpp"

#include <atomic>
#include <bit>
#include <limits>

#include "retrograph/graph/build.hpp"
#include "retrograph/grundy/graph_cycle.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/graph_counters.hpp"

namespace retrograph {
namespace {

// Vertices of a level that one worker takes at a time: a few microseconds of work.
constexpr std::size_t level_grain = 512;
constexpr std::size_t vertex_grain = std::size_t{1} << 14;

// The least number missing from a row's values. Scratch of one bit a possible value, used only where the
// values below 64 are all there.
class MexScratch {
 public:
  template <class V, class T>
  std::uint32_t mex(std::span<const V> options, const T* value) {
    std::uint64_t low = 0;
    for (const V u : options) low |= value[u] < 64 ? std::uint64_t{1} << value[u] : 0;
    if (low != ~std::uint64_t{0}) return static_cast<std::uint32_t>(std::countr_one(low));
    bits_.assign(options.size() / 64 + 1, 0);
    for (const V u : options)
      if (value[u] <= options.size()) bits_[value[u] / 64] |= std::uint64_t{1} << (value[u] % 64);
    std::size_t word = 1;
    while (word < bits_.size() && bits_[word] == ~std::uint64_t{0}) ++word;
    if (word == bits_.size()) return static_cast<std::uint32_t>(word * 64);
    return static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_one(bits_[word])));
  }

 private:
  std::vector<std::uint64_t> bits_;
};

// The vertices in topological order, levels one behind the other; each level is appended by all workers.
template <VertexId V>
class LevelList {
 public:
  explicit LevelList(std::uint64_t n) : order_(n) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return end_; }
  [[nodiscard]] V operator[](std::uint64_t i) const noexcept { return order_[i]; }
  // Relaxed: an append only claims places; the end of the loop that appends publishes what is in them.
  void append(const V* from, std::size_t count) noexcept {
    const std::uint64_t at = std::atomic_ref(end_).fetch_add(count, std::memory_order_relaxed);
    std::copy(from, from + count, order_.data() + at);
  }

 private:
  Array<V> order_;
  std::uint64_t end_ = 0;
};

// What one worker found for the next level and has not appended yet.
template <VertexId V>
struct Batch {
  static constexpr std::size_t capacity = 1024;
  std::size_t count = 0;
  V vertex[capacity];
  void add(V v, LevelList<V>& list) {
    vertex[count++] = v;
    if (count == capacity) flush(list);
  }
  void flush(LevelList<V>& list) {
    if (count != 0) list.append(vertex, count);
    count = 0;
  }
};

template <VertexId V>
class MexEngine {
 public:
  MexEngine(const CsrGraph<V>& graph, const CsrGraph<V>& reverse)
      : graph_(graph), reverse_(reverse), counters_(graph), order_(graph.vertex_count()) {}

  MexLabels run() {
    CodeArray::Storage value = Array<std::uint8_t>(graph_.vertex_count());
    collect_dead_ends();
    MexLabels result;
    std::uint32_t largest = 0;
    for (std::uint64_t begin = 0; begin != order_.size(); ++result.levels) {
      const std::uint64_t end = order_.size();
      largest = std::max(largest, label(begin, end, value));
      release(begin, end);
      begin = end;
    }
    if (order_.size() != graph_.vertex_count()) {
      result.cycle = cycle_of_the_rest();
      return result;
    }
    result.values.emplace();
    result.values->finite_limit = graph_.vertex_count() == 0 ? 0 : largest + 1;
    result.values->code = CodeArray(std::move(value));
    return result;
  }

 private:
  std::vector<std::uint64_t> cycle_of_the_rest() const {
    std::vector<bool> labelled(graph_.vertex_count(), false);
    for (std::uint64_t i = 0; i < order_.size(); ++i) labelled[order_[i]] = true;
    return cycle_among<V>(graph_, [&](std::uint64_t v) { return !labelled[v]; });
  }

  void collect_dead_ends() {
    par::for_ranges(graph_.vertex_count(), vertex_grain, [&](std::size_t begin, std::size_t end, unsigned w) {
      for (std::size_t v = begin; v < end; ++v)
        if (graph_.out_degree(v) == 0) workers_[w].batch.add(static_cast<V>(v), order_);
    });
    flush_batches();
  }

  // Mex of the vertices begin .. end-1 of the order; returns the largest. A level whose values do not fit is
  // done again in wider numbers: it reads earlier levels only.
  std::uint32_t label(std::uint64_t begin, std::uint64_t end, CodeArray::Storage& storage) {
    for (;;) {
      const std::uint32_t largest =
          std::visit([&](auto& value) { return label_in(begin, end, value); }, storage);
      const std::size_t width = largest <= 0xff ? 0 : largest <= 0xffff ? 1 : 2;
      if (width <= storage.index()) return largest;
      storage = CodeArray::widened(std::move(storage), width);
    }
  }

  template <class T>
  std::uint32_t label_in(std::uint64_t begin, std::uint64_t end, Array<T>& value) {
    workers_.for_each([](Worker& worker) { worker.largest = 0; });
    par::for_ranges(end - begin, level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
      std::uint32_t top = workers_[w].largest;
      for (std::uint64_t i = begin + from; i < begin + to; ++i) {
        const std::uint32_t m = workers_[w].scratch.mex(graph_.successors(order_[i]), value.data());
        value[order_[i]] = static_cast<T>(m);
        top = std::max(top, m);
      }
      workers_[w].largest = top;
    });
    std::uint32_t top = 0;
    workers_.for_each([&](Worker& worker) { top = std::max(top, worker.largest); });
    return top;
  }

  // Counts down at the predecessors of the vertices begin .. end-1 and appends those that reach zero.
  void release(std::uint64_t begin, std::uint64_t end) {
    const bool shared = par::threads() > 1;
    par::for_ranges(end - begin, level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
      Batch<V>& batch = workers_[w].batch;
      for (std::uint64_t i = begin + from; i < begin + to; ++i)
        for (const V u : reverse_.successors(order_[i]))
          if (shared ? counters_.count_down_shared(u) : counters_.count_down(u)) batch.add(u, order_);
    });
    flush_batches();
  }

  void flush_batches() {
    workers_.for_each([&](Worker& worker) { worker.batch.flush(order_); });
  }

  struct Worker {
    MexScratch scratch;
    std::uint32_t largest = 0;
    Batch<V> batch;
  };

  const CsrGraph<V>& graph_;
  const CsrGraph<V>& reverse_;
  OptionCounters<V> counters_;
  LevelList<V> order_;
  par::WorkerLocal<Worker> workers_;
};

}  // namespace

template <VertexId V>
MexLabels mex_labels(const CsrGraph<V>& graph, const CsrGraph<V>& reverse) {
  return MexEngine<V>(graph, reverse).run();
}

template <VertexId V>
GraphValues mex_values(const CsrGraph<V>& graph) {
  MexLabels labels = mex_labels(graph, transpose(graph));
  if (!labels.values) fail_with_cycle(labels.cycle);
  return std::move(*labels.values);
}

template MexLabels mex_labels(const CsrGraph<std::uint32_t>&, const CsrGraph<std::uint32_t>&);
template MexLabels mex_labels(const CsrGraph<std::uint64_t>&, const CsrGraph<std::uint64_t>&);
template GraphValues mex_values(const CsrGraph<std::uint32_t>&);
template GraphValues mex_values(const CsrGraph<std::uint64_t>&);

}  // namespace retrograph
