// The executor of a few-rare plan: one source (few_kernels_body.hpp), compiled once an instruction set.
//
// `run` computes `heaps` values (a multiple of the block) from heap words[0] on; `state` is what reaches
// ahead of them. Words are of the plan's width; `unions` words behind them lie the unions over the splitting
// removals, written up to two blocks late. A word that comes out 0 says that its value has no place in the
// width: all that follows is void. `exclude` writes for every heap the packed rare values below its value
// that the list of parts does not reach, all ones for a word 0; true if any is not 0. `first_part` finds the
// least a in (from, count] with reversed[-a] ^ packed[-a] == value, or 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "retrograph/support/array.hpp"
#include "retrograph/support/simd.hpp"

#include "grundy/few_plan.hpp"

namespace retrograph::few {

/// What values before a heap contribute to it and to those behind.
struct Ahead {
  alignas(64) std::array<std::uint64_t, 16> rows{};  // from the heap behind the next step on
  alignas(64) std::array<std::uint64_t, 16> bulk{};  // of this block and the next
  alignas(64) std::array<std::uint64_t, 4> lanes{};  // rows and bulk of the next step
};

/// Tables of a plan in words of its width.
struct Tables {
  const Plan* plan = nullptr;
  std::int64_t unions = 0;            // words from a heap's word to its union; 0 if there is one removal
  std::array<unsigned, 2> nearest{};  // distances 1, 2: 0 none, 1 the value itself, 2 by table
  bool further = false;               // near pairs at distances 3 to 7
  Array<std::byte> near;              // [distance][packed]: what a value forbids at that distance
  Array<std::byte> rows;              // [place in the step][packed]: 128 bytes of words
};

[[nodiscard]] Tables tables_of(const Plan& plan);

struct Kernels {
  void (*run)(const Tables& tables, Ahead& ahead, void* words, std::uint8_t* packed, std::uint64_t heaps);
  void (*bulk)(const Tables& tables, const void* words, std::uint64_t* out);  // one block
  void (*unions)(const Tables& tables, void* words, std::uint64_t heaps);
  bool (*exclude)(const Tables& tables, const void* words, void* missing, std::uint64_t heaps);
  std::uint64_t (*first_part)(const std::uint8_t* reversed, const std::uint8_t* packed, std::uint64_t from,
                              std::uint64_t count, std::uint8_t value);
};

/// For words of the plan's width; `run` fits the tables.
[[nodiscard]] Kernels kernels_for(SimdLevel level, const Tables& tables);
[[nodiscard]] Kernels scalar_kernels(const Tables& tables);
[[nodiscard]] Kernels avx2_kernels(const Tables& tables);
[[nodiscard]] Kernels avx512_kernels(const Tables& tables);

}  // namespace retrograph::few
