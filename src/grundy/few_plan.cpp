#include "grundy/few_plan.hpp"

#include <algorithm>
#include <bit>

#include "grundy/few_ticks.hpp"

namespace retrograph::few {
namespace {

constexpr std::size_t most_rares = 4096;
constexpr std::uint64_t least_heaps = std::uint64_t{1} << 14;

// Neighbours in the order of reflected Gray codes differ in few bits.
std::uint32_t gray_rank(std::uint32_t v) noexcept {
  for (unsigned s = 1; s < 8; s *= 2) v ^= v >> s;
  return v;
}

struct Load {
  std::uint32_t value = 0;
  std::int64_t offset = 0;
};

Program program_of(std::vector<Load> loads) {
  std::sort(loads.begin(), loads.end(), [](const Load& a, const Load& b) {
    return std::pair(gray_rank(a.value), a.offset) < std::pair(gray_rank(b.value), b.offset);
  });
  Program program;
  std::uint32_t value = 0;
  for (const Load& load : loads) {
    const auto at = static_cast<std::uint32_t>(program.offsets.size());
    if (program.groups.empty() || load.value != value) {
      program.groups.push_back({program.groups.empty() ? 0 : value ^ load.value, at, at});
      value = load.value;
    }
    program.offsets.push_back(load.offset);
    ++program.groups.back().end;
  }
  program.last_flip = value;
  return program;
}

unsigned width_for(std::uint32_t packed) noexcept {
  return packed < 16 ? 16 : packed < 32 ? 32 : packed < 64 ? 64 : 0;
}

// Splits with part r >= from are read as one union over all removals.
Program bulk_program(const Plan& plan, const SparseState& state, std::int64_t unions) {
  const std::uint64_t from = 4 * plan.lanes_of_block();
  const std::uint32_t least = plan.splits.front();
  std::vector<Load> loads;
  std::vector<Pair> joined;
  if (plan.splits.size() > 1)
    for (const RareHeap& rare : state.rares())
      if (rare.heap + least >= from) {
        loads.push_back(
            {plan.packing.pack(rare.value), static_cast<std::int64_t>(rare.heap + least) - unions});
        for (const std::uint32_t k : plan.splits)
          joined.push_back({static_cast<std::uint32_t>(rare.heap + k), plan.packing.pack(rare.value)});
      }
  std::sort(joined.begin(), joined.end());
  for (const Pair& pair : plan.bulk)
    if (!std::binary_search(joined.begin(), joined.end(), pair)) loads.push_back({pair.value, pair.distance});
  return program_of(std::move(loads));
}

Program exclusion_program(const Plan& plan, std::int64_t unions) {
  std::vector<Load> loads;
  for (const Tick& tick : plan.ticks)
    loads.push_back({tick.value, tick.distance - (tick.part > 0 && plan.splits.size() > 1 ? unions : 0)});
  return program_of(std::move(loads));
}

}  // namespace

std::shared_ptr<const Plan> make_plan(const SparseState& state, unsigned least_width) {
  const std::uint64_t next = state.next();
  const HeapGame& game = state.game();
  if (game.kind == HeapGame::Kind::grundy || state.rule().mask == 0 || state.splits().empty()) return nullptr;
  // Splits in two rare parts must lie behind, and the game have settled.
  if (next < least_heaps || next < 2 * state.window() + 2 * chunk || state.rares().size() > most_rares)
    return nullptr;
  if (state.largest() >= Packing::values) return nullptr;
  auto plan = std::make_shared<Plan>();
  plan->rule = state.rule();
  plan->packing = Packing(state.rule());
  const unsigned b = plan->packing.dropped_bit();
  plan->width = std::max(width_for(largest_packed(state, plan->packing)), least_width);
  if (width_for(largest_packed(state, plan->packing)) == 0 || plan->width > 64 || b > 3) return nullptr;
  plan->splits = state.splits();
  for (const Pair& pair : pairs_of(state, plan->packing, state.rares().size()))
    (pair.distance <= near_most               ? plan->near
     : pair.distance <= plan->reach_of_rows() ? plan->rows
                                              : plan->bulk)
        .push_back(pair);
  // Distances 5 to 7 are near or pushed, by the place in the step.
  for (const Pair& pair : plan->near)
    if (pair.distance > step) plan->rows.push_back(pair);
  for (std::uint32_t parity = 0; parity < 2; ++parity)
    for (std::uint32_t p = 0; p < plan->width; ++p)
      if ((plan->packing.common(parity, p) >> b & 1U) != 0) plan->upper[parity] |= std::uint64_t{1} << p;
  plan->history = state.window() + 64;
  plan->made_at = next;
  plan->rares = state.rares().size();
  const HeapHistory& history = state.history();
  const std::uint64_t parts = std::min<std::uint64_t>(walk_most, history.head().size());
  plan->reversed.assign(parts, 0);
  for (std::uint64_t a = 0; a < parts; ++a)
    plan->reversed[parts - 1 - a] =
        plan->rule.rare(a, history[a]) ? 0x80 : static_cast<std::uint8_t>(plan->packing.pack(history[a]));
  plan->ticks = choose_ticks(state, plan->packing, plan->width);
  const auto unions = static_cast<std::int64_t>(buffer_heaps(plan->history));
  plan->bulk_program = bulk_program(*plan, state, unions);
  plan->exclusion_program = exclusion_program(*plan, unions);
  return plan;
}

}  // namespace retrograph::few
