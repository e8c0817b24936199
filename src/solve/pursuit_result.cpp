#include "pursuit_result.hpp"

#include <algorithm>
#include <set>

#include "retrograph/support/error.hpp"

namespace retrograph {

namespace {

constexpr std::uint32_t none = PursuitLevels::none;

}  // namespace

RowPursuitResult::RowPursuitResult(std::unique_ptr<const PursuitGraph> graph, unsigned cop_count,
                                   Array<std::uint64_t> cop_rows, Array<std::uint64_t> robber_rows,
                                   PursuitLevels kept)
    : graph_(std::move(graph)),
      cop_rows_(std::move(cop_rows)),
      robber_rows_(std::move(robber_rows)),
      kept_levels_(std::move(kept)) {
  vertices = graph_->view().n;
  cops = cop_count;
  edges = graph_->edges();
  placements = graph_->multisets(cops, vertices);
  positions = 2 * placements * vertices;
}

void RowPursuitResult::require_distances() const {
  if (!kept_levels_.kept()) fail(Category::usage, "this pursuit was solved without distances");
}

RowPursuitResult::Cops RowPursuitResult::inside(const PursuitPosition& position) const {
  if (position.cops.size() != cops || position.robber >= vertices)
    fail(Category::usage, "a position has {} cops and a robber on one of {} vertices", cops, vertices);
  Cops list;
  for (const std::uint32_t v : position.cops) {
    if (v >= vertices) fail(Category::usage, "a cop stands on vertex {}, there are {}", v, vertices);
    list.push_back(graph_->renumbered(v));
  }
  std::sort(list.rbegin(), list.rend());
  return list;
}

PursuitPosition RowPursuitResult::outside(const Cops& list, std::uint32_t robber, bool cops_to_move) const {
  PursuitPosition position;
  for (const std::uint32_t v : list) position.cops.push_back(graph_->original(v));
  std::sort(position.cops.begin(), position.cops.end());
  position.robber = graph_->original(robber);
  position.cops_to_move = cops_to_move;
  return position;
}

bool RowPursuitResult::in(const Array<std::uint64_t>& rows, const Cops& list, std::uint32_t robber) const {
  return (rows[graph_->rank(list) * graph_->view().words + robber / 64] >> (robber % 64) & 1) != 0;
}

std::uint32_t RowPursuitResult::cop_plies(const Cops& list, std::uint32_t robber) const {
  const std::uint32_t level = kept_levels_[graph_->rank(list) * vertices + robber];
  return level == none || level == 0 ? level : 2 * level - 1;
}

std::uint32_t RowPursuitResult::robber_plies(const Cops& list, std::uint32_t robber) const {
  if (std::find(list.begin(), list.end(), robber) != list.end()) return 0;
  std::uint32_t most = 0;
  for (const std::uint32_t to : graph_->near(robber)) {
    const std::uint32_t length = cop_plies(list, to);
    if (length == none) return none;
    most = std::max(most, length);
  }
  return 1 + most;
}

bool RowPursuitResult::cops_win_from(const PursuitPosition& position) const {
  return in(position.cops_to_move ? cop_rows_ : robber_rows_, inside(position),
            graph_->renumbered(position.robber));
}

std::optional<std::uint32_t> RowPursuitResult::plies_from(const PursuitPosition& position) const {
  require_distances();
  const Cops list = inside(position);
  const std::uint32_t robber = graph_->renumbered(position.robber);
  const std::uint32_t length = position.cops_to_move ? cop_plies(list, robber) : robber_plies(list, robber);
  return length == none ? std::nullopt : std::optional(length);
}

PursuitPosition RowPursuitResult::best_start() const {
  // Quality of a placement: robbers it misses, then plies of the longest chase; then the lowest numbers.
  struct Best {
    std::uint64_t missed = ~std::uint64_t{0};
    std::uint32_t plies = none;
    std::vector<std::uint32_t> key;
    Cops cops;
  } best;
  Cops list(cops);
  const std::uint64_t words = graph_->view().words;
  for (std::uint64_t rank = 0; rank < placements; ++rank) {
    std::uint64_t won = 0;
    for (std::uint64_t w = 0; w < words; ++w)
      won += static_cast<std::uint64_t>(__builtin_popcountll(cop_rows_[rank * words + w]));
    const std::uint64_t missed = vertices - won;
    if (missed > best.missed) continue;
    std::uint32_t longest = 0;
    if (kept_levels_.kept())
      for (std::uint64_t r = 0; r < vertices; ++r) {
        const std::uint32_t level = kept_levels_[rank * vertices + r];
        if (level != none) longest = std::max(longest, level);
      }
    if (missed == best.missed && longest > best.plies) continue;
    graph_->unrank(rank, list);
    std::vector<std::uint32_t> key = outside(list, 0, true).cops;
    if (missed == best.missed && longest == best.plies && key > best.key) continue;
    best = {missed, longest, std::move(key), list};
  }
  // The robber: out of reach where there is such a vertex, else as far as possible.
  PursuitPosition start;
  std::uint64_t distance = 0;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t robber = graph_->renumbered(v);
    const std::uint64_t rank = graph_->rank(best.cops);
    const std::uint64_t away = !in(cop_rows_, best.cops, robber) ? std::uint64_t{1} << 32
                               : kept_levels_.kept()             ? 1 + kept_levels_[rank * vertices + robber]
                                                                 : 1;
    if (away <= distance) continue;
    distance = away;
    start = outside(best.cops, robber, true);
  }
  return start;
}

