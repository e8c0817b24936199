#include <algorithm>

#include "retrograph/support/simd.hpp"

#include "catch.hpp"
#include "grundy/dense_engine.hpp"
#include "grundy/many_run.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

constexpr std::uint64_t many_known = 93'000 / many::sub_block * many::sub_block;

std::vector<std::uint16_t> officers(std::uint64_t count) {
  DenseTable table(parse_heap_game("0.6"), count);
  table.extend(count);
  std::vector<std::uint16_t> values(count);
  table.copy(0, values);
  return values;
}

// Officers after `many_known` heaps: 1584 rare heaps, the last of them 20,627.
const SparseState& officers_state() {
  static const SparseState state = [] {
    SparseState known(parse_heap_game("0.6"), 1 << 20);
    known.load(officers(many_known));
    known.choose();
    return known;
  }();
  return state;
}

const std::shared_ptr<const many::Plan>& officers_plan() {
  static const auto plan = many::make_plan(officers_state(), {0, 48});
  return plan;
}

}  // namespace

TEST_CASE("many-rare kernels give the values of the dense engine, on every instruction set") {
  const std::uint64_t more = 64 * many::sub_block;
  const std::vector<std::uint16_t> dense = officers(many_known + more);
  REQUIRE(officers_plan() != nullptr);
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > machine_simd_level()) continue;
    SparseState state = officers_state();
    many::Run run(officers_plan(), state, level);
    std::size_t wrong = 0;
    // Blocks of all sizes.
    for (std::uint64_t heaps = many::sub_block; state.next() < dense.size();
         heaps = heaps % many::block + many::sub_block) {
      const SparseResult result = run.next(state, std::min(heaps, dense.size() - state.next()));
      REQUIRE(result.whole);
      std::vector<std::uint16_t> values(result.packed.size());
      run.plan().packing.unpack(state.next(), result.packed, values.data());
      wrong += !std::equal(values.begin(), values.end(),
                           dense.begin() + static_cast<std::ptrdiff_t>(state.next()));
      state.append_common(values);
      state.raise_depth(result.depth);
    }
    CHECK(wrong == 0);
    CHECK(state.rares().size() == 1584);
  }
}

TEST_CASE("late rare heaps of a many-rare plan forbid what their splits reach") {
  const std::uint64_t heaps = 2 * many::sub_block;
  const std::vector<std::uint16_t> dense = officers(many_known + heaps);
  const std::size_t rares = officers_state().rares().size();
  const auto plan = many::make_plan(officers_state(), {0, 16, officers_state().rares()[rares - 20].heap});
  REQUIRE(plan != nullptr);
  CHECK(plan->late.size() == 20);
  const SparseState state = officers_state();
  many::Run run(plan, state, simd_level());
  const SparseResult result = run.next(state, heaps);
  REQUIRE(result.packed.size() == heaps);
  std::vector<std::uint16_t> values(heaps);
  plan->packing.unpack(many_known, result.packed, values.data());
  CHECK(std::equal(values.begin(), values.end(), dense.end() - static_cast<std::ptrdiff_t>(heaps)));
}

TEST_CASE("many-rare kernels find the depth of single steps, through bytes or the whole history") {
  // The lists reach nearly all; without them, every exclusion is a walk.
  auto bare = std::make_shared<many::Plan>(*officers_plan());
  bare->exclusion.offsets.clear();
  bare->exclusion.begins.assign(bare->exclusion.begins.size(), 0);
  auto shallow = std::make_shared<many::Plan>(*bare);
  shallow->reversed.erase(shallow->reversed.begin(), shallow->reversed.end() - 2048);
  const std::uint64_t heaps = 2 * many::sub_block;
  SparseState steps = officers_state();
  for (std::uint64_t i = 0; i < heaps; ++i) steps.step();
  for (const auto& plan : {officers_plan(), std::shared_ptr<const many::Plan>(bare),
                           std::shared_ptr<const many::Plan>(shallow)}) {
    SparseState state = officers_state();
    many::Run run(plan, state, simd_level());
    const SparseResult result = run.next(state, heaps);
    CHECK(result.whole);
    REQUIRE(result.packed.size() == heaps);
    std::size_t wrong = 0;
    for (std::uint64_t i = 0; i < heaps; ++i)
      wrong += plan->packing.common(state.next() + i, result.packed[i]) != steps.history()[state.next() + i];
    CHECK(wrong == 0);
    CHECK(std::max(state.depth(), result.depth) == steps.depth());
  }
}

TEST_CASE("a many-rare run ends before a heap whose exclusion is nowhere") {
  auto blind = std::make_shared<many::Plan>(*officers_plan());
  blind->exclusion.offsets.clear();
  blind->exclusion.begins.assign(blind->exclusion.begins.size(), 0);
  blind->reversed.assign(1, 0);
  // No head, and a tail that begins where a run needs it: deep walks have nothing either.
  const SparseState& known = officers_state();
  std::vector<std::uint16_t> tail(blind->keep);
  for (std::uint64_t i = 0; i < tail.size(); ++i) tail[i] = known.history()[known.next() - tail.size() + i];
  SparseState headless(parse_heap_game("0.6"), 1 << 20);
  headless.jump(known.next(), tail);
  many::Run run(blind, headless, simd_level());
  const SparseResult result = run.next(headless, many::block);
  CHECK_FALSE(result.whole);
  CHECK_FALSE(result.overflow);
  CHECK(result.packed.size() < many::block);
}

TEST_CASE("every split that the exclusion's lists count is a real one") {
  const many::Plan& plan = *officers_plan();
  const SparseState& known = officers_state();
  // Offsets lead back to the part: a load of row w at distance d for value u has part d - 1 of value u ^ w.
  std::size_t loads = 0;
  std::size_t wrong = 0;
  for (std::uint32_t u = 0; u < plan.values; ++u)
    for (std::uint32_t shift = 0; shift < 8; ++shift)
      for (std::uint32_t i = plan.exclusion.begins[8 * u + shift];
           i < plan.exclusion.begins[8 * u + shift + 1]; ++i, ++loads) {
        const auto stride = static_cast<std::int64_t>(plan.stride);
        const std::int64_t row = (plan.exclusion.offsets[i] + stride - 1) / stride;
        const auto distance =
            static_cast<std::uint64_t>(8 * (row * stride - plan.exclusion.offsets[i])) - shift;
        const std::uint64_t part = distance - 1;
        wrong += plan.rule.rare(part, known.history()[part]) ||
                 (plan.packing.pack(known.history()[part]) ^ u) != static_cast<std::uint32_t>(row);
      }
  CHECK(wrong == 0);
  CHECK(loads > 1000);
}
