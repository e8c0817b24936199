#include "grundy/many_plan.hpp"

#include <algorithm>
#include <random>
#include <span>

#include "retrograph/support/parallel.hpp"

#include "grundy/many_cover.hpp"

namespace retrograph::many {
namespace {

constexpr std::size_t least_rares = 64;
constexpr std::size_t most_late = 32;
constexpr std::uint64_t least_sample = std::uint64_t{1} << 12;
constexpr std::size_t most_pairs = 250 * pairs_of_chunk;
constexpr std::uint64_t known_wanted = std::uint64_t{1} << 20;
constexpr std::size_t most_loads = 320;  // of a packed value
constexpr std::uint64_t last_part = 16384;
constexpr std::size_t parts_tried = 2500;

void append(RowLists& lists, const Plan& plan, std::uint32_t c, const std::vector<Pair>& pairs) {
  for (std::uint32_t shift = 0; shift < 8; ++shift) {
    for (const Pair& pair : pairs) {
      const std::uint32_t back = (pair.distance + 7) / 8;
      if (8 * back - pair.distance != shift) continue;
      lists.offsets.push_back(static_cast<std::int32_t>((c ^ pair.value) * plan.stride) -
                              static_cast<std::int32_t>(back));
    }
    lists.begins.push_back(static_cast<std::uint32_t>(lists.offsets.size()));
  }
}

// Lists of all packed values, `choose(c, open)` giving one from the bits of the samples' heaps that need it.
template <class Needs, class Choose>
void choose_lists(RowLists& lists, const Plan& plan, const Samples& samples, Needs&& needs, Choose&& choose) {
  std::vector<std::vector<Pair>> chosen(plan.values);
  par::for_each(plan.values, 1, [&](std::size_t i) {
    const auto c = static_cast<std::uint32_t>(i);
    std::vector<std::uint64_t> open(samples.stretches());
    for (std::size_t stretch = 0; stretch < open.size(); ++stretch)
      for (unsigned j = 0; j < 64; ++j)
        if (needs(samples.heap(stretch) + j, samples.packed(stretch, j), c))
          open[stretch] |= std::uint64_t{1} << j;
    chosen[i] = choose(c, std::move(open));
  });
  for (std::uint32_t c = 0; c < plan.values; ++c) append(lists, plan, c, chosen[c]);
}

void choose_candidates(Plan& plan, const Samples& samples, const std::vector<Pair>& pairs) {
  const auto far =
      std::find_if(pairs.begin(), pairs.end(), [](const Pair& p) { return p.distance >= rows_from; });
  const std::span<const Pair> offers(far, pairs.end());
  choose_lists(
      plan.candidates, plan, samples,
      [](std::uint64_t, std::uint32_t packed, std::uint32_t c) { return packed > c; },
      [&](std::uint32_t c, std::vector<std::uint64_t> open) {
        return samples.cover(c, std::move(open), offers, most_loads);
      });
}

void choose_exclusion(Plan& plan, const Samples& samples, const SparseState& state) {
  const HeapHistory& history = state.history();
  std::vector<Pair> parts;  // every split with a small common part, and moves that reach rare values
  const std::uint64_t last = std::min<std::uint64_t>(last_part, state.depth());
  for (const std::uint32_t k : plan.splits)
    for (std::uint64_t a = 1; a <= last; ++a)
      if (!plan.rule.rare(a, history[a]))
        parts.push_back({static_cast<std::uint32_t>(k + a), plan.packing.pack(history[a])});
  if (plan.rule.position)
    for (const std::uint32_t k : state.takes())
      if (k % 2 != 0) parts.push_back({k, 0});
  choose_lists(
      plan.exclusion, plan, samples,
      [&](std::uint64_t n, std::uint32_t packed, std::uint32_t u) { return plan.limit(n, packed) > u; },
      [&](std::uint32_t u, std::vector<std::uint64_t> open) {
        // Those whose other part is most often what u asks for.
        std::vector<Pair> offers = parts;
        const auto often = [&](const Pair& part) { return samples.counts()[u ^ part.value]; };
        const std::size_t tried = std::min(parts_tried, offers.size());
        std::partial_sort(
            offers.begin(), offers.begin() + static_cast<std::ptrdiff_t>(tried), offers.end(),
            [&](const Pair& a, const Pair& b) { return std::pair(often(b), a) < std::pair(often(a), b); });
        offers.resize(tried);
        return samples.cover(u, std::move(open), offers, most_loads);
      });
}

// The order in which pairs are tried: early ones refute most candidates, so neighbours are kept apart.
void choose_order(Plan& plan, const std::vector<Pair>& pairs) {
  std::vector<Pair> far;
  for (const Pair& pair : pairs) (pair.distance < sub_block ? plan.near : far).push_back(pair);
  std::mt19937 random(1);
  for (std::size_t i = far.size(); i > 1; --i) std::swap(far[i - 1], far[random() % i]);
  for (std::size_t i = 0; far.size() % pairs_of_chunk != 0; ++i) far.push_back(far[i]);
  for (const Pair& pair : far) {
    plan.distances.push_back(pair.distance);
    plan.xors.push_back(static_cast<std::uint8_t>(pair.value));
  }
}

}  // namespace

std::shared_ptr<const Plan> make_plan(const SparseState& state, const PlanEffort& effort) {
  const std::uint64_t next = state.next();
  const HeapHistory& history = state.history();
  if (next < effort.least_heaps || state.rule().mask == 0 || state.splits().empty() ||
      state.rares().size() < least_rares || state.largest() >= Packing::values)
    return nullptr;
  auto plan = std::make_shared<Plan>();
  plan->rule = state.rule();
  plan->packing = Packing(state.rule());
  if (plan->packing.dropped_bit() > 3) return nullptr;
  const std::uint32_t largest = largest_packed(state, plan->packing);
  // Splits in two of the early rare heaps lie behind; the late ones lie behind all that a block reads.
  const auto settled = [&](const RareHeap& rare) {
    return rare.heap < effort.late_from && 2 * (rare.heap + state.game().last_digit() + 1) + block <= next;
  };
  const auto late = std::partition_point(state.rares().begin(), state.rares().end(), settled);
  plan->late.assign(late, state.rares().end());
  const std::uint64_t clear = plan->late.empty() ? 0 : plan->late.back().heap + 1;
  const std::uint64_t early = late == state.rares().begin() ? 0 : (late - 1)->heap;
  const std::vector<Pair> pairs =
      pairs_of(state, plan->packing, static_cast<std::size_t>(late - state.rares().begin()));
  if (largest > most_packed || pairs.empty() || pairs.size() > most_pairs || plan->late.size() > most_late ||
      pairs.back().distance < rows_from)
    return nullptr;
  const std::uint64_t reach = pairs.back().distance;
  plan->rares = state.rares().size();
  plan->made_at = next;
  plan->keep = (std::max(reach, walk_most) + rows_from + sub_block - 1) / sub_block * sub_block;
  plan->window = plan->keep + (std::uint64_t{1} << 16);
  plan->stride = plan->window / 8 + 192;
  plan->values = std::min(largest + 2, most_packed + 1);
  plan->splits = state.splits();
  const std::uint64_t from = std::max(early + 1, history.known_from());
  const std::uint64_t size = std::min(next - std::max(from, clear), known_wanted);
  if (size < plan->keep || size < reach + least_sample) return nullptr;
  choose_order(*plan, pairs);
  std::vector<std::uint8_t> packed(size);
  for (std::uint64_t i = 0; i < size; ++i)
    packed[i] = static_cast<std::uint8_t>(plan->packing.pack(history[next - size + i]));
  const std::uint64_t parts_reach = std::min<std::uint64_t>(last_part, state.depth()) + plan->splits.back();
  const Samples samples(next - size, std::move(packed), std::max(reach, parts_reach),
                        std::min(effort.stretches, next / 1024));
  choose_candidates(*plan, samples, pairs);
  choose_exclusion(*plan, samples, state);
  const std::uint64_t parts = std::min<std::uint64_t>(walk_most, history.head().size());
  plan->reversed.resize(parts);
  for (std::uint64_t a = 0; a < parts; ++a)
    plan->reversed[parts - 1 - a] = static_cast<std::uint8_t>(plan->packing.pack(history[a]));
  return plan;
}

}  // namespace retrograph::many
