#include "cluster/graph_part.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <vector>

#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

// Edges that are read, sent and looked after at a time.
constexpr std::size_t block_edges = std::size_t{1} << 20;
constexpr std::size_t piece_edges = std::size_t{1} << 14;
constexpr std::size_t vertex_grain = std::size_t{1} << 14;
constexpr std::uint64_t vertex_weight = 2;  // in moves
constexpr std::size_t longest_step = 10;    // bytes of a step of 64 bits
constexpr std::size_t longest_move = longest_step + sizeof(std::uint32_t);

void put_step(Batch& batch, std::uint64_t step) noexcept {
  for (; step >= 0x80; step >>= 7) batch.bytes[batch.size++] = static_cast<std::byte>(step | 0x80);
  batch.bytes[batch.size++] = static_cast<std::byte>(step);
}

// f(source, local target) for every move of a batch, in the order in which they were put.
template <class F>
void for_each_move(const Batch& batch, F&& f) {
  std::uint64_t source = 0;
  for (const std::byte *at = batch.bytes.get(), *end = at + batch.size; at != end;) {
    std::uint64_t step = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(*at++);
      step |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    source += step;
    std::uint32_t target = 0;
    std::memcpy(&target, at, sizeof target);
    at += sizeof target;
    f(source, target);
  }
}

// Sends the moves of the own vertices; what comes is kept.
template <VertexId V>
class PartMaker {
 public:
  PartMaker(const Ranks& ranks, Exchange& exchange, const RowSource<V>& rows, GraphPart<V>& part)
      : ranks_(ranks),
        exchange_(exchange),
        rows_(rows),
        part_(part),
        begin_(part.bounds.begin(ranks.rank())),
        count_(part.bounds.count(ranks.rank())),
        outbox_(exchange, ranks.size(), 1),
        last_(std::vector<std::uint64_t>(ranks.size())) {}

  void read_vertices() {
    offsets_ = Array<EdgeIndex>(count_ + 1);
    rows_.offsets(begin_, offsets_.span());
    part_.value = Array<Value>(count_, Value::none);
    part_.moves = Array<std::uint32_t>(count_);
    if (rows_.has_terminals) rows_.terminals(begin_, part_.value.span());
    if (rows_.has_owners) {
      part_.owner = Array<std::uint8_t>(count_);
      rows_.owners(begin_, part_.owner.span());
    }
    par::for_each(count_, vertex_grain, [&](std::size_t v) {
      const EdgeIndex degree = offsets_[v + 1] - offsets_[v];
      if (degree > std::numeric_limits<std::uint32_t>::max())
        fail(Category::resource, "vertex {} has {} moves, {} are the limit over ranks", begin_ + v, degree,
             std::numeric_limits<std::uint32_t>::max());
      part_.moves[v] = static_cast<std::uint32_t>(degree);
      if (part_.value[v] != Value::none || degree != 0) return;
      const Value mover = value_of(rows_.dead_end);
      part_.value[v] = rows_.has_owners && part_.owner[v] == 1 ? opposite(mover) : mover;
    });
  }

  void send_moves(const StopSource* stop) {
    Array<V> block(std::min<std::uint64_t>(block_edges, offsets_[count_] - offsets_[0]));
    for (EdgeIndex at = offsets_[0]; at < offsets_[count_]; at += block_edges) {
      if (stop != nullptr) stop->throw_if_stopped();
      const std::size_t size = std::min<std::uint64_t>(block_edges, offsets_[count_] - at);
      rows_.targets(at, block.span().first(size));
      par::for_ranges(size, piece_edges, [&](std::size_t from, std::size_t to, unsigned worker) {
        send_piece(block.span().subspan(from, to - from), at + from, worker);
      });
      while (exchange_.progress(kept_)) {
      }
    }
  }

