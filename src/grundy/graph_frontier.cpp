#include "grundy/graph_frontier.hpp"

#include <bit>
#include <utility>

namespace retrograph {
namespace {

constexpr std::size_t vertex_grain = std::size_t{1} << 14;
// Vertices of a level that one worker takes at a time: some microseconds of work.
constexpr std::size_t level_grain = 1024;
// Levels up to this size run as plain loops: kernels take 100 ns to begin.
constexpr std::size_t tiny_level = 32;
// Shorter levels stay on one thread: the start of a loop costs as much as some thousand vertices.
constexpr std::size_t parallel_level = 4096;
// Targets counted at once; their zeros fit the stack.
constexpr std::size_t count_grain = 4096;
// Ids of one bin: their counters stay in the second-level cache.
constexpr unsigned least_shift = 16;

// Options of v that have not come.
template <VertexId V>
EdgeIndex open_options(const CsrGraph<V>& graph, VertexBits came, std::size_t v) {
  EdgeIndex open = graph.out_degree(v);
  if (!came.empty())
    for (const V u : graph.successors(v)) open -= has_bit(came, u) ? 1 : 0;
  return open;
}

// f(v, worker) for the vertices that have come, or for those that are to come first.
template <VertexId V, class F>
void for_first_level(const CsrGraph<V>& graph, VertexBits came, bool wanted, F&& f) {
  par::for_ranges(graph.vertex_count(), vertex_grain, [&](std::size_t begin, std::size_t end, unsigned w) {
    for (std::size_t v = begin; v < end; ++v) {
      const bool there = !came.empty() && has_bit(came, v);
      if (wanted ? there : !there && open_options(graph, came, v) == 0) f(static_cast<V>(v), w);
    }
  });
}

template <VertexId V>
OptionCounters<V> counters_of(const CsrGraph<V>& graph, VertexBits came) {
  return OptionCounters<V>(graph, [&](std::size_t v) { return open_options(graph, came, v); });
}

}  // namespace

template <VertexId V>
PlainFrontier<V>::PlainFrontier(const CsrGraph<V>& graph, const CsrGraph<V>& reverse, VertexBits came)
    : LevelOrder<V>(graph.vertex_count()), reverse_(reverse), counters_(counters_of(graph, came)) {
  for (const bool before : {true, false}) {
    if (before && came.empty()) continue;
    for_first_level(graph, came, before, [&](V v, unsigned w) { found_[w].push_back(v); });
    flush();
  }
}

template <VertexId V>
void PlainFrontier<V>::advance(LevelWork<V> work) {
  const std::span<const V> last = this->level();
  const bool shared = par::threads() > 1 && last.size() > level_grain;
  par::for_ranges(last.size(), level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
    work(last.subspan(from, to - from), w);
    count_down(last.subspan(from, to - from), w, shared);
  });
  flush();
}

template <VertexId V>
void PlainFrontier<V>::count_down(std::span<const V> part, unsigned worker, bool shared) {
  for (const V v : part)
    for (const V u : reverse_.successors(v))
      if (shared ? counters_.count_down_shared(u) : counters_.count_down(u)) found_[worker].push_back(u);
}

template <VertexId V>
void PlainFrontier<V>::flush() {
  found_.for_each([&](std::vector<V>& list) {
    this->append(list.data(), list.size());
    list.clear();
  });
  this->turn();
}

template class PlainFrontier<std::uint64_t>;

FlatFrontier::FlatFrontier(const CsrGraph<Id>& graph, const CsrGraph<Id>& reverse, VertexBits came)
    : FlatFrontier(graph, reverse, came, counters_of(graph, came)) {}

