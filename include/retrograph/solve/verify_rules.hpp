// The local rules of the verifier at one position, for stored graphs and for games without one.
//
// A ForwardGame tells: Vertex; owned and owner(v) as in moves.hpp; initial(v); is_position(v), false for
// numbers that are no position (they must be labelled none); for_each_move(v, f), f(child) for each move at
// v, asked only where initial(v) is none. check_position() gives an empty text if v is labelled as the labels
// of its children demand, else what is wrong. distance(v) is the remoteness to check, or no_distance.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <fmt/format.h>

#include "retrograph/graph/types.hpp"
#include "retrograph/solve/verify.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

template <class G>
concept ForwardGame = VertexId<typename G::Vertex> && std::same_as<decltype(G::owned), const bool> &&
                      requires(const G& game, std::uint64_t v, void (*f)(typename G::Vertex)) {
                        { game.vertex_count() } -> std::convertible_to<std::uint64_t>;
                        { game.is_position(v) } -> std::same_as<bool>;
                        { game.initial(v) } -> std::same_as<Value>;
                        game.for_each_move(v, f);
                      };

inline constexpr std::uint64_t no_distance = std::numeric_limits<std::uint64_t>::max();

template <ForwardGame G, class Distance>
class PositionChecker {
 public:
  using Vertex = typename G::Vertex;

  /// best_move may be empty; `distance` maps a vertex to its remoteness or no_distance.
  PositionChecker(const G& game, std::span<const Value> value, std::span<const Vertex> best_move,
                  Distance distance)
      : game_(game), value_(value), best_move_(best_move), distance_(distance) {}

  [[nodiscard]] std::string check(std::uint64_t v) const {
    if (!game_.is_position(v))
      return value_[v] == Value::none ? "" : fmt::format("is no position but has the value {}", said(v));
    if (value_[v] > Value::tie) return fmt::format("value is {}, known are 0 to 3", number(value_[v]));
    if (value_[v] != Value::draw && distance_(v) == no_distance)
      return fmt::format("is {}, but no line of play leads it to an end", said(v));
    const Value initial = game_.initial(v);
    if (initial != Value::none)
      return check_claim(v, {initial, initial == Value::draw ? no_distance : 0}, no_vertex<Vertex>);
    const Claim claim = claim_of_moves(v);
    if (claim.value == Value::none) return "a move leads to a position without a value or without remoteness";
    return check_claim(v, claim, best_move_.empty() ? no_vertex<Vertex> : lowest_optimal(v, claim));
  }

 private:
  struct Claim {
    Value value;
    std::uint64_t distance;
  };

  [[nodiscard]] static int number(Value x) { return static_cast<int>(x); }

  // A value at a child as the mover at v sees it; the same exchange turns his value into the stored one,
  // which for alternating players is his own.
  [[nodiscard]] Value seen(std::uint64_t v, Value x) const {
    if constexpr (G::owned) return game_.owner(v) == 0 ? x : opposite(x);
    return opposite(x);
  }
  [[nodiscard]] Value stored([[maybe_unused]] std::uint64_t v, Value mover) const {
    if constexpr (G::owned) return game_.owner(v) == 0 ? mover : opposite(mover);
    return mover;
  }

  // What the children make of v; value none if a child is labelled in a way that says nothing.
  [[nodiscard]] Claim claim_of_moves(std::uint64_t v) const {
    std::array<std::uint64_t, 4> least;  // by value as seen at v
    least.fill(no_distance);
    std::array<std::uint64_t, 4> most{};
    std::array<bool, 4> any{};
    bool unknown = false;
    game_.for_each_move(v, [&](Vertex child) {
      const Value x = seen(v, value_[child]);
      const std::uint64_t plies = distance_(child);
      if (x > Value::tie || (x != Value::draw && plies == no_distance)) {
        unknown = true;
        return;
      }
      const auto i = static_cast<std::size_t>(x);
      any[i] = true;
      least[i] = std::min(least[i], plies);
      most[i] = std::max(most[i], plies);
    });
    const auto has = [&](Value x) { return any[static_cast<std::size_t>(x)]; };
    const auto nearest = [&](Value x) { return 1 + least[static_cast<std::size_t>(x)]; };
    if (unknown) return {Value::none, no_distance};
    if (has(Value::win)) return {stored(v, Value::win), nearest(Value::win)};
    if (has(Value::tie)) return {Value::tie, nearest(Value::tie)};
    if (has(Value::draw)) return {Value::draw, no_distance};
    return {stored(v, Value::lose), 1 + most[static_cast<std::size_t>(Value::lose)]};
  }

