#include "grundy/many_run.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace retrograph::many {
namespace {

// Below so many open heaps of a block, walks cost less than another round of rows.
constexpr unsigned few_open = 24;
constexpr std::uint64_t margin = 256;  // bytes behind the last heap that loads may touch

unsigned ones(const BlockBits& bits) {
  unsigned sum = 0;
  for (const std::uint64_t word : bits) sum += static_cast<unsigned>(std::popcount(word));
  return sum;
}

template <class Visit>
void for_each_bit(const BlockBits& bits, Visit&& visit) {
  for (std::size_t w = 0; w < bits.size(); ++w)
    for (std::uint64_t word = bits[w]; word != 0; word &= word - 1)
      visit(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
}

BlockBits first_bits(std::uint64_t heaps) {
  BlockBits bits{};
  for (std::size_t w = 0; w < heaps / 64; ++w) bits[w] = ~std::uint64_t{0};
  return bits;
}

NearPairs near_pairs(const Plan& plan) {
  NearPairs near;
  std::array<std::size_t, sub_block> used{};
  for (const Pair& pair : plan.near) {
    const std::size_t i = sub_block - pair.distance;
    const std::size_t row = used[i]++;
    if (row == near.rows.size()) near.rows.emplace_back();
    near.rows[row].xors[i] = static_cast<std::uint8_t>(pair.value);
    near.rows[row].used[i] = 0xFF;
  }
  return near;
}

}  // namespace

bool Run::can_start(const Plan& plan, const SparseState& state) {
  const std::uint64_t clear = plan.late.empty() ? 0 : plan.late.back().heap + 1;
  return state.next() - std::max(clear, state.history().known_from()) >= plan.keep;
}

Run::Run(std::shared_ptr<const Plan> plan, const SparseState& state, SimdLevel level)
    : plan_(std::move(plan)),
      kernels_(kernels_for(level)),
      near_(near_pairs(*plan_)),
      next_(state.next()),
      end_(plan_->keep),
      known_(plan_->keep),
      packed_(plan_->window + margin),
      rows_(256 * plan_->stride) {
  std::memset(packed_.data(), 0, packed_.size());
  std::memset(rows_.data(), 0, rows_.size());
  for (std::uint64_t i = 0; i < end_; ++i)
    packed_[i] = static_cast<std::uint8_t>(plan_->packing.pack(state.history()[next_ - end_ + i]));
  push_row_bits(0, end_);
}

void Run::push_row_bits(std::uint64_t from, std::uint64_t heaps) {
  for (std::uint64_t i = from; i < from + heaps; ++i) {
    std::uint8_t& byte = rows_[packed_[i] * plan_->stride + i / 8];
    byte = static_cast<std::uint8_t>(byte | 1U << (i % 8));
  }
}

void Run::move_down() {
  if (end_ + block <= plan_->window) return;
  const std::uint64_t by = end_ - plan_->keep;
  std::memmove(packed_.data(), packed_.data() + by, plan_->keep);
  for (std::uint64_t w = 0; w < 256; ++w) {
    std::uint8_t* row = rows_.data() + w * plan_->stride;
    std::memmove(row, row + by / 8, plan_->keep / 8);
    std::memset(row + plan_->keep / 8, 0, plan_->stride - plan_->keep / 8);
  }
  end_ = plan_->keep;
}

void Run::fill_queues(std::uint64_t heaps) {
  queues_.size.fill(0);
  BlockBits open = first_bits(heaps);
  BlockBits covered;
  for (std::uint32_t c = 0; c < plan_->values; ++c) {
    kernels_.gather(rows_.data() + end_ / 8, plan_->candidates, c, covered);
    std::uint64_t left = 0;
    for (std::size_t w = 0; w < words_of_block; ++w) {
      for (std::uint64_t word = open[w] & ~covered[w]; word != 0; word &= word - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(word));
        queues_.entries[i * queue_size + queues_.size[i]] = static_cast<std::uint8_t>(c);
        if (++queues_.size[i] == queue_size) open[w] &= ~(std::uint64_t{1} << (i % 64));
      }
      left |= open[w];
    }
    if (left == 0) return;
  }
}

template <class Visit>
void Run::for_each_late(const SparseState& state, std::uint64_t heap, Visit&& visit) const {
  const std::uint64_t n = next_ + heap;
  for (const RareHeap& rare : plan_->late)
    for (const std::uint32_t k : plan_->splits) {
      if (n <= k + rare.heap) continue;
      const std::uint64_t other = n - k - rare.heap;
      const std::uint16_t value = state.value_for(n, other);
      // A split in two rare heaps has a rare value.
      if (!plan_->rule.rare(other, value))
        visit(plan_->packing.pack(value) ^ plan_->packing.pack(rare.value));
    }
}

bool Run::forbidden(const SparseState& state, std::uint64_t heap, std::uint8_t candidate) const {
  bool forbids = kernels_.near(near_, packed_.data() + end_ + heap, candidate);
  if (!plan_->late.empty())
    for_each_late(state, heap, [&](std::uint32_t packed) { forbids |= packed == candidate; });
  return forbids;
}

