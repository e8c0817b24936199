#include "retrograph/graph/build.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "graph/counting_sort.hpp"
#include "graph/line_writer.hpp"

namespace retrograph {
namespace {

template <VertexId V>
using Pieces = std::span<const std::span<const Edge<V>>>;

// What one look at the edges tells.
struct Order {
  std::vector<EdgeIndex> start;  // of each piece, and the end
  bool by_source = true;
  bool rows_sorted = true;  // where they come by source
};

template <VertexId V>
[[noreturn]] void fail_at(const Order& order, Pieces<V> pieces, std::size_t i, std::uint64_t vertex_count) {
  const auto bad = std::find_if(pieces[i].begin(), pieces[i].end(), [&](const Edge<V>& e) {
    return e.from >= vertex_count || e.to >= vertex_count;
  });
  fail(Category::malformed, "edge {} is {} -> {}, but there are only {} vertices",
       order.start[i] + static_cast<EdgeIndex>(bad - pieces[i].begin()), bad->from, bad->to, vertex_count);
}

template <VertexId V>
Order look_at(Pieces<V> pieces, std::uint64_t vertex_count) {
  struct Seen {
    V largest = 0;
    bool by_source = true;
    bool sorted = true;
  };
  Order order;
  std::vector<Seen> seen(pieces.size());
  par::for_each(pieces.size(), 1, [&](std::size_t i) {
    Seen now;
    Edge<V> before{0, 0};
    for (const Edge<V>& e : pieces[i]) {
      now.largest = std::max({now.largest, e.from, e.to});
      now.by_source &= before.from <= e.from;
      now.sorted &= (before.from != e.from) | (before.to <= e.to);
      before = e;
    }
    seen[i] = now;
  });
  order.start.push_back(0);
  Edge<V> last{0, 0};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].empty()) {
      if (seen[i].largest >= vertex_count) {
        order.start.push_back(0);
        fail_at<V>(order, pieces, i, vertex_count);
      }
      const Edge<V>& first = pieces[i].front();
      order.by_source = order.by_source && seen[i].by_source && last.from <= first.from;
      order.rows_sorted =
          order.rows_sorted && seen[i].sorted && (last.from != first.from || last.to <= first.to);
      last = pieces[i].back();
    }
    order.start.push_back(order.start.back() + pieces[i].size());
  }
  return order;
}

// Edges that come by source stay in their order.
template <VertexId V>
CsrGraph<V> build_in_order(std::uint64_t vertex_count, Pieces<V> pieces, const Order& order,
                           FunctionRef<void(std::size_t)> placed) {
  // The first vertex whose offset each piece writes: the one after the last source before it.
  std::vector<std::uint64_t> row(pieces.size() + 1, 0);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    row[i + 1] = pieces[i].empty() ? row[i] : std::uint64_t{pieces[i].back().from} + 1;
  Array<EdgeIndex> offsets(vertex_count + 1);
  Array<V> targets(order.start.back());
  par::for_each(pieces.size(), 1, [&](std::size_t i) {
    std::uint64_t next = row[i];
    EdgeIndex at = order.start[i];
    for (const Edge<V>& e : pieces[i]) {
      while (next <= e.from) offsets[next++] = at;
      targets[at++] = e.to;
    }
    placed(i);
  });
  std::fill(offsets.data() + row.back(), offsets.data() + vertex_count + 1, order.start.back());
  if (!order.rows_sorted) sort_rows<V>(std::as_const(offsets).span(), targets.span());
  return {std::move(offsets), std::move(targets)};
}

// Sources in bins of up to 2^16: edges go to their bin, target and low half of the source apart, and each bin
// is sorted where it lies, through the caches.
class BinnedBuild {
 public:
  using V = std::uint32_t;
  BinnedBuild(std::uint64_t vertex_count, Pieces<V> pieces, const Order& order)
      : vertex_count_(vertex_count),
        pieces_(pieces),
        shift_(static_cast<unsigned>(std::clamp(static_cast<int>(std::bit_width(vertex_count)) - 7, 8, 16))),
        bins_((vertex_count >> shift_) + 1),
        chunks_(std::min<std::size_t>(pieces.size(), std::size_t{8} * par::threads())),
        starts_(bins_ * chunks_ + 1, EdgeIndex{0}),
        targets_(order.start.back()),
        lows_(order.start.back()),
        offsets_(vertex_count + 1) {}

