#include "batch/verify_table.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/store/table_file.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t failures_listed = 8;
constexpr std::size_t heap_grain = 64;

std::uint32_t mex_by_table(const HeapGame& game, const HeapValues& value, std::uint64_t n,
                           std::vector<bool>& seen) {
  std::fill(seen.begin(), seen.end(), false);
  for_each_option(game, n + game.heap_offset, [&](Parts parts) {
    std::uint32_t worth = 0;
    for (const std::uint64_t part : parts)
      worth ^= part < game.heap_offset ? 0U : value[part - game.heap_offset];
    if (worth < seen.size()) seen[worth] = true;
  });
  return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

std::vector<std::uint64_t> heaps_to_check(std::uint64_t count, const std::optional<std::uint64_t>& sample) {
  std::vector<std::uint64_t> heaps;
  if (!sample || *sample >= count) {
    heaps.resize(count);
    for (std::uint64_t n = 0; n < count; ++n) heaps[n] = n;
    return heaps;
  }
  std::mt19937_64 random(count);
  for (std::uint64_t i = 0; i < *sample; ++i) heaps.push_back(random() % count);
  std::sort(heaps.begin(), heaps.end());
  return heaps;
}

}  // namespace

VerifyJobReport verify_table(const VerifyJob& job, const RunContext& context) {
  const TableFile file(job.file);
  const HeapGame game = parse_heap_game(file.game());
  if (!file.has_values())
    fail(Category::usage, "{}: the table keeps no values, there is nothing to check", job.file);
  const HeapValues value = file.all_values();
  const std::vector<std::uint64_t> heaps = heaps_to_check(value.size(), job.sample);
  VerifyJobReport report{"table", job.sample.has_value(), heaps.size(), 0, {}};
  context.progress->start("verify", "values", heaps.size());
  std::mutex guard;
  std::vector<std::pair<std::uint64_t, std::string>> found;
  par::for_ranges(heaps.size(), heap_grain, [&](std::size_t begin, std::size_t end, unsigned) {
    context.stop->throw_if_stopped();
    std::vector<bool> seen(std::size_t{1} << 17);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t n = heaps[i];
      const std::uint32_t expected = mex_by_table(game, value, n, seen);
      if (expected == value[n]) continue;
      const std::lock_guard lock(guard);
      found.emplace_back(
          n, fmt::format("heap {}: the table says {}, the mex of its options is {}", n, value[n], expected));
    }
    context.progress->add(end - begin);
  });
  std::sort(found.begin(), found.end());
  report.failed = found.size();
  for (std::size_t i = 0; i < std::min(found.size(), failures_listed); ++i)
    report.failures.push_back(found[i].second);
  return report;
}

}  // namespace retrograph
