#include "retrograph/solve/attractor.hpp"

#include <algorithm>

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/frontier.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::size_t grain = std::size_t{1} << 14;

// The attractor as a game with owners: targets are won by the player, and there is no other end.
template <VertexId V>
class AttractorMoves {
 public:
  using Vertex = V;
  static constexpr bool owned = true;

  AttractorMoves(const AttractorGame<V>& game, const CsrGraph<V>& reverse) : game_(game), reverse_(reverse) {}

  [[nodiscard]] std::uint64_t vertex_count() const { return game_.moves.vertex_count(); }
  [[nodiscard]] Value won() const { return game_.player == 0 ? Value::win : Value::lose; }
  [[nodiscard]] Value initial(std::uint64_t v) const { return game_.target[v] != 0 ? won() : Value::none; }
  [[nodiscard]] std::uint64_t out_degree(std::uint64_t v) const { return game_.moves.out_degree(v); }
  [[nodiscard]] std::uint64_t max_out_degree() const {
    return par::reduce(
        vertex_count(), grain, std::uint64_t{0},
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t most = 0;
          for (std::size_t v = begin; v < end; ++v) most = std::max(most, out_degree(v));
          return most;
        },
        [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  template <class F>
  void for_each_predecessor(std::uint64_t v, F&& f) const {
    for (const V p : reverse_.successors(v)) f(p);
  }
  template <class F>
  void for_each_successor(std::uint64_t v, F&& f) const {
    for (const V u : game_.moves.successors(v)) f(u);
  }
  [[nodiscard]] unsigned owner(std::uint64_t v) const { return game_.owner[v]; }

 private:
  const AttractorGame<V>& game_;
  const CsrGraph<V>& reverse_;
};

template <VertexId V>
void check_game(const AttractorGame<V>& game) {
  const std::uint64_t n = game.moves.vertex_count();
  if (game.owner.size() != n || game.target.size() != n)
    fail(Category::malformed, "{} owners and {} target marks for {} vertices", game.owner.size(),
         game.target.size(), n);
  if (game.player > 1) fail(Category::usage, "player {} does not exist, players are 0 and 1", game.player);
  for (std::uint64_t v = 0; v < n; ++v)
    if (game.moves.out_degree(v) == 0)
      fail(Category::malformed, "vertex {} has no successor; an attractor needs one at every vertex", v);
}

template <VertexId V>
V strategy_at(const AttractorGame<V>& game, const RemotenessArray& rank, std::uint64_t v) {
  if (game.owner[v] != game.player || game.target[v] != 0 || rank[v] == RemotenessArray::none)
    return no_vertex<V>;
  V best = no_vertex<V>;
  for (const V child : game.moves.successors(v))
    if (rank[child] + 1 == rank[v]) best = std::min(best, child);
  return best;
}

// Ranks that a membership implies, level by level from the targets, as far as it supports itself.
template <VertexId V>
class MemberRanks {
 public:
  MemberRanks(const AttractorGame<V>& game, std::span<const std::uint8_t> member, std::span<const V> strategy)
      : game_(game), member_(member), strategy_(strategy), ranked_(member.size(), std::uint8_t{0}) {
    const CsrGraph<V> reverse = transpose(game.moves);
    open_ = Array<EdgeIndex>(member.size());
    for (std::uint64_t v = 0; v < member.size(); ++v) {
      open_[v] = game.moves.out_degree(v);
      if (game.target[v] != 0 && member[v] != 0) give(static_cast<V>(v));
    }
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (const V p : reverse.successors(queue_[i])) follow(p, queue_[i]);
  }
  [[nodiscard]] bool operator[](std::uint64_t v) const { return ranked_[v] != 0; }

 private:
  void give(V v) {
    ranked_[v] = 1;
    queue_.push_back(v);
  }
  void follow(V p, V child) {
    if (ranked_[p] != 0 || member_[p] == 0) return;
    if (game_.owner[p] != game_.player) {
      if (--open_[p] == 0) give(p);
    } else if (strategy_.empty() || strategy_[p] == child) {
      give(p);
    }
  }

  const AttractorGame<V>& game_;
  std::span<const std::uint8_t> member_;
  std::span<const V> strategy_;
  Array<std::uint8_t> ranked_;
  Array<EdgeIndex> open_;
  std::vector<V> queue_;
};

template <VertexId V>
std::string check_vertex(const AttractorGame<V>& game, std::span<const std::uint8_t> member,
                         std::span<const V> strategy, const MemberRanks<V>& ranked, std::uint64_t v) {
  const unsigned other = 1 - game.player;
  const bool mine = game.owner[v] == game.player;
  const auto row = game.moves.successors(v);
  const auto inside = [&](V child) { return member[child] != 0; };
  if (member[v] == 0) {
    if (game.target[v] != 0) return "is a target, but said to be outside";
    const auto in = std::find_if(row.begin(), row.end(), inside);
    if (mine && in != row.end())
      return fmt::format("is said to be outside, but player {} moves to {} inside", game.player, *in);
    if (!mine && std::all_of(row.begin(), row.end(), inside))
      return fmt::format("is said to be outside, but every move of player {} leads inside", other);
    return {};
  }
  if (mine && game.target[v] == 0 && !strategy.empty() &&
      std::find(row.begin(), row.end(), strategy[v]) == row.end())
    return fmt::format("has no move to {}, where the strategy goes", strategy[v]);
  if (ranked[v]) return {};
  const auto out = std::find_if(row.begin(), row.end(), [&](V child) { return !ranked[child]; });
  if (mine)
    return fmt::format("is said to be inside, but player {} never gets to a target from it", game.player);
  return fmt::format("is said to be inside, but player {} escapes to {}", other, *out);
}

}  // namespace

template <VertexId V>
Attractor<V> attract(const AttractorGame<V>& game, const SolveOptions& options, const CsrGraph<V>* reverse) {
  check_game(game);
  SolveOptions inner = options;
  inner.distances = true;
  const CsrGraph<V> built = reverse == nullptr ? transpose(game.moves) : CsrGraph<V>{};
  const AttractorMoves<V> moves(game, reverse == nullptr ? built : *reverse);
  Outcomes<V> outcomes = solve_frontier(moves, inner);
  Attractor<V> result;
  const std::uint64_t n = outcomes.value.size();
  result.member = Array<std::uint8_t>(n);
  result.strategy = Array<V>(n);
  par::for_each(n, grain, [&](std::size_t v) {
    result.member[v] = outcomes.value[v] == moves.won() ? 1 : 0;
    result.strategy[v] = strategy_at(game, outcomes.remoteness, v);
  });
  const OutcomeCounts counts = count_outcomes(outcomes.value.span(), outcomes.remoteness);
  result.size = counts.win + counts.lose;
  result.depth = counts.max_remoteness;
  result.rank = std::move(outcomes.remoteness);
  return result;
}

template <VertexId V>
VerifyReport verify_attractor(const AttractorGame<V>& game, std::span<const std::uint8_t> member,
                              std::span<const V> strategy) {
  check_game(game);
  const std::uint64_t n = game.moves.vertex_count();
  if (member.size() != n || (!strategy.empty() && strategy.size() != n))
    fail(Category::malformed, "membership of {} and strategy of {} vertices for a game of {}", member.size(),
         strategy.size(), n);
  const MemberRanks<V> ranked(game, member, strategy);
  VerifyReport report;
  report.checked = n;
  for (std::uint64_t v = 0; v < n; ++v) {
    std::string what = check_vertex(game, member, strategy, ranked, v);
    if (what.empty()) continue;
    ++report.failed;
    if (report.failures.size() < VerifyReport::most_failures) report.failures.push_back({v, std::move(what)});
  }
  return report;
}

template Attractor<std::uint32_t> attract(const AttractorGame<std::uint32_t>&, const SolveOptions&,
                                          const CsrGraph<std::uint32_t>*);
template Attractor<std::uint64_t> attract(const AttractorGame<std::uint64_t>&, const SolveOptions&,
                                          const CsrGraph<std::uint64_t>*);
template VerifyReport verify_attractor(const AttractorGame<std::uint32_t>&, std::span<const std::uint8_t>,
                                       std::span<const std::uint32_t>);
template VerifyReport verify_attractor(const AttractorGame<std::uint64_t>&, std::span<const std::uint8_t>,
                                       std::span<const std::uint64_t>);

}  // namespace retrograph
