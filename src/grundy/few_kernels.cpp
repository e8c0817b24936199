// The tables of a few-rare plan, and the choice among the instruction sets.
#include "grundy/few_kernels.hpp"

#include <bit>
#include <cstring>

namespace retrograph::few {
namespace {

template <class Word>
void fill(Tables& tables) {
  const Plan& plan = *tables.plan;
  constexpr unsigned bits = 8 * sizeof(Word);
  constexpr unsigned lanes = 128 / sizeof(Word);
  tables.near = Array<std::byte>((near_most + 1) * bits * sizeof(Word));
  tables.rows = Array<std::byte>(step * bits * std::size_t{128});
  std::vector<Word> near((near_most + 1) * bits);
  std::vector<Word> rows(step * bits * lanes);
  for (std::uint32_t i = 0; i < bits; ++i) {
    for (const Pair& pair : plan.near)
      near[pair.distance * bits + i] |= static_cast<Word>(Word{1} << ((i ^ pair.value) % bits));
    for (const Pair& pair : plan.rows)
      for (unsigned j = 0; j < step; ++j) {
        const unsigned lane = pair.distance + j - 2 * step;  // from the step after the next one on
        if (pair.distance + j >= 2 * step && lane < lanes)
          rows[(j * bits + i) * lanes + lane] |= static_cast<Word>(Word{1} << ((i ^ pair.value) % bits));
      }
  }
  std::memcpy(tables.near.data(), near.data(), tables.near.size());
  std::memcpy(tables.rows.data(), rows.data(), tables.rows.size());
}

}  // namespace

Tables tables_of(const Plan& plan) {
  Tables tables;
  tables.plan = &plan;
  if (plan.splits.size() > 1) tables.unions = static_cast<std::int64_t>(buffer_heaps(plan.history));
  for (const Pair& pair : plan.near) {
    if (pair.distance > 2) {
      tables.further = true;
    } else {
      unsigned& how = tables.nearest[pair.distance - 1];
      how = how == 0 && pair.value == 0 ? 1 : 2;
    }
  }
  if (plan.width == 16) fill<std::uint16_t>(tables);
  if (plan.width == 32) fill<std::uint32_t>(tables);
  if (plan.width == 64) fill<std::uint64_t>(tables);
  return tables;
}

Kernels kernels_for([[maybe_unused]] SimdLevel level, const Tables& tables) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return avx512_kernels(tables);
  if (level == SimdLevel::avx2) return avx2_kernels(tables);
#endif
  return scalar_kernels(tables);
}

}  // namespace retrograph::few
