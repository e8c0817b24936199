#include "retrograph/support/machine.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace retrograph {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> from_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::nullopt : whole_number(text);
}

// The path of this process's group in the unified hierarchy (cgroup v2): the line "0::/path".
std::string cgroup_path() {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return "/";
}

// Calls visit(file contents) for `name` in this group and in each group above it: a limit of a parent holds
// as well.
template <class Visit>
void for_each_group(const char* name, Visit&& visit) {
  std::string path = cgroup_path();
  for (;;) {
    std::ifstream in("/sys/fs/cgroup" + path + "/" + name);
    if (std::string line; in && std::getline(in, line)) visit(line);
    const auto slash = path.find_last_of('/');
    if (slash == std::string::npos || path.empty()) return;
    path.resize(slash);
  }
}

unsigned affinity_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  return static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

unsigned quota_cpus() {
  std::uint64_t cpus = std::numeric_limits<unsigned>::max();
  for_each_group("cpu.max", [&](const std::string& line) {
    const auto space = line.find(' ');
    if (space == std::string::npos) return;
    const auto quota = whole_number(std::string_view(line).substr(0, space));
    const auto period = whole_number(std::string_view(line).substr(space + 1));
    if (quota && period && *period != 0)
      cpus = std::min(cpus, std::max<std::uint64_t>(1, (*quota + *period - 1) / *period));
  });
  return static_cast<unsigned>(cpus);
}

std::uint64_t status_kib(std::string_view key) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto digit = line.find_first_of("0123456789");
    if (digit != std::string::npos) return std::strtoull(line.c_str() + digit, nullptr, 10);
  }
  return 0;
}

}  // namespace

unsigned default_threads() {
  constexpr std::uint64_t most = 1024;
  if (const auto slurm = from_environment("SLURM_CPUS_PER_TASK"); slurm && *slurm >= 1 && *slurm <= most)
    return static_cast<unsigned>(*slurm);
  return std::max(1U, std::min(affinity_cpus(), quota_cpus()));
}

std::uint64_t default_memory_limit() {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  std::uint64_t bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  for_each_group("memory.max", [&](const std::string& line) {
    if (const auto limit = whole_number(line)) bytes = std::min(bytes, *limit);
  });
  if (const auto node = from_environment("SLURM_MEM_PER_NODE"); node && *node != 0) {
    bytes = std::min(bytes, *node * mib);
  } else if (const auto cpu = from_environment("SLURM_MEM_PER_CPU"); cpu && *cpu != 0) {
    bytes = std::min(bytes, *cpu * mib * default_threads());
  }
  return bytes;
}

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t current_rss_bytes() {
  return status_kib("VmRSS:") * 1024;
}

}  // namespace retrograph
