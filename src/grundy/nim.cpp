#include "retrograph/grundy/nim.hpp"

#include <algorithm>
#include <set>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/support/error.hpp"

#include "grundy/sums_terms.hpp"

namespace retrograph {
namespace {

// Above this many options of one heap a listing of winning moves is no answer to read.
constexpr std::uint64_t most_options = std::uint64_t{1} << 28;

std::vector<std::uint64_t> one_part(std::uint64_t size) {
  return size == 0 ? std::vector<std::uint64_t>{} : std::vector<std::uint64_t>{size};
}

std::uint64_t xor_of(std::span<const std::uint64_t> values) {
  std::uint64_t sum = 0;
  for (const std::uint64_t value : values) sum ^= value;
  return sum;
}

SumAnswer solve_nim(std::span<const std::uint64_t> heaps) {
  SumAnswer answer;
  answer.value = xor_of(heaps);
  answer.win = answer.value != 0;
  if (!answer.win) return answer;
  for (std::size_t i = 0; i < heaps.size(); ++i)
    if (const std::uint64_t to = heaps[i] ^ answer.value; to < heaps[i])
      answer.moves.push_back({i, heaps[i], one_part(to)});
  return answer;
}

}  // namespace

SumAnswer solve_sum(const HeapGame& game, std::span<const std::uint64_t> heaps) {
  if (is_nim(game)) return solve_nim(heaps);
  const HeapGame code = without_offset(game);
  const std::uint64_t offset = game.heap_offset;
  std::uint64_t largest = 0;
  for (const std::uint64_t heap : heaps) {
    if (heap > most_options || count_options(code, heap + offset) > most_options)
      fail(Category::resource, "a heap of {} of {} has more than {} moves", heap, game.name, most_options);
    largest = std::max(largest, heap);
  }
  HeapOptions options;
  options.count = largest + offset + 1;
  const HeapValues values = run_heap_engine(code, options).values;
  SumAnswer answer;
  for (const std::uint64_t heap : heaps) answer.value ^= values[heap + offset];
  answer.win = answer.value != 0;
  if (!answer.win) return answer;
  for (std::size_t i = 0; i < heaps.size(); ++i) {
    const std::uint64_t wanted = values[heaps[i] + offset] ^ answer.value;
    std::set<std::vector<std::uint64_t>> found;
    for_each_option(code, heaps[i] + offset, [&](Parts parts) {
      std::uint64_t value = 0;
      for (const std::uint64_t part : parts) value ^= values[part];
      if (value == wanted) found.insert(in_cells(parts, offset));
    });
    for (const auto& to : found) answer.moves.push_back({i, heaps[i], to});
  }
  return answer;
}

// A misère position is lost if the xor is 0 and some heap is above 1, or if all heaps are at most 1 and an
// odd number of them is 1 (Bouton).
SumAnswer solve_misere_nim(std::span<const std::uint64_t> heaps) {
  SumAnswer answer;
  answer.value = xor_of(heaps);
  const auto large = static_cast<std::uint64_t>(
      std::count_if(heaps.begin(), heaps.end(), [](std::uint64_t heap) { return heap > 1; }));
  answer.win = large > 0 ? answer.value != 0 : answer.value == 0;
  if (!answer.win) return answer;
  for (std::size_t i = 0; i < heaps.size(); ++i) {
    const std::uint64_t others = answer.value ^ heaps[i];
    // If the others are all at most 1, their xor tells whether their number of ones is odd: leave an odd
    // number.
    const bool others_small = large == (heaps[i] > 1 ? 1U : 0U);
    const std::uint64_t to = others_small ? others ^ 1 : others;
    if (to < heaps[i]) answer.moves.push_back({i, heaps[i], one_part(to)});
  }
  return answer;
}

}  // namespace retrograph
