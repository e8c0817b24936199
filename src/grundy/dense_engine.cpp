#include "grundy/dense_engine.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "retrograph/support/error.hpp"

#include "grundy/dense_kernels.hpp"
#include "grundy/table_run.hpp"

namespace retrograph {
namespace {

using dense::slots;

// Heaps of a block. Small: splits inside a block are done in order by one thread.
constexpr std::uint64_t block_heaps = 32;
// Splits of one test. A candidate that is hit is replaced after this many.
constexpr std::size_t chunk_splits = 1024;
// What a chunk costs, in marks (measured: some 60 cycles from the second-level cache against 1.2 a mark).
constexpr double marks_per_chunk = 48;
constexpr std::uint64_t least_walk = 64;
// Below this heap size a block is too little work for two threads.
constexpr std::uint64_t parallel_from = 32768;

// What a digit leaves: total m, splits a = from .. to with the smaller part a.
struct Splits {
  std::uint64_t m = 0;
  std::uint64_t from = 1;
  std::uint64_t to = 0;
  [[nodiscard]] std::uint64_t count() const noexcept { return to < from ? 0 : to - from + 1; }
};

struct Slot {
  std::uint32_t value = 0;
  std::uint64_t chunks_left = 0;
};

// The search for one heap's value.
struct Search {
  std::vector<std::uint8_t> marks;
  std::array<Slot, slots> queue;  // ascending values, the front is the least
  std::uint32_t next = 0;         // candidates below are queued, marked or hit
  std::uint64_t chunk = 0;        // the next chunk to test, cyclic
  std::uint64_t chunks_all = 0;
  std::vector<Splits> far;
  double tested = 0;
};

template <class T>
class Table {
 public:
  Table(const HeapGame& game, std::uint64_t capacity)
      : grundy_(game.kind == HeapGame::Kind::grundy),
        capacity_(capacity),
        values_(capacity),
        reversed_(capacity),
        probe_(dense::probe_for<T>(simd_level())),
        searches_(block_heaps) {
    if (grundy_) split_.push_back(0);
    for (std::uint32_t k = 0; k < game.digits.size(); ++k) {
      if ((game.digits[k] & 4) != 0) split_.push_back(k);
      if ((game.digits[k] & 2) != 0) take_.push_back(k);
      if ((game.digits[k] & 1) != 0) finish_.push_back(k);
    }
  }