  [[nodiscard]] Vertex lowest_optimal(std::uint64_t v, const Claim& claim) const {
    const Value mover = G::owned ? seen(v, claim.value) : claim.value;
    Vertex best = no_vertex<Vertex>;
    game_.for_each_move(v, [&](Vertex child) {
      if (seen(v, value_[child]) != mover) return;
      if (mover == Value::draw || distance_(child) + 1 == claim.distance) best = std::min(best, child);
    });
    return best;
  }

  [[nodiscard]] std::string check_claim(std::uint64_t v, const Claim& claim, Vertex best) const {
    if (value_[v] != claim.value || distance_(v) != claim.distance)
      return fmt::format("is {}, but the rules make it {}", said(v), said(claim.value, claim.distance));
    if (!best_move_.empty() && best_move_[v] != best)
      return fmt::format("best move is {}, but it should be {}", best_move_[v], best);
    return {};
  }

  [[nodiscard]] std::string said(std::uint64_t v) const {
    if (value_[v] > Value::tie) return fmt::format("{}", number(value_[v]));
    return said(value_[v], distance_(v));
  }
  [[nodiscard]] static std::string said(Value x, std::uint64_t plies) {
    if (x == Value::draw && plies == no_distance) return "draw";
    if (plies == no_distance) return std::string(name_of(x));
    return fmt::format("{} in {}", name_of(x), plies);
  }

  const G& game_;
  std::span<const Value> value_;
  std::span<const Vertex> best_move_;
  Distance distance_;
};

/// Position i of a sample: the same for every run with the same seed.
[[nodiscard]] inline std::uint64_t sampled_position(std::uint64_t seed, std::uint64_t i,
                                                    std::uint64_t count) {
  // The output function of splitmix64 (Steele, Lea and Flood 2014).
  std::uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % count;
}

/// Runs `check(v)` over all positions, or a sample, and adds what it finds to the report. Parallel.
template <class Check>
void check_positions(std::uint64_t count, const VerifyOptions& options, const Check& check,
                     VerifyReport& report) {
  constexpr std::size_t grain = std::size_t{1} << 12;
  report.sampled = options.sample != 0 && options.sample < count;
  report.checked = report.sampled ? options.sample : count;
  if (options.progress != nullptr) options.progress->start("verify", "positions", report.checked);
  struct Part {
    std::uint64_t failed = 0;
    std::vector<VerifyFailure> failures;
  };
  par::WorkerLocal<Part> parts;
  par::for_ranges(report.checked, grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
    if (options.stop != nullptr) options.stop->throw_if_stopped();
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t v = report.sampled ? sampled_position(options.seed, i, count) : i;
      std::string what = check(v);
      if (what.empty()) continue;
      Part& part = parts[worker];
      ++part.failed;
      // A worker claims its chunks in rising order, so its first failures are its lowest.
      if (part.failures.size() < VerifyReport::most_failures) part.failures.push_back({v, std::move(what)});
    }
    if (options.progress != nullptr) options.progress->add(end - begin);
  });
  std::vector<VerifyFailure> found;
  parts.for_each([&](Part& part) {
    report.failed += part.failed;
    std::move(part.failures.begin(), part.failures.end(), std::back_inserter(found));
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.vertex < b.vertex; });
  for (VerifyFailure& failure : found)
    if (report.failures.size() < VerifyReport::most_failures) report.failures.push_back(std::move(failure));
}

/// Claim 4: compares the counts of the values with the summary, where one is given.
void check_summary(std::span<const Value> value, const RemotenessArray& remoteness,
                   const VerifyOptions& options, VerifyReport& report);

/// All claims for an answer with distances, for any game: what verify_outcomes() does for arenas.
template <ForwardGame G>
[[nodiscard]] VerifyReport verify_game(const G& game, const Outcomes<typename G::Vertex>& outcomes,
                                       const VerifyOptions& options = {}) {
  VerifyReport report;
  check_summary(outcomes.value.span(), outcomes.remoteness, options, report);
  std::visit(
      [&](const auto& array) {
        using T = std::remove_cvref_t<decltype(array[0])>;
        const auto distance = [&array](std::uint64_t v) {
          return array[v] == std::numeric_limits<T>::max() ? no_distance : std::uint64_t{array[v]};
        };
        const PositionChecker checker(game, outcomes.value.span(), outcomes.best_move.span(), distance);
        check_positions(
            game.vertex_count(), options, [&](std::uint64_t v) { return checker.check(v); }, report);
      },
      outcomes.remoteness.storage());
  return report;
}

}  // namespace retrograph
