#include "retrograph/support/simd.hpp"

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("a level of vector instructions is never above what the machine has") {
  REQUIRE(simd_level() <= machine_simd_level());
  const SimdLevel before = simd_level();
  {
    const SimdScope scope(SimdLevel::scalar);
    REQUIRE(simd_level() == SimdLevel::scalar);
    const SimdScope inner(SimdLevel::avx512);
    REQUIRE(simd_level() == machine_simd_level());
  }
  REQUIRE(simd_level() == before);
}

TEST_CASE("levels have the names of the environment variable") {
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
    REQUIRE(simd_level_named(name_of(level)) == level);
  REQUIRE_FALSE(simd_level_named("sse2").has_value());
}
