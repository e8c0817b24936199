#include "retrograph/grundy/sums_solver.hpp"

#include <algorithm>
#include <utility>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/sums_terms.hpp"

namespace retrograph {
namespace {

using Options = std::vector<std::vector<std::uint64_t>>;

// Tables of larger heaps are no matter of one answer.
constexpr std::uint64_t largest_heap = std::uint64_t{1} << 28;

Options options_of_heap(const SumTerm& term, const HeapValues& table, std::uint64_t value) {
  Options found;
  HeapGame code = term.game;
  code.heap_offset = 0;
  for_each_option(code, term.heap(), [&](Parts parts) {
    std::uint64_t v = 0;
    for (const std::uint64_t part : parts) v ^= table[part];
    if (v == value) found.push_back(in_cells(parts, term.game.heap_offset));
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Options options_of_vertex(std::uint64_t vertex, const ValuedGraph& graph, const VertexIds& ids,
                          std::uint64_t value) {
  Options found;
  std::visit(
      [&](const auto& moves) {
        for (const std::uint64_t u : moves.successors(vertex)) {
          const LoopyValue v = graph.values[u];
          if (!v.infinite && v.value == value) found.push_back({ids.id_of(u)});
        }
      },
      graph.moves);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());  // parallel edges
  return found;
}

}  // namespace

std::uint64_t vertex_of(const VertexIds& ids, std::uint64_t id, const std::string& graph) {
  if (const auto vertex = ids.number_of(id)) return *vertex;
  fail(Category::usage, "{} has no vertex {}", graph, id);
}

SumResult SumSolver::solve(const Sum& sum) {
  prepare({&sum, 1});
  return answer(sum);
}

std::vector<SumResult> SumSolver::solve(std::span<const Sum> sums) {
  constexpr std::size_t grain = 16;
  prepare(sums);
  std::vector<SumResult> results(sums.size());
  par::for_each(sums.size(), grain, [&](std::size_t i) { results[i] = answer(sums[i]); });
  return results;
}

void SumSolver::prepare(std::span<const Sum> sums) {
  std::map<std::string, std::pair<const HeapGame*, std::uint64_t>> largest;
  for (const Sum& sum : sums)
    for (const SumTerm& term : sum) {
      if (term.kind == SumTerm::Kind::heap && !is_nim(term.game)) {
        if (term.heap() > largest_heap)
          fail(Category::resource, "{}:{} is beyond heaps of {}, the most a sum makes tables for",
               term.source, term.number, largest_heap);
        auto& [game, heap] = largest[term.game.name];
        game = &term.game;
        heap = std::max(heap, term.heap());
      } else if (term.kind == SumTerm::Kind::vertex && !graphs_.contains(term.source)) {
        if (!open_)
          fail(Category::usage, "'{}' is no heap game, and graphs are not available here", term.source);
        auto graph = open_(term.source);
        const VertexIds ids = graph->ids();
        graphs_.emplace(term.source, Opened{std::move(graph), ids});
      }
    }
  for (const auto& [name, need] : largest) {
    if (tables_[name].size() > need.second) continue;
    HeapGame code = *need.first;
    code.heap_offset = 0;
    HeapOptions options;
    options.count = need.second + 1;
    tables_[name] = run_heap_engine(code, options).values;
  }
}

SumResult SumSolver::answer(const Sum& sum) const {
  std::vector<SumValue> values;
  SumResult result;
  std::size_t infinite = 0;
  std::uint64_t finite = 0;  // xor of the finite terms
  for (const SumTerm& term : sum) {
    values.push_back(value_of(term));
    result.value = result.value + values.back();
    infinite += values.back().infinite;
    finite ^= values.back().value;
  }
  result.outcome = outcome_of(result.value);
  if (result.outcome != Value::win) return result;
  for (std::size_t t = 0; t < sum.size(); ++t) {
    const bool rest_finite = infinite == (values[t].infinite ? 1U : 0U);
    const auto end = sum.begin() + static_cast<std::ptrdiff_t>(t);
    if (!rest_finite || std::find(sum.begin(), end, sum[t]) != end) continue;
    for (auto& to : options_of_value(sum[t], finite ^ values[t].value))
      result.moves.push_back({t, std::move(to)});
  }
  return result;
}

SumValue SumSolver::value_of(const SumTerm& term) const {
  if (term.kind == SumTerm::Kind::number) return SumValue::finite(term.number);
  if (term.kind == SumTerm::Kind::heap)
    return SumValue::finite(is_nim(term.game) ? term.heap() : tables_.at(term.game.name)[term.heap()]);
  const Opened& opened = graphs_.at(term.source);
  return SumValue::of(opened.graph->values[vertex_of(opened.ids, term.number, term.source)]);
}

std::vector<std::vector<std::uint64_t>> SumSolver::options_of_value(const SumTerm& term,
                                                                    std::uint64_t value) const {
  if (term.kind == SumTerm::Kind::vertex) {
    const Opened& opened = graphs_.at(term.source);
    return options_of_vertex(vertex_of(opened.ids, term.number, term.source), *opened.graph, opened.ids,
                             value);
  }
  if (term.kind == SumTerm::Kind::heap && !is_nim(term.game))
    return options_of_heap(term, tables_.at(term.game.name), value);
  const bool number = term.kind == SumTerm::Kind::number;
  if (value >= (number ? term.number : term.heap())) return {};
  if (value == 0 && !number) return {{}};
  return {{value}};
}

}  // namespace retrograph