  CsrGraph<V> run(FunctionRef<void(std::size_t)> placed) {
    par::for_each(chunks_, 1, [&](std::size_t c) { count(c); });
    par::exclusive_scan(starts_.span());
    par::for_each(chunks_, 1, [&](std::size_t c) { scatter(c, placed); });
    par::WorkerLocal<Array<V>> scratch;
    par::for_ranges(bins_, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::size_t bin = begin; bin < end; ++bin) sort_bin(bin, scratch[worker]);
    });
    offsets_[vertex_count_] = targets_.size();
    return {std::move(offsets_), std::move(targets_)};
  }

 private:
  [[nodiscard]] std::pair<std::size_t, std::size_t> pieces_of(std::size_t chunk) const {
    return {chunk * pieces_.size() / chunks_, (chunk + 1) * pieces_.size() / chunks_};
  }
  [[nodiscard]] EdgeIndex& start(std::size_t bin, std::size_t chunk) {
    return starts_[bin * chunks_ + chunk];
  }

  void count(std::size_t chunk) {
    Array<EdgeIndex> counts(bins_, EdgeIndex{0});
    const auto [begin, end] = pieces_of(chunk);
    for (std::size_t i = begin; i < end; ++i)
      for (const Edge<V>& e : pieces_[i]) ++counts[e.from >> shift_];
    for (std::size_t bin = 0; bin < bins_; ++bin) start(bin, chunk) = counts[bin];
  }

  void scatter(std::size_t chunk, FunctionRef<void(std::size_t)> placed) {
    LineWriter<V> targets(targets_.data(), bins_);
    LineWriter<std::uint16_t> lows(lows_.data(), bins_);
    for (std::size_t bin = 0; bin < bins_; ++bin) {
      targets.start(bin, start(bin, chunk));
      lows.start(bin, start(bin, chunk));
    }
    const V mask = (V{1} << shift_) - 1;
    const auto [begin, end] = pieces_of(chunk);
    for (std::size_t i = begin; i < end; ++i) {
      for (const Edge<V>& e : pieces_[i]) {
        targets.append(e.from >> shift_, e.to);
        lows.append(e.from >> shift_, static_cast<std::uint16_t>(e.from & mask));
      }
      placed(i);
    }
    targets.finish();
    lows.finish();
  }

  void sort_bin(std::size_t bin, Array<V>& scratch) {
    const EdgeIndex begin = start(bin, 0);
    const EdgeIndex end = start(bin + 1, 0);
    const std::uint64_t first = std::uint64_t{bin} << shift_;
    const std::uint64_t rows =
        std::min(vertex_count_ - std::min(first, vertex_count_), std::uint64_t{1} << shift_);
    if (scratch.size() < end - begin) scratch = Array<V>(end - begin);
    std::copy(targets_.data() + begin, targets_.data() + end, scratch.data());
    std::vector<EdgeIndex> next(rows + 1, 0);
    for (EdgeIndex e = begin; e < end; ++e) ++next[lows_[e] + std::size_t{1}];
    next[0] = begin;
    for (std::uint64_t r = 0; r < rows; ++r) next[r + 1] += next[r];
    std::copy(next.begin(), next.end() - 1, offsets_.data() + first);
    for (EdgeIndex e = begin; e < end; ++e) targets_[next[lows_[e]]++] = scratch[e - begin];
    // Now next[r] is the end of row r.
    for (std::uint64_t r = 0; r < rows; ++r)
      sort_row(targets_.data() + offsets_[first + r], targets_.data() + next[r]);
  }

  std::uint64_t vertex_count_;
  Pieces<V> pieces_;
  unsigned shift_;
  std::size_t bins_;
  std::size_t chunks_;
  Array<EdgeIndex> starts_;  // [bin][chunk]
  Array<V> targets_;
  Array<std::uint16_t> lows_;
  Array<EdgeIndex> offsets_;
};

}  // namespace

template <VertexId V>
CsrGraph<V> build_csr(std::uint64_t vertex_count, std::span<const std::span<const Edge<V>>> pieces,
                      FunctionRef<void(std::size_t)> placed) {
  constexpr EdgeIndex few = EdgeIndex{1} << 16;
  const Order order = look_at<V>(pieces, vertex_count);
  if (order.by_source) return build_in_order<V>(vertex_count, pieces, order, placed);
  if constexpr (sizeof(V) == 4)
    if (order.start.back() > few) return BinnedBuild(vertex_count, pieces, order).run(placed);
  CsrGraph<V> graph =
      counting_sort<V>(vertex_count, order.start.back(), pieces.size(), [&](std::size_t i, auto&& f) {
        for (const Edge<V>& e : pieces[i]) f(e.from, e.to);
      });
  for (std::size_t i = 0; i < pieces.size(); ++i) placed(i);
  return graph;
}

template <VertexId V>
CsrGraph<V> build_csr(std::uint64_t vertex_count, std::span<const Edge<V>> edges) {
  constexpr std::size_t piece = std::size_t{1} << 15;
  std::vector<std::span<const Edge<V>>> pieces;
  for (std::size_t begin = 0; begin < edges.size(); begin += piece)
    pieces.push_back(edges.subspan(begin, std::min(piece, edges.size() - begin)));
  return build_csr<V>(vertex_count, pieces, [](std::size_t) {});
}

template CsrGraph<std::uint32_t> build_csr(std::uint64_t, std::span<const Edge<std::uint32_t>>);
template CsrGraph<std::uint64_t> build_csr(std::uint64_t, std::span<const Edge<std::uint64_t>>);
template CsrGraph<std::uint32_t> build_csr(std::uint64_t,
                                           std::span<const std::span<const Edge<std::uint32_t>>>,
                                           FunctionRef<void(std::size_t)>);
template CsrGraph<std::uint64_t> build_csr(std::uint64_t,
                                           std::span<const std::span<const Edge<std::uint64_t>>>,
                                           FunctionRef<void(std::size_t)>);

}  // namespace retrograph