std::uint32_t Run::single(const SparseState& state, std::uint64_t heap) const {
  const std::uint8_t* packed = packed_.data() + end_ + heap;
  std::array<bool, 256> seen{};
  for (std::size_t i = 0; i < plan_->distances.size(); ++i)
    seen[*(packed - plan_->distances[i]) ^ plan_->xors[i]] = true;
  for (const Pair& pair : plan_->near) seen[*(packed - pair.distance) ^ pair.value] = true;
  for_each_late(state, heap, [&](std::uint32_t value) { seen[value] = true; });
  return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

std::uint64_t Run::resolve(const SparseState& state, std::uint64_t first) {
  std::uint8_t* packed = at(end_ + first);
  kernels_.settle(*plan_, packed, queues_, first, lanes_);
  const auto full = static_cast<std::uint8_t>(plan_->distances.size() / pairs_of_chunk);
  for (std::uint64_t j = 0; j < sub_block; ++j) {
    if (lanes_.survived_a[j] == full && !forbidden(state, first + j, lanes_.a[j])) {
      packed[j] = lanes_.a[j];
    } else if (lanes_.survived_a[j] == full && lanes_.survived_b[j] == full &&
               !forbidden(state, first + j, lanes_.b[j])) {
      packed[j] = lanes_.b[j];
    } else {
      const std::uint32_t value = single(state, first + j);
      if (value > most_packed) return j;
      packed[j] = static_cast<std::uint8_t>(value);
    }
  }
  return sub_block;
}

std::uint64_t Run::walk(const SparseState& state, std::uint64_t heap, std::uint32_t missing) const {
  std::uint64_t best = 0;
  for (const std::uint32_t k : plan_->splits) {
    const std::vector<std::uint8_t>& reversed = plan_->reversed;
    std::uint64_t count = std::min<std::uint64_t>(reversed.size() - 1, known_ - k);
    if (best != 0) count = std::min(count, best - 1);
    std::uint64_t a = 0;
    do {
      a = kernels_.first_part(reversed.data() + reversed.size() - 1, packed_.data() + end_ + heap - k, a,
                              count, static_cast<std::uint8_t>(missing));
    } while (a != 0 && plan_->rule.rare(a, state.history()[a]));
    if (a != 0) best = a;
  }
  if (best != 0) return best;
  const std::uint64_t n = next_ + heap;
  const std::uint32_t value = plan_->packing.common(n, missing) ^ (1U << plan_->packing.dropped_bit());
  const std::uint64_t looked_at =
      std::min<std::uint64_t>(plan_->reversed.size() - 1, known_ - plan_->splits.back());
  return state.first_part(n, value, looked_at + 1).part;
}

std::uint64_t Run::exclude(const SparseState& state, std::uint64_t heaps, SparseResult& result) {
  // Heaps in the order of their limits, which are below 256.
  std::array<std::uint16_t, 257> begins{};
  std::array<std::uint8_t, block> limits;
  std::array<std::uint16_t, block> order;
  for (std::uint64_t i = 0; i < heaps; ++i) {
    limits[i] = static_cast<std::uint8_t>(plan_->limit(next_ + i, packed_[end_ + i]));
    ++begins[limits[i] + 1U];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::array<std::uint16_t, 257> place = begins;
  for (std::uint64_t i = 0; i < heaps; ++i) order[place[limits[i]]++] = static_cast<std::uint16_t>(i);
  std::uint64_t good = heaps;
  BlockBits open = first_bits(heaps);
  for (std::uint32_t u = 0; u < 256; ++u) {
    for (std::uint16_t i = begins[u]; i < begins[u + 1]; ++i)
      open[order[i] / 64] &= ~(std::uint64_t{1} << (order[i] % 64));
    const unsigned left = ones(open);
    if (left == 0) break;
    BlockBits missing = open;
    if (left > few_open && u < plan_->values) {
      BlockBits reached;
      kernels_.gather(rows_.data() + end_ / 8, plan_->exclusion, u, reached);
      for (std::size_t w = 0; w < words_of_block; ++w) missing[w] &= ~reached[w];
    }
    for_each_bit(missing, [&](std::uint64_t i) {
      if (i >= good) return;
      const std::uint64_t a = walk(state, i, u);
      if (a == 0) {
        good = i;
      } else {
        result.depth = std::max(result.depth, a);
      }
    });
  }
  return good;
}

SparseResult Run::next(const SparseState& state, std::uint64_t heaps) {
  move_down();
  fill_queues(heaps);
  std::uint64_t found = 0;
  bool overflow = false;
  for (std::uint64_t first = 0; first < heaps && !overflow; first += sub_block) {
    const std::uint64_t values = resolve(state, first);
    found += values;
    overflow = values < sub_block;
  }
  push_row_bits(end_, found);
  SparseResult result;
  const std::uint64_t whole = found / sub_block * sub_block;
  const std::uint64_t good = exclude(state, whole, result);
  result.whole = good == heaps;
  result.overflow = overflow && good == whole;
  result.packed = std::span(at(end_), good);
  end_ += heaps;
  next_ += heaps;
  known_ = std::min(known_ + heaps, plan_->window);
  return result;
}

}  // namespace retrograph::many
