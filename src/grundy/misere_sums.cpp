#include "retrograph/grundy/misere_sums.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "retrograph/support/error.hpp"

#include "grundy/misere_parts.hpp"
#include "grundy/sums_terms.hpp"

namespace retrograph {
namespace {

struct PositionHash {
  std::size_t operator()(const MiserePosition& position) const noexcept {
    std::uint64_t h = position.size();
    for (const MiserePart part : position) h = (h ^ part) * 0x9e3779b97f4a7c15ULL ^ (h >> 29);
    return static_cast<std::size_t>(h);
  }
};

struct NimFacts {
  std::uint64_t sum = 0;  // by xor
  std::uint64_t largest = 0;
};

NimFacts facts_of(std::span<const std::uint64_t> heaps) {
  NimFacts facts;
  for (const std::uint64_t n : heaps) facts = {facts.sum ^ n, std::max(facts.largest, n)};
  return facts;
}

// The genus of a sum of numbers, which is that of Nim: 0^120 or 1^031 where no heap is above 1.
Genus genus_of_nim(std::span<const std::uint64_t> heaps) {
  const auto [sum, largest] = facts_of(heaps);
  if (largest > std::numeric_limits<std::uint32_t>::max())
    fail(Category::resource, "the genus of *{} is beyond 32 bits", largest);
  const auto n = static_cast<std::uint32_t>(sum);
  if (largest > 1) return {n, {n, n ^ 2}};
  return n == 0 ? Genus{} : Genus{1, {0, 3, 1}};
}

// The number that a heap must become so that the player to move at `rest` and it loses.
std::uint64_t losing_heap(std::span<const std::uint64_t> rest) {
  const auto [sum, largest] = facts_of(rest);
  return largest > 1 ? sum : sum ^ 1;
}

}  // namespace

bool misere_nim_wins(std::span<const std::uint64_t> heaps) {
  const auto [sum, largest] = facts_of(heaps);
  return largest > 1 ? sum != 0 : sum == 0;
}

class MisereSums::Search {
 public:
  Search(GraphOpener open, MisereLimits limits)
      : limits_(limits), parts_(std::move(open), limits.positions) {}

  MisereResult solve(const Sum& sum) {
    MisereResult result;
    result.win = wins(parts_.position_of(sum));
    if (!result.win) return result;
    for (std::size_t t = 0; t < sum.size(); ++t) {
      const auto here = sum.begin() + static_cast<std::ptrdiff_t>(t);
      if (std::find(sum.begin(), here, sum[t]) != here) continue;
      Sum rest(sum.begin(), here);
      rest.insert(rest.end(), here + 1, sum.end());
      for (auto& to : winning_options(sum[t], rest)) result.moves.push_back({t, std::move(to)});
    }
    return result;
  }

  const Genus& genus(const MiserePosition& root) {
    const auto known = [&](const MiserePosition& position) -> const Genus* {
      const auto it = genus_.find(position);
      return it == genus_.end() ? nullptr : &it->second;
    };
    genus_.try_emplace(MiserePosition{});  // the default is the genus of no moves
    std::vector<Frame> stack;
    for (stack.push_back(frame(root)); !stack.empty();) {
      Frame& top = stack.back();
      while (top.next < top.options.size() && known(top.options[top.next])) ++top.next;
      if (top.next < top.options.size()) {
        stack.push_back(frame(top.options[top.next]));
        continue;
      }
      if (known(top.position) == nullptr) keep_genus(top);
      stack.pop_back();
    }
    return *known(root);
  }

  [[nodiscard]] MiserePosition position_of(const Sum& sum) { return parts_.position_of(sum); }

 private:
  struct Frame {
    MiserePosition position;
    std::vector<MiserePosition> options;
    std::size_t next = 0;
  };

  Frame frame(const MiserePosition& position) {
    check_room();
    // A sum of numbers has a genus of its own: nothing to look at below it.
    if (numbers_of(position)) return {position, {}, 0};
    return {position, options_of(position), 0};
  }

  void keep_genus(const Frame& frame) {
    if (const auto numbers = numbers_of(frame.position)) {
      genus_.emplace(frame.position, genus_of_nim(*numbers));
      return;
    }
    std::vector<const Genus*> options;
    options.reserve(frame.options.size());
    for (const MiserePosition& option : frame.options) options.push_back(&genus_.at(option));
    genus_.emplace(frame.position, genus_of_options(options));
  }

