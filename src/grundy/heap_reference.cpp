#include "grundy/heap_reference.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/table_run.hpp"

namespace retrograph {
namespace {

// Heaps of a block. Splits with both parts below the block are independent of the block's own values: workers
// mark them, heap by heap. What is left, at most 63 splits a digit and heap, is done in order.
constexpr std::uint64_t reference_block = 64;
// Below this heap size a block is some ten microseconds of work, and is not worth a second thread.
constexpr std::uint64_t reference_parallel_from = 2048;

// marks[v] = 1: some option has value v. Grows with the values.
using Marks = std::vector<std::uint8_t>;

template <class T>
class Reference {
 public:
  explicit Reference(const HeapGame& game) : game_(game), marks_(reference_block) {}

  void adopt(const T* values, std::uint64_t end) {
    for (std::uint64_t n = 0; n < end; ++n) largest_ = std::max(largest_, values[n]);
  }

  void extend(T* values, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t first = begin; first < end; first += reference_block)
      block(values, first, std::min(end, first + reference_block));
  }

 private:
  // Every xor of values below this is below it too.
  [[nodiscard]] std::size_t bound() const noexcept { return std::bit_ceil(std::size_t{largest_} + 1); }

  void block(T* values, std::uint64_t first, std::uint64_t last) {
    const std::size_t size = bound();
    const std::uint64_t grain = first < reference_parallel_from ? reference_block : 1;
    par::for_each(last - first, grain, [&](std::size_t i) {
      marks_[i].assign(size, 0);
      mark_far(values, first + i, first, marks_[i].data());
    });
    for (std::uint64_t n = first; n < last; ++n) {
      Marks& marks = marks_[n - first];
      if (marks.size() < bound()) marks.resize(bound());
      mark_near(values, n, first, marks.data());
      const auto gap = static_cast<std::size_t>(std::find(marks.begin(), marks.end(), 0) - marks.begin());
      if (gap > std::numeric_limits<T>::max())
        fail(Category::resource, "heap game {}: the value of heap {} is {}, beyond {} bits", game_.name, n,
             gap, 8 * sizeof(T));
      values[n] = static_cast<T>(gap);
      largest_ = std::max(largest_, values[n]);
    }
  }

  // Options whose heaps are all below `first`.
  void mark_far(const T* values, std::uint64_t n, std::uint64_t first, std::uint8_t* marks) const {
    for_each_total(n, [&](std::uint64_t m, unsigned parts) {
      if (parts == 1 && m < first) marks[values[m]] = 1;
      // The larger part m - a must be below `first`.
      if (parts == 2) mark_pairs(values, m, m < first ? 1 : m - first + 1, last_small(m), 0, marks);
      if (parts == 3)
        for (std::uint64_t c = 1; c <= m / 3; ++c) {
          const std::uint64_t rest = m - c;
          mark_pairs(values, rest, std::max(c, rest < first ? 1 : rest - first + 1), rest / 2, values[c],
                     marks);
        }
    });
  }

  // The other options.
  void mark_near(const T* values, std::uint64_t n, std::uint64_t first, std::uint8_t* marks) const {
    for_each_total(n, [&](std::uint64_t m, unsigned parts) {
      if (parts == 1 && m >= first) marks[values[m]] = 1;
      if (parts == 2 && m > first) mark_pairs(values, m, 1, std::min(m - first, last_small(m)), 0, marks);
      if (parts == 3)
        for (std::uint64_t c = 1; c <= m / 3; ++c) {
          const std::uint64_t rest = m - c;
          if (rest > first) mark_pairs(values, rest, c, std::min(rest - first, rest / 2), values[c], marks);
        }
    });
  }

  static void mark_pairs(const T* values, std::uint64_t m, std::uint64_t from, std::uint64_t to, T third,
                         std::uint8_t* marks) {
    for (std::uint64_t a = from; a <= to; ++a) marks[values[a] ^ values[m - a] ^ third] = 1;
  }

  // The largest smaller part of a split of m in two.
  [[nodiscard]] std::uint64_t last_small(std::uint64_t m) const noexcept {
    return game_.kind == HeapGame::Kind::grundy ? (m == 0 ? 0 : (m - 1) / 2) : m / 2;
  }

  // f(total left, number of heaps it is left in) for every kind of move from n. Leaving nothing is total 0 in
  // one heap: G(0) = 0.
  template <class F>
  void for_each_total(std::uint64_t n, F&& f) const {
    if (game_.kind == HeapGame::Kind::grundy) return f(n, 2U);
    if (game_.kind == HeapGame::Kind::all_but) {
      for (std::uint64_t removal = 1; removal <= n; ++removal)
        if (!std::binary_search(game_.excluded.begin(), game_.excluded.end(), removal)) f(n - removal, 1U);
      return;
    }
    for (std::uint64_t k = 0; k < game_.digits.size() && k <= n; ++k) {
      const unsigned digit = game_.digits[k];
      const std::uint64_t m = n - k;
      if ((digit & (m == 0 ? 1U : 2U)) != 0) f(m, 1U);
      if ((digit & 4) != 0) f(m, 2U);
      if ((digit & 8) != 0) f(m, 3U);
    }
  }

  const HeapGame& game_;
  T largest_ = 0;
  std::vector<Marks> marks_;
};

}  // namespace

HeapRun run_reference(const HeapGame& game, const HeapOptions& options) {
  // Only all-but sets and codes that leave three heaps have values that grow with the heap.
  if (game.kind == HeapGame::Kind::all_but || game.most_parts() == 3) {
    Reference<std::uint32_t> engine(game);
    return run_table<std::uint32_t>(
        game, options, "reference", [&](auto... args) { engine.extend(args...); },
        [&](auto... args) { engine.adopt(args...); });
  }
  Reference<std::uint16_t> engine(game);
  return run_table<std::uint16_t>(
      game, options, "reference", [&](auto... args) { engine.extend(args...); },
      [&](auto... args) { engine.adopt(args...); });
}

}  // namespace retrograph
