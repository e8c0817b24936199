#include "cluster/board_ranks.hpp"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "cluster/board_part.hpp"
#include "cluster/rank_answer.hpp"
#include "cluster/rank_run.hpp"
#include "cluster/traffic.hpp"
#include "solve/board_flat_result.hpp"

namespace retrograph {
namespace {

Bounds cell_ranges(const Ranks& ranks, const PoliceThief& space) {
  std::vector<std::uint64_t> first;
  for (std::uint64_t r = 0; r <= ranks.size(); ++r) first.push_back(space.free_count() * r / ranks.size());
  return Bounds(std::move(first));
}

// Counts and the start of a result whose states are elsewhere.
class CountedResult final : public BoardResult {
 public:
  CountedResult(std::shared_ptr<const PoliceThief> space, const OutcomeCounts& counts, bool distances,
                const std::optional<BoardVerdict>& start)
      : BoardResult(std::move(space), board_ranks_engine, StoreLevel::summary) {
    summarise(counts, distances, start);
  }

 private:
  // A summary is never asked for states.
  [[nodiscard]] Value value_at(const PoliceThiefState&) const override { return Value::none; }
  [[nodiscard]] std::uint32_t remoteness_at(const PoliceThiefState&) const override {
    return RemotenessArray::none;
  }
  void fill_values(Side, std::uint32_t, std::span<Value>) const override {}
  void fill_remoteness(Side, std::uint32_t, std::span<std::uint8_t>) const override {}
  void fill_remoteness(Side, std::uint32_t, std::span<std::uint16_t>) const override {}
  void fill_remoteness(Side, std::uint32_t, std::span<std::uint32_t>) const override {}
};

// The states of all ranks under the numbers of the whole board, in rank 0. Those of a rank are two blocks,
// one a turn.
template <class T>
Array<T> gather_states(const Ranks& ranks, const PoliceThief& space, const Bounds& cells,
                       std::span<const T> part) {
  const std::uint64_t n = space.free_count();
  Array<T> all(ranks.first() ? space.vertex_count() : 0);
  ranks.gather(std::as_bytes(part), [&](unsigned rank, std::span<const std::byte> bytes) {
    const std::size_t half = bytes.size() / 2;
    for (std::size_t turn = 0; turn < 2 && half != 0; ++turn)
      std::memcpy(all.data() + (turn * n + cells.begin(rank)) * n, bytes.data() + turn * half, half);
  });
  return all;
}

std::optional<BoardVerdict> start_verdict(const Ranks& ranks, const PoliceThief& space, const BoardPart& part,
                                          const Outcomes<std::uint32_t>& outcomes) {
  const auto start = space.start_if_placed();
  if (!start) return std::nullopt;
  std::array<std::uint64_t, 2> found{};
  if (part.owner_of(start->thief) == ranks.rank()) {
    const std::uint32_t v = part.local(ranks.rank(), *start);
    found = {static_cast<std::uint64_t>(outcomes.value[v]),
             outcomes.remoteness.empty() ? RemotenessArray::none : outcomes.remoteness[v]};
  }
  ranks.sum(found);
  const auto value = static_cast<Value>(found[0]);
  return BoardVerdict{value, start->turn == Side::police ? value : opposite(value),
                      static_cast<std::uint32_t>(found[1])};
}

}  // namespace

std::uint64_t board_ranks_bytes(const Ranks& ranks, const PoliceThief& space, StoreLevel store) {
  const std::uint64_t own = space.vertex_count() / ranks.size() + 2 * std::uint64_t{space.free_count()};
  const std::uint64_t kept = store == StoreLevel::full ? 2 : store == StoreLevel::values ? 1 : 0;
  // Value, counter, remoteness while it is widened, the queue; the whole and the largest part of it in rank
  // 0.
  return own * (1 + 1 + 3 + 4) + (ranks.first() ? space.vertex_count() * kept + own : 0) +
         Exchange::memory(ranks);
}

std::unique_ptr<BoardResult> solve_board_ranks(const Ranks& ranks, std::shared_ptr<const PoliceThief> space,
                                               const BoardSolveOptions& options, bool whole,
                                               RankReport& report) {
  const Bounds cells = cell_ranges(ranks, *space);
  ranks.agree([&] {
    const std::uint64_t own = 2 * cells.count(ranks.rank()) * space->free_count();
    if (own > Bounds::most_local)
      fail(Category::resource, "rank {} would own {} states, {} are the limit: take more ranks", ranks.rank(),
           own, Bounds::most_local);
  });
  BoardPart part(*space, cells, ranks.rank());
  report.cross_edges = ranks.sum(part.cross_moves());
  Exchange exchange(ranks);
  SolveOptions solving;
  solving.distances = options.store == StoreLevel::full;
  solving.stop = options.stop;
  solving.progress = options.progress;
  const auto outcomes = RankRun(ranks, exchange, part, solving).solve();
  report.solve = take_traffic(ranks, exchange);
  const auto start = start_verdict(ranks, *space, part, outcomes);
  const OutcomeCounts counts = count_all(ranks, outcomes.value.span(), outcomes.remoteness);
  if (options.store == StoreLevel::summary)
    return std::make_unique<CountedResult>(std::move(space), counts, solving.distances, start);
  auto value = gather_states(ranks, *space, cells, outcomes.value.span());
  auto remoteness = std::visit(
      [&]<class T>(const Array<T>& plies) {
        auto all = !solving.distances ? Array<T>() : gather_states(ranks, *space, cells, plies.span());
        return RemotenessArray(whole ? everywhere(ranks, all) : std::move(all));
      },
      outcomes.remoteness.storage());
  if (whole) value = everywhere(ranks, value);
  if (!ranks.first() && !whole)
    return std::make_unique<CountedResult>(std::move(space), counts, solving.distances, start);
  return std::make_unique<FlatBoardResult>(std::move(space), board_ranks_engine, options.store,
                                           std::move(value), std::move(remoteness));
}

}  // namespace retrograph
