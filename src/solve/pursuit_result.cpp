#include "pursuit_result.hpp"

#include <algorithm>
#include <set>

#include "retrograph/support/error.hpp"

namespace retrograph {

namespace {

constexpr std::uint32_t none = PursuitLevels::none;

}  // namespace

RowPursuitResult::RowPursuitResult(std::unique_ptr<const PursuitGraph> graph, unsigned cop_count,
                                   PursuitRows rows)
    : graph_(std::move(graph)), rows_(std::move(rows)) {
  vertices = graph_->view().n;
  cops = cop_count;
  edges = graph_->edges();
  placements = graph_->multisets(cops, vertices);
  positions = 2 * placements * vertices;
}

void RowPursuitResult::require_distances() const {
  if (!rows_.levels.kept()) fail(Category::usage, "this pursuit was solved without distances");
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

RowPursuitResult::Verdict RowPursuitResult::cop_verdict(const Cops& list, std::uint32_t robber) const {
  Verdict verdict;
  if (in(rows_.cops_win, list, robber))
    verdict.value = Value::win;
  else if (!rows_.cops_hold.empty() && !in(rows_.cops_hold, list, robber))
    verdict.value = Value::lose;
  if (verdict.value == Value::draw || !rows_.levels.kept()) return verdict;
  const std::uint32_t level = rows_.levels[graph_->rank(list) * vertices + robber];
  verdict.plies = verdict.value == Value::win && level != 0 ? 2 * level - 1 : 2 * level;
  return verdict;
}

RowPursuitResult::Verdict RowPursuitResult::robber_verdict(const Cops& list, std::uint32_t robber) const {
  if (std::find(list.begin(), list.end(), robber) != list.end()) return {Value::win, 0};
  if (graph_->is_exit(robber)) return {Value::lose, 0};
  Verdict best = cop_verdict(list, robber);
  for (const std::uint32_t to : graph_->robber_near(robber)) {
    const Verdict next = cop_verdict(list, to);
    if (next.rank() > best.rank()) best = next;
  }
  if (best.value != Value::draw && rows_.levels.kept()) ++best.plies;
  return best;
}

Value RowPursuitResult::value_from(const PursuitPosition& position) const {
  const Cops list = inside(position);
  const std::uint32_t robber = graph_->renumbered(position.robber);
  const Array<std::uint64_t>& wins = position.cops_to_move ? rows_.cops_win : rows_.robber_caught;
  const Array<std::uint64_t>& holds = position.cops_to_move ? rows_.cops_hold : rows_.robber_held;
  if (in(wins, list, robber)) return Value::win;
  return holds.empty() || in(holds, list, robber) ? Value::draw : Value::lose;
}

std::optional<std::uint32_t> RowPursuitResult::plies_from(const PursuitPosition& position) const {
  require_distances();
  const Cops list = inside(position);
  const std::uint32_t robber = graph_->renumbered(position.robber);
  const Verdict verdict = position.cops_to_move ? cop_verdict(list, robber) : robber_verdict(list, robber);
  return verdict.value == Value::draw ? std::nullopt : std::optional(verdict.plies);
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
      won += static_cast<std::uint64_t>(__builtin_popcountll(
          rows_.cops_win[rank * words + w] | (graph_->exits().empty() ? 0 : graph_->exits()[w])));
    const std::uint64_t missed = vertices - won;
    if (missed > best.missed) continue;
    std::uint32_t longest = 0;
    if (rows_.levels.kept())
      for (std::uint32_t r = 0; r < vertices; ++r) {
        if ((rows_.cops_win[rank * words + r / 64] >> (r % 64) & 1) == 0 || graph_->is_exit(r)) continue;
        longest = std::max(longest, rows_.levels[rank * vertices + r]);
      }
    if (missed == best.missed && longest > best.plies) continue;
    graph_->unrank(rank, list);
    std::vector<std::uint32_t> key = outside(list, 0, true).cops;
    if (missed == best.missed && longest == best.plies && key > best.key) continue;
    best = {missed, longest, std::move(key), list};
  }
  // The robber: the cell that is best for him, exits left out.
  PursuitPosition start;
  std::optional<std::int64_t> distance;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t robber = graph_->renumbered(v);
    if (graph_->is_exit(robber) && vertices != 1) continue;
    const std::int64_t away = cop_verdict(best.cops, robber).rank();
    if (distance && away <= *distance) continue;
    distance = away;
    start = outside(best.cops, robber, true);
  }
  return start;
}

PursuitPosition RowPursuitResult::best_cop_move(const Cops& list, std::uint32_t robber) const {
  // All choices of a step for each cop, by an odometer.
  std::vector<std::size_t> step(list.size(), 0);
  std::optional<PursuitPosition> best;
  std::int64_t best_rank = 0;
  while (true) {
    Cops next(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) next[i] = graph_->near(list[i])[step[i]];
    std::sort(next.rbegin(), next.rend());
    const std::int64_t rank = robber_verdict(next, robber).rank();
    if (!best || rank <= best_rank) {
      PursuitPosition position = outside(next, robber, false);
      if (!best || rank < best_rank || position.cops < best->cops) best = std::move(position);
      best_rank = rank;
    }
    std::size_t i = 0;
    while (i < list.size() && ++step[i] == graph_->near(list[i]).size()) step[i++] = 0;
    if (i == list.size()) return *best;
  }
}

PursuitPosition RowPursuitResult::best_robber_move(const Cops& list, std::uint32_t robber) const {
  std::optional<PursuitPosition> best;
  std::int64_t best_rank = 0;
  for (const std::uint32_t to : graph_->robber_near(robber)) {
    const std::int64_t rank = cop_verdict(list, to).rank();
    PursuitPosition position = outside(list, to, true);
    if (best && (rank < best_rank || (rank == best_rank && position.robber > best->robber))) continue;
    best = std::move(position);
    best_rank = rank;
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
    if (graph_->is_exit(graph_->renumbered(last.robber))) return line;
    line.push_back(best_reply(last));
    if (!seen.insert(key(line.back())).second) return line;
  }
}

}  // namespace retrograph
