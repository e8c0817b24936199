#include "retrograph/grundy/smith_verify.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include <fmt/ranges.h>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t most_failures = 10;
constexpr std::size_t grain = std::size_t{1} << 12;

struct Failures {
  std::uint64_t count = 0;
  std::vector<std::pair<std::uint64_t, std::string>> first;

  void add(std::uint64_t vertex, std::string what) {
    ++count;
    if (first.size() < most_failures) first.emplace_back(vertex, std::move(what));
  }
  static Failures joined(Failures a, Failures b) {
    a.count += b.count;
    a.first.insert(a.first.end(), std::make_move_iterator(b.first.begin()),
                   std::make_move_iterator(b.first.end()));
    std::sort(a.first.begin(), a.first.end());
    if (a.first.size() > most_failures) a.first.resize(most_failures);
    return a;
  }
};

template <VertexId V>
class Checker {
 public:
  Checker(const CsrGraph<V>& graph, const GraphValues& values, const ValuesOptions& options)
      : graph_(graph), values_(values), options_(options) {}

  ValuesCheck check() {
    Failures found = par::reduce(
        graph_.vertex_count(), grain, Failures{},
        [&](std::size_t begin, std::size_t end) {
          options_.throw_if_stopped();
          Failures here;
          for (std::size_t v = begin; v < end; ++v)
            if (auto what = finite(v) ? wrong_finite(v) : wrong_infinite(v)) here.add(v, std::move(*what));
          return here;
        },
        &Failures::joined);
    const CsrGraph<V> reverse = transpose(graph_);
    const bool cyclic = has_cycle(reverse);
    if (cyclic) check_ranks(reverse, found);
    std::sort(found.first.begin(), found.first.end());
    ValuesCheck result{graph_.vertex_count(), found.count, {}};
    for (auto& [vertex, what] : found.first) result.failures.push_back({vertex, std::move(what)});
    if (cyclic != values_.cyclic) {
      ++result.failed;
      result.failures.push_back({std::nullopt, cyclic ? "the graph has a cycle, none is claimed"
                                                      : "a cycle is claimed, the graph has none"});
    }
    return result;
  }

 private:
  [[nodiscard]] bool finite(std::uint64_t v) const { return values_.code[v] < values_.finite_limit; }

  // The values of finite options, ascending, none twice.
  [[nodiscard]] std::vector<std::uint32_t> option_values(std::uint64_t v) const {
    std::vector<std::uint32_t> found;
    for (const V u : graph_.successors(v))
      if (finite(u)) found.push_back(values_.code[u]);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  static std::uint32_t mex(const std::vector<std::uint32_t>& ascending) {
    std::uint32_t m = 0;
    for (const std::uint32_t value : ascending) m += value == m;
    return m;
  }

  [[nodiscard]] std::optional<std::string> wrong_finite(std::uint64_t v) const {
    const std::uint32_t m = mex(option_values(v));
    if (m == values_.code[v]) return std::nullopt;
    return fmt::format("its value is {}, but the least that no finite option has is {}", values_.code[v], m);
  }

  [[nodiscard]] std::optional<std::string> wrong_infinite(std::uint64_t v) const {
    const auto own = values_[v].set;
    const auto options = option_values(v);
    if (!std::equal(own.begin(), own.end(), options.begin(), options.end()))
      return fmt::format("its set is {{{}}}, but its finite options have {{{}}}", fmt::join(own, ","),
                         fmt::join(options, ","));
    const std::uint32_t m = mex(options);
    for (const V u : graph_.successors(v)) {
      if (finite(u)) continue;
      const auto set = values_[u].set;
      if (!std::binary_search(set.begin(), set.end(), m)) return std::nullopt;
    }
    return fmt::format("it is infinite, but every infinite option can be answered to {}", m);
  }

  // Takes away vertices without options until none is left, or only cycles and what leads into them.
  [[nodiscard]] bool has_cycle(const CsrGraph<V>& reverse) const {
    std::vector<EdgeIndex> open(graph_.vertex_count());
    std::vector<V> gone;
    for (std::uint64_t v = 0; v < open.size(); ++v) {
      open[v] = graph_.out_degree(v);
      if (open[v] == 0) gone.push_back(static_cast<V>(v));
    }
    for (std::size_t i = 0; i < gone.size(); ++i)
      for (const V u : reverse.successors(gone[i]))
        if (--open[u] == 0) gone.push_back(u);
    return gone.size() != graph_.vertex_count();
  }

  [[nodiscard]] bool above(std::uint64_t u, std::uint32_t value) const {
    return !finite(u) || values_.code[u] > value;
  }

  // Condition 2: vertices get their rank in turn. A vertex waits for as many moves up as it has; all those to
  // u are answered by the first option of u that has the value and a rank.
  void check_ranks(const CsrGraph<V>& reverse, Failures& found) const {
    std::vector<EdgeIndex> waits(graph_.vertex_count(), 0);
    std::vector<V> ranked;
    for (std::uint64_t v = 0; v < waits.size(); ++v) {
      if (!finite(v)) continue;
      for (const V u : graph_.successors(v)) waits[v] += above(u, values_.code[v]);
      if (waits[v] == 0) ranked.push_back(static_cast<V>(v));
    }
    Answered answered(graph_.vertex_count());
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      const std::uint32_t value = values_.code[ranked[i]];
      for (const V u : reverse.successors(ranked[i])) {
        if (!above(u, value) || !answered.insert(u, value)) continue;
        for (const V v : reverse.successors(u))
          if (values_.code[v] == value && --waits[v] == 0) ranked.push_back(v);
      }
    }
    for (std::uint64_t v = 0; v < waits.size(); ++v)
      if (waits[v] != 0)
        found.add(v, fmt::format("{} moves up from its value {} have no answer that comes to an end",
                                 waits[v], values_.code[v]));
  }

  // Pairs of a vertex and a value: a word of bits a vertex, and a set for values from 64 on.
  class Answered {
   public:
    explicit Answered(std::uint64_t n) : low_(n, 0) {}
    bool insert(std::uint64_t u, std::uint32_t value) {
      if (value >= 64) return high_.insert(u << 32 | value).second;
      const std::uint64_t bit = std::uint64_t{1} << value;
      const bool fresh = (low_[u] & bit) == 0;
      low_[u] |= bit;
      return fresh;
    }

   private:
    std::vector<std::uint64_t> low_;
    std::unordered_set<std::uint64_t> high_;
  };

  const CsrGraph<V>& graph_;
  const GraphValues& values_;
  const ValuesOptions& options_;
};

}  // namespace

template <VertexId V>
ValuesCheck verify_graph_values(const CsrGraph<V>& graph, const GraphValues& values,
                                const ValuesOptions& options) {
  return Checker<V>(graph, values, options).check();
}

template ValuesCheck verify_graph_values(const CsrGraph<std::uint32_t>&, const GraphValues&,
                                         const ValuesOptions&);
template ValuesCheck verify_graph_values(const CsrGraph<std::uint64_t>&, const GraphValues&,
                                         const ValuesOptions&);

}  // namespace retrograph
