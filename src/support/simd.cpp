#include "retrograph/support/simd.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

SimdLevel detect() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
                    __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
  if (!avx2) return SimdLevel::scalar;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vbmi") &&
                      __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
                      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni");
  return avx512 ? SimdLevel::avx512 : SimdLevel::avx2;
#else
  return SimdLevel::scalar;
#endif
}

SimdLevel from_environment() {
  const char* text = std::getenv("RETROGRAPH_SIMD");
  if (text == nullptr || *text == '\0') return machine_simd_level();
  const auto level = simd_level_named(text);
  if (!level) fail(Category::usage, "RETROGRAPH_SIMD is '{}', known are avx512, avx2 and scalar", text);
  return std::min(*level, machine_simd_level());
}

// Relaxed: the level is one independent byte, and kernels of every level give the same results.
std::atomic<SimdLevel>& current() {
  static std::atomic<SimdLevel> level{from_environment()};
  return level;
}

}  // namespace

SimdLevel machine_simd_level() noexcept {
  static const SimdLevel level = detect();
  return level;
}

SimdLevel simd_level() {
  return current().load(std::memory_order_relaxed);
}

SimdScope::SimdScope(SimdLevel level)
    : before_(current().exchange(std::min(level, machine_simd_level()), std::memory_order_relaxed)) {}

SimdScope::~SimdScope() {
  current().store(before_, std::memory_order_relaxed);
}

}  // namespace retrograph
