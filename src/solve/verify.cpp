#include "retrograph/solve/verify.hpp"

#include "retrograph/graph/build.hpp"
#include "retrograph/solve/verify_rules.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

template <VertexId V, bool Owned>
struct ArenaGame {
  using Vertex = V;
  static constexpr bool owned = Owned;
  const Arena<V>& arena;

  [[nodiscard]] std::uint64_t vertex_count() const { return arena.vertex_count(); }
  [[nodiscard]] bool is_position(std::uint64_t) const { return true; }
  [[nodiscard]] Value initial(std::uint64_t v) const { return arena.initial(v); }
  [[nodiscard]] unsigned owner(std::uint64_t v) const { return arena.owner[v]; }
  template <class F>
  void for_each_move(std::uint64_t v, F&& f) const {
    for (const V child : arena.moves.successors(v)) f(child);
  }
};

// Ranks that an answer without distances implies: level by level from the ends, following the labels. A
// position labelled as decided whose label is not supported by lower ranks stays without one.
template <VertexId V>
class Ranking {
 public:
  Ranking(const Arena<V>& arena, std::span<const Value> value)
      : arena_(arena), value_(value), rank_(arena.vertex_count(), no_distance) {
    const CsrGraph<V> reverse = transpose(arena.moves);
    open_ = Array<EdgeIndex>(value.size());
    for (std::uint64_t v = 0; v < value.size(); ++v) {
      open_[v] = arena.moves.out_degree(v);
      const Value initial = arena.initial(v);
      if (initial != Value::none && initial != Value::draw) give(static_cast<V>(v), 0);
    }
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (const V p : reverse.successors(queue_[i])) follow(p, queue_[i]);
  }

  [[nodiscard]] std::uint64_t operator()(std::uint64_t v) const { return rank_[v]; }

 private:
  void give(V v, std::uint64_t rank) {
    rank_[v] = rank;
    queue_.push_back(v);
  }
  void follow(V p, V child) {
    if (rank_[p] != no_distance || arena_.initial(p) != Value::none) return;
    const Value kept = arena_.has_owners() ? value_[child] : opposite(value_[child]);
    if (kept != value_[p] || kept == Value::draw) return;
    const bool losing =
        arena_.has_owners() && arena_.owner[p] == 1 ? kept == Value::win : kept == Value::lose;
    if (losing && --open_[p] != 0) return;
    give(p, rank_[child] + 1);
  }

  const Arena<V>& arena_;
  std::span<const Value> value_;
  Array<std::uint64_t> rank_;
  Array<EdgeIndex> open_;
  std::vector<V> queue_;
};

template <bool Owned, VertexId V>
VerifyReport verify_arena(const Arena<V>& arena, const Outcomes<V>& outcomes, const VerifyOptions& options) {
  const ArenaGame<V, Owned> game{arena};
  if (!outcomes.remoteness.empty() || outcomes.value.empty()) return verify_game(game, outcomes, options);
  VerifyReport report;
  check_summary(outcomes.value.span(), outcomes.remoteness, options, report);
  const Ranking<V> ranking(arena, outcomes.value.span());
  const PositionChecker checker(game, outcomes.value.span(), outcomes.best_move.span(),
                                [&ranking](std::uint64_t v) { return ranking(v); });
  check_positions(game.vertex_count(), options, [&](std::uint64_t v) { return checker.check(v); }, report);
  return report;
}

}  // namespace

void check_summary(std::span<const Value> value, const RemotenessArray& remoteness,
                   const VerifyOptions& options, VerifyReport& report) {
  if (!options.summary) return;
  const OutcomeCounts counts = count_outcomes(value, remoteness);
  const auto compare = [&](std::string_view what, std::uint64_t stated, std::uint64_t found) {
    if (stated == found) return;
    ++report.failed;
    report.failures.push_back(
        {std::nullopt, fmt::format("summary: {} is {}, counted {}", what, stated, found)});
  };
  compare("win", options.summary->win, counts.win);
  compare("lose", options.summary->lose, counts.lose);
  compare("tie", options.summary->tie, counts.tie);
  compare("draw", options.summary->draw, counts.draw);
  if (!remoteness.empty()) compare("max_remoteness", options.summary->max_remoteness, counts.max_remoteness);
}

template <VertexId V>
VerifyReport verify_outcomes(const Arena<V>& arena, const Outcomes<V>& outcomes,
                             const VerifyOptions& options) {
  const auto fits = [&](std::string_view what, std::size_t size) {
    if (size != arena.vertex_count())
      fail(Category::malformed, "{} holds {} entries, but the game has {} vertices", what, size,
           arena.vertex_count());
  };
  fits("value", outcomes.value.size());
  if (!outcomes.remoteness.empty()) fits("remoteness", outcomes.remoteness.size());
  if (!outcomes.best_move.empty()) fits("best_move", outcomes.best_move.size());
  return arena.has_owners() ? verify_arena<true>(arena, outcomes, options)
                            : verify_arena<false>(arena, outcomes, options);
}

template VerifyReport verify_outcomes(const Arena<std::uint32_t>&, const Outcomes<std::uint32_t>&,
                                      const VerifyOptions&);
template VerifyReport verify_outcomes(const Arena<std::uint64_t>&, const Outcomes<std::uint64_t>&,
                                      const VerifyOptions&);

}  // namespace retrograph
