// Sums played out: every position that a sum can reach, as a graph, for any of the rules. No theory in it.
#pragma once

#include <map>
#include <vector>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/grundy/sums.hpp"
#include "retrograph/grundy/sums_solver.hpp"
#include "retrograph/solve/reference.hpp"

#include "grundy/graph_samples.hpp"

namespace samples {

/// A part of a position: kind, source, number.
struct Piece {
  retrograph::SumTerm::Kind kind;
  std::string source;
  std::uint64_t number;
  friend auto operator<=>(const Piece&, const Piece&) = default;
};
using Position = std::vector<Piece>;  // ascending

/// The graphs of a test by name.
using Graphs = std::map<std::string, std::shared_ptr<const retrograph::ValuedGraph>>;

inline retrograph::GraphOpener opener(const Graphs& graphs) {
  return [&graphs](const std::string& name) { return graphs.at(name); };
}

/// What a move in one term leaves, in the words of TermMove.
inline std::vector<std::vector<std::uint64_t>> moves_of(const retrograph::SumTerm& term,
                                                        const Graphs& graphs) {
  using Kind = retrograph::SumTerm::Kind;
  std::vector<std::vector<std::uint64_t>> moves;
  if (term.kind == Kind::number)
    for (std::uint64_t n = 0; n < term.number; ++n) moves.push_back({n});
  if (term.kind == Kind::heap)
    retrograph::for_each_option(term.game, term.heap(),
                                [&](retrograph::Parts p) { moves.emplace_back(p.begin(), p.end()); });
  if (term.kind == Kind::vertex)
    std::visit(
        [&](const auto& rows) {
          for (const std::uint64_t u : rows.successors(term.number)) moves.push_back({u});
        },
        graphs.at(term.source)->moves);
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

class Brute {
 public:
  /// Everything that can be reached from the sum, solved by the textbook.
  Brute(const retrograph::Sum& sum, const Graphs& graphs, retrograph::DeadEnd rule) : graphs_(graphs) {
    for (const auto& term : sum)
      if (term.kind == retrograph::SumTerm::Kind::heap) games_[term.game.name] = term.game;
    explore(position_of(sum));
    retrograph::Arena<std::uint32_t> arena;
    arena.moves = graph_of(rows_);
    arena.dead_end = rule;
    value_ = retrograph::solve_reference(arena).value;
  }

  [[nodiscard]] retrograph::Value outcome(const retrograph::Sum& sum) const {
    return value_[index_.at(position_of(sum))];
  }

  /// Every move of the sum to a lost position; of equal terms the first's alone.
  [[nodiscard]] std::vector<retrograph::TermMove> winning(const retrograph::Sum& sum) const {
    std::vector<retrograph::TermMove> moves;
    for (std::size_t t = 0; t < sum.size(); ++t) {
      if (std::find(sum.begin(), sum.begin() + static_cast<std::ptrdiff_t>(t), sum[t]) !=
          sum.begin() + static_cast<std::ptrdiff_t>(t))
        continue;
      Position rest = position_of(sum);
      rest.erase(std::find(rest.begin(), rest.end(), piece_of(sum[t])));
      for (const auto& to : moves_of(sum[t], graphs_))
        if (value_[index_.at(with(rest, sum[t], to))] == retrograph::Value::lose) moves.push_back({t, to});
    }
    return moves;
  }

 private:
  static Piece piece_of(const retrograph::SumTerm& term) {
    const bool heap = term.kind == retrograph::SumTerm::Kind::heap;
    return {term.kind, heap ? term.game.name : term.source, heap ? term.heap() : term.number};
  }
  static Position position_of(const retrograph::Sum& sum) {
    Position position;
    for (const auto& term : sum) position.push_back(piece_of(term));
    std::sort(position.begin(), position.end());
    return position;
  }
  static Position with(Position rest, const retrograph::SumTerm& term, const std::vector<std::uint64_t>& to) {
    for (const std::uint64_t n : to) {
      Piece piece = piece_of(term);
      piece.number = n;
      rest.push_back(piece);
    }
    std::sort(rest.begin(), rest.end());
    return rest;
  }
  retrograph::SumTerm term_of(const Piece& piece) const {
    retrograph::SumTerm term{piece.kind, piece.source, piece.number, {}};
    if (piece.kind == retrograph::SumTerm::Kind::heap) {
      term.game = games_.at(piece.source);
      term.number -= term.game.heap_offset;
    }
    return term;
  }

  std::uint32_t index_of(const Position& position) {
    const auto [it, fresh] = index_.try_emplace(position, static_cast<std::uint32_t>(index_.size()));
    if (fresh) {
      rows_.emplace_back();
      open_.push_back(position);
    }
    return it->second;
  }
  void explore(const Position& root) {
    index_of(root);
    while (!open_.empty()) {
      const Position position = open_.back();
      open_.pop_back();
      const std::uint32_t from = index_.at(position);
      for (std::size_t i = 0; i < position.size(); ++i) {
        Position rest = position;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        const auto term = term_of(position[i]);
        for (const auto& to : moves_of(term, graphs_)) {
          const std::uint32_t next = index_of(with(rest, term, to));
          rows_[from].push_back(next);
        }
      }
    }
  }

  const Graphs& graphs_;
  std::map<std::string, retrograph::HeapGame> games_;
  std::map<Position, std::uint32_t> index_;
  Rows rows_;
  std::vector<Position> open_;
  retrograph::Array<retrograph::Value> value_;
};

/// A sum of `terms` random parts: heaps of random codes, vertices of small random graphs (entered in `graphs`
/// under their names), numbers.
inline retrograph::Sum random_sum(std::size_t terms, bool cycles, Graphs& graphs, std::mt19937_64& random) {
  using retrograph::SumTerm;
  retrograph::Sum sum;
  for (std::size_t t = 0; t < terms; ++t) {
    const auto kind = random() % 8;
    if (kind == 0) {
      sum.push_back({SumTerm::Kind::number, {}, random() % 4, {}});
    } else if (kind < 4) {
      std::string code = random() % 8 == 0 ? "4." : "0.";
      for (int d = 0; d < 3; ++d) code += static_cast<char>('0' + random() % 8);
      if (code.find_first_of("1234567") == std::string::npos) code = "0.77";
      while (code.back() == '0') code.pop_back();
      if (code.back() == '.') code += "3";
      sum.push_back({SumTerm::Kind::heap, code, random() % 8, retrograph::parse_heap_game(code)});
    } else {
      const std::string name = "graph" + std::to_string(graphs.size());
      auto graph = std::make_shared<retrograph::ValuedGraph>();
      const std::size_t n = 1 + random() % 8;
      const double degree = 0.5 * double(1 + random() % 5);
      auto moves = graph_of(cycles ? random_any(n, degree, random) : random_acyclic(n, degree, random));
      graph->values = retrograph::graph_values(moves);
      graph->moves = std::move(moves);
      graphs[name] = graph;
      sum.push_back({SumTerm::Kind::vertex, name, random() % n, {}});
    }
  }
  return sum;
}

}  // namespace samples