PursuitPosition RowPursuitResult::best_cop_move(const Cops& list, std::uint32_t robber) const {
  // All choices of a step for each cop, by an odometer.
  std::vector<std::size_t> step(list.size(), 0);
  std::optional<PursuitPosition> best;
  std::uint32_t best_plies = none;
  while (true) {
    Cops next(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) next[i] = graph_->near(list[i])[step[i]];
    std::sort(next.rbegin(), next.rend());
    const std::uint32_t length = robber_plies(next, robber);
    if (!best || length <= best_plies) {
      PursuitPosition position = outside(next, robber, false);
      if (!best || length < best_plies || position.cops < best->cops) best = std::move(position);
      best_plies = length;
    }
    std::size_t i = 0;
    while (i < list.size() && ++step[i] == graph_->near(list[i]).size()) step[i++] = 0;
    if (i == list.size()) return *best;
  }
}

PursuitPosition RowPursuitResult::best_robber_move(const Cops& list, std::uint32_t robber) const {
  std::optional<PursuitPosition> best;
  std::uint64_t best_plies = 0;
  for (const std::uint32_t to : graph_->near(robber)) {
    const std::uint64_t length = cop_plies(list, to);  // none is the largest: escape
    PursuitPosition position = outside(list, to, true);
    if (best && (length < best_plies || (length == best_plies && position.robber > best->robber))) continue;
    best = std::move(position);
    best_plies = length;
  }
  return *best;
}

PursuitPosition RowPursuitResult::best_reply(const PursuitPosition& position) const {
  const Cops list = inside(position);
  const std::uint32_t robber = graph_->renumbered(position.robber);
  return position.cops_to_move ? best_cop_move(list, robber) : best_robber_move(list, robber);
}

std::vector<PursuitPosition> RowPursuitResult::line_from(const PursuitPosition& position) const {
  require_distances();
  std::vector<PursuitPosition> line{position};
  std::sort(line.front().cops.begin(), line.front().cops.end());
  const auto key = [](const PursuitPosition& p) {
    std::vector<std::uint32_t> k = p.cops;
    k.push_back(p.robber);
    k.push_back(p.cops_to_move ? 1 : 0);
    return k;
  };
  std::set<std::vector<std::uint32_t>> seen{key(line.front())};
  while (true) {
    const PursuitPosition& last = line.back();
    if (std::find(last.cops.begin(), last.cops.end(), last.robber) != last.cops.end()) return line;
    line.push_back(best_reply(last));
    if (!seen.insert(key(line.back())).second) return line;
  }
}

}  // namespace retrograph
