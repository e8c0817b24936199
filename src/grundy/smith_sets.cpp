#include "grundy/smith_sets.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

// Vertices whose sets are numbered together before all are.
constexpr std::size_t block = std::size_t{1} << 15;
constexpr std::uint32_t small_label = 64;

// A set of labels: as bits where all are below 64, which nearly all are, else as a list.
struct LabelSet {
  std::uint64_t bits = 0;
  std::vector<std::uint32_t> rest;  // the labels from 64 on, ascending
  friend auto operator<=>(const LabelSet&, const LabelSet&) = default;

  void add(std::uint32_t label) {
    if (label < small_label)
      bits |= std::uint64_t{1} << label;
    else
      rest.push_back(label);
  }
  void settle() {
    std::sort(rest.begin(), rest.end());
    rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
  }
  [[nodiscard]] std::vector<std::uint32_t> members() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t label = 0; label < small_label; ++label)
      if ((bits >> label & 1) != 0) all.push_back(label);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }
};

// Numbers for sets, in the order of their first appearance.
class SetNumbers {
 public:
  std::uint32_t number_of(const LabelSet& set) {
    const auto next = static_cast<std::uint32_t>(order_.size());
    const bool plain = set.rest.empty();
    const auto [number, fresh] =
        plain ? insert(small_.try_emplace(set.bits, next)) : insert(large_.try_emplace(set, next));
    if (fresh) order_.push_back(set);
    return number;
  }
  [[nodiscard]] const std::vector<LabelSet>& order() const noexcept { return order_; }

 private:
  template <class Result>
  static std::pair<std::uint32_t, bool> insert(const Result& result) {
    return {result.first->second, result.second};
  }
  std::unordered_map<std::uint64_t, std::uint32_t> small_;
  std::map<LabelSet, std::uint32_t> large_;
  std::vector<LabelSet> order_;
};

template <VertexId V, class T>
class SetCollector {
 public:
  SetCollector(const CsrGraph<V>& graph, const Array<T>& label, std::uint32_t limit)
      : graph_(graph), label_(label), limit_(limit), blocks_((label.size() + block - 1) / block) {}

  GraphValues values() {
    Array<std::uint32_t> code(label_.size());
    for_blocks([&](std::size_t b, std::size_t v) {
      code[v] = label_[v] < limit_ ? label_[v] : limit_ + blocks_[b].numbers.number_of(set_of(v));
      blocks_[b].infinite += label_[v] >= limit_;
    });
    GraphValues values;
    values.finite_limit = limit_;
    number_all(values);
    for_blocks([&](std::size_t b, std::size_t v) {
      if (code[v] >= limit_) code[v] = limit_ + blocks_[b].global[code[v] - limit_];
    });
    const auto codes = limit_ + static_cast<std::uint32_t>(values.set_count());
    values.code = CodeArray::narrowed(std::move(code), codes == 0 ? 0 : codes - 1);
    return values;
  }

 private:
  struct Block {
    SetNumbers numbers;
    std::vector<std::uint32_t> global;  // number in the block -> number in the pool
    std::uint64_t infinite = 0;
  };

  template <class F>
  void for_blocks(F&& f) {
    par::for_each(blocks_.size(), 1, [&](std::size_t b) {
      const std::size_t end = std::min(label_.size(), (b + 1) * block);
      for (std::size_t v = b * block; v < end; ++v) f(b, v);
    });
  }

  LabelSet set_of(std::size_t v) const {
    LabelSet set;
    for (const V u : graph_.successors(v))
      if (label_[u] < limit_) set.add(label_[u]);
    set.settle();
    return set;
  }

  // Blocks in order, and each block's sets in order: so sets stand in the order of their first vertex.
  void number_all(GraphValues& values) {
    SetNumbers all;
    for (Block& b : blocks_) {
      values.infinite += b.infinite;
      for (const LabelSet& set : b.numbers.order()) b.global.push_back(all.number_of(set));
    }
    if (all.order().size() > 0xffffffffULL - limit_)
      fail(Category::resource, "{} different infinite sets are more than 32 bits can number",
           all.order().size());
    for (const LabelSet& set : all.order()) {
      const auto members = set.members();
      values.members.insert(values.members.end(), members.begin(), members.end());
      values.offsets.push_back(values.members.size());
    }
  }

  const CsrGraph<V>& graph_;
  const Array<T>& label_;
  std::uint32_t limit_;
  std::vector<Block> blocks_;
};

}  // namespace

template <VertexId V>
GraphValues with_infinite_sets(const CsrGraph<V>& graph, const CodeArray& label, std::uint32_t limit) {
  return std::visit(
      [&]<class T>(const Array<T>& labels) { return SetCollector<V, T>(graph, labels, limit).values(); },
      label.storage());
}

template GraphValues with_infinite_sets(const CsrGraph<std::uint32_t>&, const CodeArray&, std::uint32_t);
template GraphValues with_infinite_sets(const CsrGraph<std::uint64_t>&, const CodeArray&, std::uint32_t);

}  // namespace retrograph