  void finish() {
    outbox_.flush();
    while (!exchange_.finish(kept_)) {
    }
    offsets_ = {};
    own_.for_each([&](std::vector<Batch>& own) {
      for (Batch& batch : own) kept_.push_back(std::move(batch));
      own.clear();
    });
  }

  [[nodiscard]] std::uint64_t moves_in() const {
    std::uint64_t moves = 0;
    for (const Batch& batch : kept_) for_each_move(batch, [&](std::uint64_t, std::uint32_t) { ++moves; });
    return moves;
  }

  // Counting sort by target: counts, starts, places.
  void sort_rows() {
    part_.offsets = Array<EdgeIndex>(count_ + 2, EdgeIndex{0});
    EdgeIndex* const place = part_.offsets.data() + 1;
    // Relaxed: counts and places of their own; the loops' ends publish them.
    for_all_moves([&](std::uint64_t, std::uint32_t target) {
      std::atomic_ref(place[target]).fetch_add(1, std::memory_order_relaxed);
    });
    const EdgeIndex moves = par::exclusive_scan(std::span(place, count_ + 1));
    part_.sources = Array<V>(moves);
    for_all_moves([&](std::uint64_t source, std::uint32_t target) {
      part_.sources[std::atomic_ref(place[target]).fetch_add(1, std::memory_order_relaxed)] =
          static_cast<V>(source);
    });
    part_.offsets.shrink(count_ + 1);
    const std::uint64_t end = begin_ + count_;
    part_.cross_edges = par::reduce(
        moves, vertex_grain, std::uint64_t{0},
        [&](std::size_t from, std::size_t to) {
          std::uint64_t others = 0;
          for (std::size_t e = from; e < to; ++e)
            others += part_.sources[e] < begin_ || part_.sources[e] >= end ? 1 : 0;
          return others;
        },
        std::plus<>());
    kept_.clear();
    kept_.shrink_to_fit();
  }

 private:
  // A piece of the edges, the first of which is edge number `first`.
  void send_piece(std::span<const V> targets, EdgeIndex first, unsigned worker) {
    std::uint64_t v = static_cast<std::uint64_t>(std::upper_bound(offsets_.begin(), offsets_.end(), first) -
                                                 offsets_.begin() - 1);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      while (first + i >= offsets_[v + 1]) ++v;
      if (part_.value[v] == Value::none) send_move(begin_ + v, targets[i], worker);
    }
  }

  void send_move(std::uint64_t source, V target, unsigned worker) {
    const unsigned to = part_.bounds.owner(target);
    std::uint64_t& last = last_[worker][to];
    const auto fresh = [&](Batch&) { last = 0; };
    const auto local = static_cast<std::uint32_t>(target - part_.bounds.begin(to));
    Batch& batch =
        to == ranks_.rank() ? own_room(worker, fresh) : outbox_.room(worker, to, 0, longest_move, fresh);
    // A worker's pieces come in ascending order, so that sources never fall.
    put_step(batch, source - last);
    batch.put(local);
    last = source;
  }

  template <class Fresh>
  Batch& own_room(unsigned worker, Fresh&& fresh) {
    std::vector<Batch>& own = own_[worker];
    if (own.empty() || own.back().size + longest_move > exchange_.batch_bytes()) {
      own.push_back({std::make_unique_for_overwrite<std::byte[]>(exchange_.batch_bytes()), 0, 0});
      fresh(own.back());
    }
    return own.back();
  }

  template <class F>
  void for_all_moves(F&& f) const {
    par::for_each(kept_.size(), 1, [&](std::size_t i) { for_each_move(kept_[i], f); });
  }

  const Ranks& ranks_;
  Exchange& exchange_;
  const RowSource<V>& rows_;
  GraphPart<V>& part_;
  std::uint64_t begin_;
  std::uint64_t count_;
  Array<EdgeIndex> offsets_;  // of the own rows
  Outbox outbox_;
  par::WorkerLocal<std::vector<std::uint64_t>> last_;  // source of the last move to each rank
  par::WorkerLocal<std::vector<Batch>> own_;           // moves between own vertices
  std::vector<Batch> kept_;
};

}  // namespace

