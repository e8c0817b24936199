#include "store/edge_parts.hpp"

#include <algorithm>
#include <bit>

#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"

namespace retrograph {
namespace {

constexpr std::size_t first_array = std::size_t{1} << 14;  // bytes; then four times as many
constexpr std::size_t largest_array = (std::size_t{4} << 20) - array_padding;  // two huge pages

// The ids that occur, ascending: through a bitmap where that is not much larger than the edges.
Array<std::uint64_t> ids_in_bitmap(const std::vector<std::uint64_t>& bits) {
  std::size_t count = 0;
  for (const std::uint64_t word : bits) count += static_cast<std::size_t>(std::popcount(word));
  Array<std::uint64_t> ids(count);
  std::size_t at = 0;
  for (std::size_t w = 0; w < bits.size(); ++w)
    for (std::uint64_t word = bits[w]; word != 0; word &= word - 1)
      ids[at++] = 64 * w + static_cast<std::size_t>(std::countr_zero(word));
  return ids;
}

}  // namespace

EdgeParts::EdgeParts(std::string name, const GraphReadOptions& options)
    : name_(std::move(name)),
      options_(options),
      limit_(options.memory_limit == 0 ? default_memory_limit() : options.memory_limit) {
  if (options.vertices && options.relabel)
    fail(Category::usage, "a number of vertices and relabelling exclude each other");
  if (options.vertices && *options.vertices > largest_id)
    fail(Category::usage, "{} vertices are more than {}", *options.vertices, largest_id);
}

template <class E>
EdgeParts::Kind<E>& EdgeParts::kind() {
  if constexpr (std::is_same_v<E, NarrowEdge>)
    return narrow_;
  else
    return wide_;
}

template <class E>
EdgeParts::Slice<E>& EdgeParts::slice(Worker& worker) {
  if constexpr (std::is_same_v<E, NarrowEdge>)
    return worker.narrow;
  else
    return worker.wide;
}

template <class E>
E* EdgeParts::room(std::size_t count, unsigned worker) {
  Slice<E>& own = slice<E>(workers_[worker]);
  if (own.left >= count) return own.free;
  own.next_size =
      std::max(count, own.next_size == 0 ? first_array / sizeof(E)
                                         : std::min(4 * own.next_size, largest_array / sizeof(E)));
  const std::uint64_t bytes =
      bytes_.fetch_add(own.next_size * sizeof(E), std::memory_order_relaxed) + own.next_size * sizeof(E);
  if (bytes > limit_)
    fail(Category::resource, "{}: its edges need more than the {} bytes there are (--memory)", name_, limit_);
  Array<E> array(own.next_size);
  own.free = array.data();
  own.left = own.next_size;
  const std::lock_guard lock(mutex_);
  own.array = kind<E>().arrays.size();
  kind<E>().arrays.push_back(std::move(array));
  return own.free;
}

template <class E>
void EdgeParts::keep(std::size_t used, std::uint64_t block, std::uint64_t largest, unsigned worker) {
  if (used == 0) return;
  Worker& mine = workers_[worker];
  Slice<E>& own = slice<E>(mine);
  mine.largest = std::max(mine.largest, largest);
  mine.any = true;
  edges_.fetch_add(used, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    kind<E>().pieces.push_back({block, own.free, used, own.array});
  }
  own.free += used;
  own.left -= used;
}

void EdgeParts::sort_pieces() {
  const auto earlier = [](const auto& a, const auto& b) { return a.block < b.block; };
  std::sort(narrow_.pieces.begin(), narrow_.pieces.end(), earlier);
  std::sort(wide_.pieces.begin(), wide_.pieces.end(), earlier);
}

void EdgeParts::widen() {
  for (const Piece<NarrowEdge>& piece : narrow_.pieces) {
    Array<WideEdge> array(piece.count);
    std::transform(piece.edges, piece.edges + piece.count, array.data(),
                   [](const NarrowEdge& e) { return WideEdge{e.from, e.to}; });
    wide_.pieces.push_back({piece.block, array.data(), piece.count, wide_.arrays.size()});
    wide_.arrays.push_back(std::move(array));
  }
  narrow_ = {};
}

Array<std::uint64_t> EdgeParts::compact_ids() {
  std::uint64_t largest = 0;
  workers_.for_each([&](const Worker& w) { largest = std::max(largest, w.largest); });
  constexpr std::uint64_t always = std::uint64_t{1} << 24;
  const bool dense = largest / 64 <= std::max(edge_count(), always);
  Array<std::uint64_t> ids;
  const auto over_edges = [&](auto&& f) {
    for (auto& piece : narrow_.pieces) std::for_each(piece.edges, piece.edges + piece.count, f);
    for (auto& piece : wide_.pieces) std::for_each(piece.edges, piece.edges + piece.count, f);
  };
  std::vector<std::uint64_t> bits;
  std::vector<std::uint64_t> before;  // ids in the words before
  if (dense && edge_count() != 0) {
    bits.resize(largest / 64 + 1);
    const auto set = [&](std::uint64_t id) { bits[id / 64] |= std::uint64_t{1} << (id % 64); };
    over_edges([&](const auto& e) { set(e.from), set(e.to); });
    ids = ids_in_bitmap(bits);
    before.resize(bits.size());
    for (std::size_t w = 1; w < bits.size(); ++w)
      before[w] = before[w - 1] + static_cast<std::uint64_t>(std::popcount(bits[w - 1]));
  } else {
    std::vector<std::uint64_t> all;
    all.reserve(2 * edge_count());
    over_edges([&](const auto& e) { all.insert(all.end(), {e.from, e.to}); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    ids = Array<std::uint64_t>::copy_of(all);
  }
  const auto rank = [&](std::uint64_t id) -> std::uint64_t {
    if (bits.empty())
      return static_cast<std::uint64_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    const std::uint64_t lower = bits[id / 64] & ((std::uint64_t{1} << (id % 64)) - 1);
    return before[id / 64] + static_cast<std::uint64_t>(std::popcount(lower));
  };
  const auto number = [&](auto& pieces) {
    par::for_each(pieces.size(), 1, [&](std::size_t i) {
      for (auto* e = pieces[i].edges; e != pieces[i].edges + pieces[i].count; ++e)
        *e = {static_cast<decltype(e->from)>(rank(e->from)), static_cast<decltype(e->to)>(rank(e->to))};
    });
  };
  number(narrow_.pieces);
  number(wide_.pieces);
  return ids;
}

void EdgeParts::check_vertices(std::uint64_t vertices) const {
  if (vertices > limit_ / 8)
    fail(Category::resource,
         "{}: {} vertices (1 + the largest id) for {} edges need more than the {} bytes there are; "
         "--relabel numbers only the ids that occur",
         name_, vertices, edge_count(), limit_);
}

template <VertexId V, class E>
AnyArena EdgeParts::arena(std::uint64_t vertices, Kind<E>& kind) {
  Arena<V> arena;
  if constexpr (std::is_same_v<E, Edge<V>>) {
    std::vector<std::span<const E>> pieces;
    std::vector<std::atomic<std::uint64_t>> waiting(kind.arrays.size());
    for (const auto& piece : kind.pieces) {
      pieces.emplace_back(piece.edges, piece.count);
      waiting[piece.array].fetch_add(1, std::memory_order_relaxed);
    }
    // The last piece of an array lets go of it: acq_rel orders the reads of the others before that.
    arena.moves = build_csr<V>(vertices, pieces, [&](std::size_t i) {
      const std::size_t array = kind.pieces[i].array;
      if (waiting[array].fetch_sub(1, std::memory_order_acq_rel) == 1) kind.arrays[array] = {};
    });
  } else {
    Array<Edge<V>> edges(edge_count());
    std::size_t at = 0;
    for (const auto& piece : kind.pieces)
      for (const E& e : std::span(piece.edges, piece.count))
        edges[at++] = {static_cast<V>(e.from), static_cast<V>(e.to)};
    kind = {};
    arena.moves = build_csr<V>(vertices, std::as_const(edges).span());
  }
  return arena;
}

LoadedGraph EdgeParts::build(std::optional<std::uint64_t> vertices) {
  if (!wide_.pieces.empty()) widen();
  sort_pieces();
  LoadedGraph graph;
  std::uint64_t count = 0;
  workers_.for_each([&](const Worker& w) { count = std::max(count, w.any ? w.largest + 1 : 0); });
  count = vertices.value_or(options_.vertices.value_or(count));
  if (options_.relabel) {
    graph.original_id = compact_ids();
    count = graph.original_id.size();
  }
  check_vertices(count);
  const std::uint64_t bytes = bytes_.load(std::memory_order_relaxed);
  if (8 * count > limit_ - std::min(bytes, limit_))
    fail(Category::resource, "{}: {} vertices and {} edges need more than the {} bytes there are (--memory)",
         name_, count, edge_count(), limit_);
  const bool narrow = count < narrow_vertex_limit;
  if (!wide_.pieces.empty())
    graph.arena = narrow ? arena<std::uint32_t>(count, wide_) : arena<std::uint64_t>(count, wide_);
  else
    graph.arena = narrow ? arena<std::uint32_t>(count, narrow_) : arena<std::uint64_t>(count, narrow_);
  return graph;
}

template NarrowEdge* EdgeParts::room(std::size_t, unsigned);
template WideEdge* EdgeParts::room(std::size_t, unsigned);
template void EdgeParts::keep<NarrowEdge>(std::size_t, std::uint64_t, std::uint64_t, unsigned);
template void EdgeParts::keep<WideEdge>(std::size_t, std::uint64_t, std::uint64_t, unsigned);

}  // namespace retrograph