  bool wins(const MiserePosition& root) {
    std::vector<Frame> stack;
    if (!known_win(root)) stack.push_back(frame(root));
    while (!stack.empty()) {
      Frame& top = stack.back();
      bool lost = true;  // as long as no option is lost for the other side
      for (; lost && top.next < top.options.size(); ++top.next) {
        const std::optional<bool> option = known_win(top.options[top.next]);
        if (!option) break;
        lost = *option;
      }
      if (lost && top.next < top.options.size()) {
        stack.push_back(frame(top.options[top.next]));
        continue;
      }
      wins_.emplace(top.position, !lost);
      stack.pop_back();
    }
    return known_win(root) == true;
  }

  // Where no search is needed: positions met before, and sums of numbers (the empty one is won).
  std::optional<bool> known_win(const MiserePosition& position) const {
    if (const auto numbers = numbers_of(position)) return misere_nim_wins(*numbers);
    const auto it = wins_.find(position);
    return it == wins_.end() ? std::nullopt : std::optional(it->second);
  }

  std::optional<std::vector<std::uint64_t>> numbers_of(const MiserePosition& position) const {
    std::vector<std::uint64_t> numbers;
    numbers.reserve(position.size());
    for (const MiserePart part : position) {
      const std::uint64_t n = parts_.number(part);
      if (n == 0) return std::nullopt;
      numbers.push_back(n);
    }
    return numbers;
  }

  std::vector<MiserePosition> options_of(const MiserePosition& position) {
    std::vector<MiserePosition> options;
    for (std::size_t i = 0; i < position.size(); ++i) {
      if (i > 0 && position[i] == position[i - 1]) continue;
      MiserePosition rest = position;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      for (const MisereOption& option : parts_.options(position[i]))
        options.push_back(merged(rest, option.position));
    }
    return options;
  }

  static MiserePosition merged(const MiserePosition& a, const MiserePosition& b) {
    MiserePosition both(a.size() + b.size());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    return both;
  }

  std::vector<std::vector<std::uint64_t>> winning_options(const SumTerm& term, const Sum& rest_terms) {
    const MiserePosition rest = parts_.position_of(rest_terms);
    const MiserePosition own = parts_.position_of(term);
    if (own.empty()) return {};
    const auto numbers = numbers_of(rest);
    if (const std::uint64_t n = parts_.number(own.front()); n != 0 && numbers) {
      const std::uint64_t to = losing_heap(*numbers);
      if (to >= n) return {};
      return {in_words_of(term, {to})};
    }
    std::vector<std::vector<std::uint64_t>> winning;
    const std::vector<MisereOption> options = parts_.options(own.front());
    for (const MisereOption& option : options)
      if (!wins(merged(rest, option.position))) winning.push_back(in_words_of(term, option.to));
    std::sort(winning.begin(), winning.end());
    winning.erase(std::unique(winning.begin(), winning.end()), winning.end());
    return winning;
  }

  // A number that was written as a heap of Nim vanishes, others become *0.
  static std::vector<std::uint64_t> in_words_of(const SumTerm& term, const std::vector<std::uint64_t>& to) {
    if (term.kind != SumTerm::Kind::heap) return to;
    const bool gone = to == std::vector<std::uint64_t>{0};
    return gone ? std::vector<std::uint64_t>{} : in_cells(to, term.game.heap_offset);
  }

  void check_room() const {
    if (wins_.size() + genus_.size() > limits_.positions)
      fail(Category::resource, "the search under misère play met more than {} positions", limits_.positions);
  }

  MisereLimits limits_;
  MisereParts parts_;
  std::unordered_map<MiserePosition, bool, PositionHash> wins_;
  std::unordered_map<MiserePosition, Genus, PositionHash> genus_;
};

MisereSums::MisereSums(GraphOpener open, MisereLimits limits)
    : search_(std::make_unique<Search>(std::move(open), limits)) {}
MisereSums::~MisereSums() = default;
MisereSums::MisereSums(MisereSums&&) noexcept = default;
MisereSums& MisereSums::operator=(MisereSums&&) noexcept = default;

MisereResult MisereSums::solve(const Sum& sum) {
  return search_->solve(sum);
}

Genus MisereSums::genus(const Sum& sum) {
  return search_->genus(search_->position_of(sum));
}

}  // namespace retrograph
