#include "retrograph/support/machine.hpp"

#include <cstdlib>

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("threads come from Slurm where it speaks, and are at least one") {
  unsetenv("SLURM_CPUS_PER_TASK");
  const unsigned plain = default_threads();
  REQUIRE(plain >= 1);
  setenv("SLURM_CPUS_PER_TASK", "3", 1);
  REQUIRE(default_threads() == 3);
  for (const char* bad : {"0", "-1", "two", "", "99999"}) {
    setenv("SLURM_CPUS_PER_TASK", bad, 1);
    REQUIRE(default_threads() == plain);
  }
  unsetenv("SLURM_CPUS_PER_TASK");
}

TEST_CASE("memory figures are plausible") {
  REQUIRE(default_memory_limit() > (1U << 24));
  REQUIRE(current_rss_bytes() > 0);
  REQUIRE(peak_rss_bytes() >= current_rss_bytes() / 2);
  setenv("SLURM_MEM_PER_NODE", "16", 1);
  REQUIRE(default_memory_limit() <= 16U << 20);
  unsetenv("SLURM_MEM_PER_NODE");
}