template <VertexId V>
Bounds balanced_bounds(const Ranks& ranks, const RowSource<V>& rows) {
  const auto weight = [&](std::uint64_t v) {
    EdgeIndex offset = 0;
    rows.offsets(v, std::span(&offset, 1));
    return offset + vertex_weight * v;
  };
  std::uint64_t begin = 0;
  ranks.agree([&] {
    const std::uint64_t total = rows.edges + vertex_weight * rows.vertices;
    const std::uint64_t wanted =
        total / ranks.size() * ranks.rank() + total % ranks.size() * ranks.rank() / ranks.size();
    // The first vertex before which lies as much as the ranks below are to get.
    for (std::uint64_t left = rows.vertices; left > 0;) {
      const std::uint64_t half = left / 2;
      if (weight(begin + half) < wanted) {
        begin += half + 1;
        left -= half + 1;
      } else {
        left = half;
      }
    }
  });
  std::vector<std::uint64_t> first = ranks.all(begin);
  first.push_back(rows.vertices);
  for (std::size_t r = 1; r < first.size(); ++r) first[r] = std::max(first[r], first[r - 1]);
  Bounds bounds;
  ranks.agree([&] { bounds = Bounds(std::move(first)); });
  return bounds;
}

template <VertexId V>
std::uint64_t graph_part_bytes(const Ranks& ranks, std::uint64_t vertices, std::uint64_t in) {
  const std::uint64_t kept = vertices * (1 + 4 + 1 + 8) + in * sizeof(V);
  const std::uint64_t building = vertices * 8 + in * 6;
  const std::uint64_t solving = vertices * (3 + 4);  // remoteness while it is widened, the queue
  return kept + std::max(building, solving) + Exchange::memory(ranks);
}

template <VertexId V>
GraphPart<V> make_graph_part(const Ranks& ranks, Exchange& exchange, const RowSource<V>& rows, Bounds bounds,
                             std::uint64_t limit, const StopSource* stop) {
  GraphPart<V> part;
  part.bounds = std::move(bounds);
  PartMaker<V> maker(ranks, exchange, rows, part);
  ranks.agree([&] { maker.read_vertices(); });
  // Who meets trouble sends no more, but takes what the others send, so that all come to the end of it.
  std::exception_ptr trouble;
  try {
    maker.send_moves(stop);
  } catch (...) {
    trouble = std::current_exception();
  }
  maker.finish();
  ranks.agree([&] {
    if (trouble) std::rethrow_exception(trouble);
    const std::uint64_t in = maker.moves_in();
    const std::uint64_t bytes = graph_part_bytes<V>(ranks, part.bounds.count(ranks.rank()), in);
    if (limit != 0 && bytes > limit)
      fail(Category::resource,
           "rank {}: {} moves lead to its vertices, for which it needs about {} bytes of memory; the limit "
           "(--memory) is {}",
           ranks.rank(), in, bytes, limit);
    maker.sort_rows();
  });
  return part;
}

template Bounds balanced_bounds(const Ranks&, const RowSource<std::uint32_t>&);
template Bounds balanced_bounds(const Ranks&, const RowSource<std::uint64_t>&);
template std::uint64_t graph_part_bytes<std::uint32_t>(const Ranks&, std::uint64_t, std::uint64_t);
template std::uint64_t graph_part_bytes<std::uint64_t>(const Ranks&, std::uint64_t, std::uint64_t);
template GraphPart<std::uint32_t> make_graph_part(const Ranks&, Exchange&, const RowSource<std::uint32_t>&,
                                                  Bounds, std::uint64_t, const StopSource*);
template GraphPart<std::uint64_t> make_graph_part(const Ranks&, Exchange&, const RowSource<std::uint64_t>&,
                                                  Bounds, std::uint64_t, const StopSource*);

}  // namespace retrograph