FlatFrontier::FlatFrontier(const CsrGraph<Id>& graph, const CsrGraph<Id>& reverse, VertexBits came,
                           OptionCounters<Id> counters)
    : LevelOrder(graph.vertex_count() + counters.wraps() + mex::slack),
      reverse_{reverse.offsets().data(), reverse.targets().data(), reverse.edge_count()},
      kernels_(mex::kernels_of(simd_level())),
      counters_(std::move(counters)) {
  const auto id_bits = static_cast<unsigned>(std::bit_width(graph.vertex_count()));
  const auto part_bits = static_cast<unsigned>(std::bit_width(2 * par::threads() - 1));
  shift_ = std::max(least_shift, id_bits > part_bits ? id_bits - part_bits : 0);
  parts_ = (graph.vertex_count() >> shift_) + 1;
  for (const bool before : {true, false}) {
    if (before && came.empty()) continue;
    par::WorkerLocal<std::vector<Id>> found;
    for_first_level(graph, came, before, [&](Id v, unsigned w) { found[w].push_back(v); });
    found.for_each([&](const std::vector<Id>& list) { append(list.data(), list.size()); });
    turn();
  }
}

void FlatFrontier::advance(LevelWork<Id> work) {
  const std::size_t size = level().size();
  if (size >= parallel_level && par::threads() > 1) {
    count_in_bins(work);
  } else {
    for (std::size_t from = 0; from < size; from += level_grain)
      work(level().subspan(from, std::min(level_grain, size - from)), 0);
    size <= tiny_level ? count_tiny() : count_alone();
  }
  turn();
}

void FlatFrontier::count_tiny() {
  Id* out = tail();
  std::size_t count = 0;
  for (const Id v : level())
    for (EdgeIndex e = reverse_.offsets[v]; e < reverse_.offsets[v + std::size_t{1}]; ++e)
      if (counters_.count_down(reverse_.targets[e])) out[count++] = reverse_.targets[e];
  extend(count);
}

void FlatFrontier::count_alone() {
  const std::size_t count =
      kernels_.count_rows(level().data(), level().size(), reverse_, counters_.bytes(), tail());
  extend(without_wraps(tail(), count));
}

void FlatFrontier::count_in_bins(LevelWork<Id> work) {
  const std::span<const Id> last = level();
  par::for_ranges(last.size(), level_grain, [&](std::size_t from, std::size_t to, unsigned w) {
    const std::span<const Id> part = last.subspan(from, to - from);
    work(part, w);
    bins_[w].resize(parts_);
    sort_into_bins(part, bins_[w]);
  });
  par::for_each(parts_, 1, [&](std::size_t p) {
    Id zeros[count_grain + mex::slack];
    bins_.for_each([&](std::vector<Bin>& bins) {
      if (bins.empty()) return;
      const Bin& bin = bins[p];
      for (std::size_t at = 0; at < bin.size; at += count_grain) {
        const std::size_t count = mex::count_targets(
            bin.targets.data() + at, std::min(count_grain, bin.size - at), counters_.bytes(), zeros);
        append(zeros, without_wraps(zeros, count));
      }
      bins[p].size = 0;
    });
  });
}

void FlatFrontier::sort_into_bins(std::span<const Id> part, std::vector<Bin>& bins) const {
  std::size_t edges = 0;
  for (const Id v : part) edges += reverse_.offsets[v + std::size_t{1}] - reverse_.offsets[v];
  std::vector<Id*> end;
  end.reserve(parts_);
  for (Bin& bin : bins) {
    bin.make_room(edges);
    end.push_back(bin.targets.data() + bin.size);
  }
  kernels_.bin_rows(part.data(), part.size(), reverse_, {end.data(), shift_});
  for (std::size_t p = 0; p < bins.size(); ++p)
    bins[p].size = static_cast<std::size_t>(end[p] - bins[p].targets.data());
}

// Zeros of a counter that has more to count are none.
std::size_t FlatFrontier::without_wraps(Id* zeros, std::size_t count) {
  if (counters_.wraps() == 0) return count;
  return static_cast<std::size_t>(
      std::remove_if(zeros, zeros + count, [&](Id u) { return !counters_.used_up(u); }) - zeros);
}

void FlatFrontier::Bin::make_room(std::size_t more) {
  if (size + more + mex::slack <= targets.size()) return;
  Array<Id> larger(std::max(2 * targets.size(), size + more + mex::slack));
  std::copy_n(targets.data(), size, larger.data());
  targets = std::move(larger);
}

}  // namespace retrograph