  // False if the next value does not fit T; everything before it is there.
  [[nodiscard]] bool extend(std::uint64_t count) {
    while (size_ < count)
      if (!block(std::min(block_heaps, count - size_))) return false;
    return true;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint32_t largest() const noexcept { return largest_; }
  [[nodiscard]] const T* values() const noexcept { return values_.data(); }
  [[nodiscard]] std::uint64_t walk() const noexcept { return walk_; }

  // Takes over values that are known; false if one does not fit T.
  [[nodiscard]] bool adopt(std::span<const std::uint16_t> values) {
    if (std::any_of(values.begin(), values.end(),
                    [](std::uint16_t value) { return value > std::numeric_limits<T>::max(); }))
      return false;
    for (std::uint64_t n = 0; n < values.size(); ++n) set(n, values[n]);
    return true;
  }

  // Takes over what a narrower table has computed.
  template <class From>
  void adopt(const Table<From>& other) {
    for (std::uint64_t n = 0; n < other.size(); ++n) set(n, other.values()[n]);
    walk_ = other.walk();
  }

 private:
  // Every xor of values is below this.
  [[nodiscard]] std::uint32_t bound() const noexcept { return std::bit_ceil(largest_ + 1); }

  void set(std::uint64_t n, std::uint32_t value) {
    values_[n] = static_cast<T>(value);
    reversed_[capacity_ - 1 - n] = static_cast<T>(value);
    largest_ = std::max(largest_, value);
    size_ = n + 1;
  }

  [[nodiscard]] std::uint64_t last_small(std::uint64_t m) const noexcept {
    return grundy_ ? (m == 0 ? 0 : (m - 1) / 2) : m / 2;
  }

  [[nodiscard]] bool block(std::uint64_t heaps) {
    const std::uint64_t first = size_;
    const std::uint64_t grain = first < parallel_from ? heaps : (heaps + par::threads() - 1) / par::threads();
    par::for_ranges(heaps, grain, [&](std::size_t begin, std::size_t end, unsigned) {
      for (std::size_t i = begin; i < end; ++i) start(searches_[i], first + i, first);
      // Heap by heap within a chunk, so that its rows are read from the first-level cache.
      for (bool open = true; open;) {
        open = false;
        for (std::size_t i = begin; i < end; ++i) {
          if (searches_[i].queue[0].chunks_left == 0) continue;
          test_chunk(searches_[i]);
          open = true;
        }
      }
    });
    double extra = 0;
    for (std::uint64_t i = 0; i < heaps; ++i) {
      const std::uint64_t n = first + i;
      Search& search = searches_[i];
      finish(search, n, first);
      if (search.queue[0].value > std::numeric_limits<T>::max()) return false;
      set(n, search.queue[0].value);
      extra += search.tested - static_cast<double>(search.chunks_all);
    }
    // Marks and refuted candidates should cost the same: either can be traded for the other.
    const double walked = static_cast<double>(walk_ * split_.size() * heaps);
    walk_ = extra * marks_per_chunk > walked ? walk_ + walk_ / 16 : walk_ - walk_ / 16;
    walk_ = std::max(walk_, least_walk);
    return true;
  }

  // Marks that do not depend on heaps of the block, and the first candidates.
  void start(Search& search, std::uint64_t n, std::uint64_t first) const {
    search.marks.assign(bound() + slots, 0);
    search.far.clear();
    search.chunks_all = 0;
    search.tested = 0;
    search.chunk = 0;
    for (const std::uint32_t k : split_) {
      if (n < k) continue;
      const std::uint64_t m = n - k;
      Splits splits{m, m < first ? 1 : m - first + 1, last_small(m)};
      if (splits.count() == 0) continue;
      const std::uint64_t walk = std::min(walk_, splits.count());
      mark(search.marks.data(), {m, splits.from, splits.from + walk - 1});
      splits.from += walk;
      if (splits.count() == 0) continue;
      search.far.push_back(splits);
      search.chunks_all += (splits.count() + chunk_splits - 1) / chunk_splits;
    }
    for (const std::uint32_t k : take_)
      if (n > k && n - k < first) search.marks[values_[n - k]] = 1;
    for (const std::uint32_t k : finish_)
      if (n == k) search.marks[0] = 1;
    search.next = 0;
    for (Slot& slot : search.queue) slot = next_candidate(search);
  }

  // The splits and moves into the block, then the tests that they make necessary.
  void finish(Search& search, std::uint64_t n, std::uint64_t first) const {
    search.marks.resize(std::max<std::size_t>(search.marks.size(), bound() + slots), 0);
    for (const std::uint32_t k : split_) {
      if (n < k || n - k <= first) continue;
      const std::uint64_t m = n - k;
      mark(search.marks.data(), {m, 1, std::min(m - first, last_small(m))});
    }
    for (const std::uint32_t k : take_)
      if (n > k && n - k >= first) search.marks[values_[n - k]] = 1;
    while (true) {
      std::size_t kept = 0;
      for (const Slot& slot : search.queue)
        if (slot.value >= search.marks.size() || search.marks[slot.value] == 0) search.queue[kept++] = slot;
      for (; kept < slots; ++kept) search.queue[kept] = next_candidate(search);
      if (search.queue[0].chunks_left == 0) return;
      while (search.queue[0].chunks_left > 0) test_chunk(search);
    }
  }

  void mark(std::uint8_t* marks, Splits splits) const {
    const T* a = values_.data() + splits.from;
    const T* b = reversed_.data() + (capacity_ - 1 - splits.m + splits.from);
    const std::uint64_t count = splits.count();
    for (std::uint64_t i = 0; i < count; ++i) marks[a[i] ^ b[i]] = 1;
  }

  [[nodiscard]] Slot next_candidate(Search& search) const {
    while (search.next < search.marks.size() && search.marks[search.next] != 0) ++search.next;
    const std::uint32_t value = search.next++;
    return {value, value < bound() ? search.chunks_all : 0};
  }

  // Tests the queue against the next chunk of far splits; the front has chunks left.
  void test_chunk(Search& search) const {
    dense::Candidates<T> wanted;
    for (unsigned i = 0; i < slots; ++i) wanted[i] = static_cast<T>(search.queue[i].value);
    const unsigned hits = probe_chunk(search, wanted);
    search.tested += 1;
    std::size_t kept = 0;
    for (unsigned i = 0; i < slots; ++i) {
      Slot slot = search.queue[i];
      if (slot.value < bound() && slot.chunks_left > 0 && (hits >> i & 1U) != 0) continue;
      slot.chunks_left -= slot.chunks_left > 0 ? 1 : 0;
      search.queue[kept++] = slot;
    }
    for (; kept < slots; ++kept) search.queue[kept] = next_candidate(search);
  }

  [[nodiscard]] unsigned probe_chunk(Search& search, const dense::Candidates<T>& wanted) const {
    std::uint64_t chunk = search.chunk;
    search.chunk = search.chunk + 1 == search.chunks_all ? 0 : search.chunk + 1;
    for (const Splits& splits : search.far) {
      const std::uint64_t chunks = (splits.count() + chunk_splits - 1) / chunk_splits;
      if (chunk >= chunks) {
        chunk -= chunks;
        continue;
      }
      const std::uint64_t from = splits.from + chunk * chunk_splits;
      const std::uint64_t count = std::min<std::uint64_t>(chunk_splits, splits.to - from + 1);
      return probe_(values_.data() + from, reversed_.data() + (capacity_ - 1 - splits.m + from), count,
                    wanted);
    }
    return 0;
  }

  bool grundy_;
  std::uint64_t capacity_;
  Array<T> values_;
  Array<T> reversed_;
  dense::Probe<T> probe_;
  std::vector<std::uint32_t> split_;   // digits that split in two
  std::vector<std::uint32_t> take_;    // that leave one heap
  std::vector<std::uint32_t> finish_;  // that leave nothing
  std::uint64_t size_ = 0;
  std::uint32_t largest_ = 0;
  std::uint64_t walk_ = 256;
  std::vector<Search> searches_;
};

}  // namespace

class DenseTable::Impl {
 public:
  Impl(const HeapGame& game, std::uint64_t capacity)
      : game_(game), capacity_(capacity), narrow_(std::make_unique<Table<std::uint8_t>>(game, capacity)) {}

