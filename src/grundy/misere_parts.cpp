#include "grundy/misere_parts.hpp"

#include <algorithm>
#include <utility>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/support/error.hpp"

#include "grundy/sums_terms.hpp"

namespace retrograph {
namespace {

// Terms that play alike become equal: a heap of Nim is a number, and games go by their canonical name.
SumTerm canonical(const SumTerm& term) {
  if (term.kind != SumTerm::Kind::heap) return term;
  if (is_nim(term.game)) return {SumTerm::Kind::number, {}, term.heap(), {}};
  SumTerm plain{SumTerm::Kind::heap, term.game.name, term.heap(), term.game};
  plain.game.heap_offset = 0;
  return plain;
}

}  // namespace

MiserePosition MisereParts::position_of(const Sum& sum) {
  MiserePosition position;
  for (const SumTerm& term : sum)
    for (const MiserePart part : position_of(term)) position.push_back(part);
  std::sort(position.begin(), position.end());
  return position;
}

// The term of a user in the terms of parts.
SumTerm MisereParts::numbered(const SumTerm& term) {
  SumTerm plain = canonical(term);
  if (plain.kind == SumTerm::Kind::vertex)
    plain.number = vertex_of(graph(plain.source).ids(), plain.number, plain.source);
  return plain;
}

MiserePosition MisereParts::part_of(SumTerm plain) {
  if (!has_move(plain)) return {};
  const auto next = static_cast<MiserePart>(parts_.size());
  const auto [it, fresh] = index_.try_emplace({plain.kind, plain.source, plain.number}, next);
  if (fresh) {
    check_room(parts_.size());
    parts_.push_back({std::move(plain), false, {}});
  }
  return {it->second};
}

const std::vector<MisereOption>& MisereParts::options(MiserePart part) {
  if (parts_[part].expanded) return parts_[part].options;
  const SumTerm term = parts_[part].term;
  std::vector<MisereOption> options;
  for (auto& to : moves_of(term)) {
    MiserePosition position;
    SumTerm left = term;
    for (const std::uint64_t n : to) {
      left.number = n;
      for (const MiserePart p : part_of(canonical(left))) position.push_back(p);
    }
    std::sort(position.begin(), position.end());
    if (term.kind == SumTerm::Kind::vertex)
      if (const auto& ids = graph(term.source).original_id; !ids.empty()) to.front() = ids[to.front()];
    options.push_back({std::move(position), std::move(to)});
  }
  std::sort(options.begin(), options.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
  parts_[part].options = std::move(options);
  parts_[part].expanded = true;
  return parts_[part].options;
}

std::vector<std::vector<std::uint64_t>> MisereParts::moves_of(const SumTerm& term) {
  std::vector<std::vector<std::uint64_t>> moves;
  if (term.kind == SumTerm::Kind::number) {
    check_room(term.number);
    for (std::uint64_t n = 0; n < term.number; ++n) moves.push_back({n});
  } else if (term.kind == SumTerm::Kind::heap) {
    check_room(count_options(term.game, term.number));
    for_each_option(term.game, term.number,
                    [&](Parts parts) { moves.emplace_back(parts.begin(), parts.end()); });
  } else {
    std::visit(
        [&](const auto& rows) {
          for (const std::uint64_t u : rows.successors(term.number)) moves.push_back({u});
        },
        graph(term.source).moves);
  }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

bool MisereParts::has_move(const SumTerm& term) {
  if (term.kind == SumTerm::Kind::number) return term.number != 0;
  if (term.kind == SumTerm::Kind::heap) return count_options(term.game, term.number) != 0;
  return std::visit([&](const auto& rows) { return rows.out_degree(term.number) != 0; },
                    graph(term.source).moves);
}

const ValuedGraph& MisereParts::graph(const std::string& name) {
  auto& graph = graphs_[name];
  if (graph) return *graph;
  if (!open_) fail(Category::usage, "'{}' is no heap game, and graphs are not available here", name);
  graph = open_(name);
  if (graph->values.cyclic)
    fail(Category::usage, "{} has cycles; sums under misère play are searched without them only", name);
  return *graph;
}

void MisereParts::check_room(std::uint64_t count) const {
  if (count > most_)
    fail(Category::resource, "the search under misère play would need more than {} positions", most_);
}

}  // namespace retrograph
