// Which vector instructions the kernels of this process use.
//
//   scalar   plain x86-64 (or any other machine): no target attributes needed
//   avx2     AVX2, BMI1, BMI2, LZCNT, POPCNT, FMA (Haswell, Zen and later)
//   avx512   avx2 and AVX-512 F, BW, DQ, VL, CD, VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake, Zen 4 and
//   later)
//
// The level is the best one of the machine unless the environment variable RETROGRAPH_SIMD=avx512|avx2|scalar
// asks for a lower one; a level the machine lacks becomes the best it has. Kernels of a level live in
// functions with target attributes; callers choose them by simd_level() once a run, on the thread that starts
// the loop. Every level gives the same results, bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace retrograph {

enum class SimdLevel : std::uint8_t { scalar = 0, avx2 = 1, avx512 = 2 };

[[nodiscard]] constexpr std::string_view name_of(SimdLevel level) noexcept {
  return level == SimdLevel::avx512 ? "avx512" : level == SimdLevel::avx2 ? "avx2" : "scalar";
}

[[nodiscard]] constexpr std::optional<SimdLevel> simd_level_named(std::string_view name) noexcept {
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
    if (name == name_of(level)) return level;
  return std::nullopt;
}

/// The best level this machine and its operating system can run, asked of the processor once.
[[nodiscard]] SimdLevel machine_simd_level() noexcept;

/// The level in use. The environment is read once, at the first call; an unknown name there is Error(usage).
[[nodiscard]] SimdLevel simd_level();

/// Sets the level for the whole process until the scope ends, capped at what the machine has. For tests and
/// benchmarks that compare levels; not while another thread is inside an engine.
class SimdScope {
 public:
  explicit SimdScope(SimdLevel level);
  ~SimdScope();
  SimdScope(const SimdScope&) = delete;
  SimdScope& operator=(const SimdScope&) = delete;

 private:
  SimdLevel before_;
};

}  // namespace retrograph