  void adopt(std::span<const std::uint16_t> values) {
    if (narrow_->adopt(values)) return;
    wide_ = std::make_unique<Table<std::uint16_t>>(game_, capacity_);
    narrow_.reset();
    (void)wide_->adopt(values);
  }

  void extend(std::uint64_t count) {
    if (narrow_ != nullptr && !narrow_->extend(count)) {
      wide_ = std::make_unique<Table<std::uint16_t>>(game_, capacity_);
      wide_->adopt(*narrow_);
      narrow_.reset();
    }
    if (wide_ != nullptr && !wide_->extend(count))
      fail(Category::resource, "heap game {}: the value of heap {} is beyond 16 bits", game_.name,
           wide_->size());
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return narrow_ ? narrow_->size() : wide_->size(); }
  [[nodiscard]] std::uint32_t largest() const noexcept {
    return narrow_ ? narrow_->largest() : wide_->largest();
  }
  void copy(std::uint64_t first, std::span<std::uint16_t> out) const {
    if (narrow_ != nullptr) {
      std::copy_n(narrow_->values() + first, out.size(), out.begin());
    } else {
      std::copy_n(wide_->values() + first, out.size(), out.begin());
    }
  }

 private:
  HeapGame game_;
  std::uint64_t capacity_;
  std::unique_ptr<Table<std::uint8_t>> narrow_;
  std::unique_ptr<Table<std::uint16_t>> wide_;
};

DenseTable::DenseTable(const HeapGame& game, std::uint64_t capacity)
    : impl_(std::make_unique<Impl>(game, capacity)) {}
DenseTable::DenseTable(DenseTable&&) noexcept = default;
DenseTable::~DenseTable() = default;
void DenseTable::adopt(std::span<const std::uint16_t> values) {
  impl_->adopt(values);
}
void DenseTable::extend(std::uint64_t count) {
  impl_->extend(count);
}
std::uint64_t DenseTable::size() const noexcept {
  return impl_->size();
}
std::uint32_t DenseTable::max_value() const noexcept {
  return impl_->largest();
}
void DenseTable::copy(std::uint64_t first, std::span<std::uint16_t> out) const {
  impl_->copy(first, out);
}

bool dense_accepts(const HeapGame& game) {
  return game.most_parts() <= 2;
}

HeapRun run_dense(const HeapGame& game, const HeapOptions& options) {
  if (game.most_parts() == 1) return run_takes(game, options);
  DenseTable table(game, options.count + game.heap_offset);
  return run_table<std::uint16_t>(
      game, options, "dense",
      [&](std::uint16_t* values, std::uint64_t begin, std::uint64_t end) {
        table.extend(end);
        table.copy(begin, {values + begin, end - begin});
      },
      [&](const std::uint16_t* values, std::uint64_t end) { table.adopt({values, end}); });
}

}  // namespace retrograph
