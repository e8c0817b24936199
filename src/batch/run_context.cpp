#include "retrograph/batch/run_context.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {
std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
}  // namespace

void refuse_over_limit(const RunContext& context, std::uint64_t bytes, const std::string& what) {
  constexpr double gib = 1024.0 * 1024 * 1024;
  context.note(fmt::format("{}: about {:.3f} GiB of memory", what, static_cast<double>(bytes) / gib));
  if (bytes > context.memory_limit)
    fail(Category::resource, "{} needs about {} bytes of memory, the limit (--memory) is {}", what, bytes,
         context.memory_limit);
}

void refuse_without_space(const RunContext& context, std::uint64_t bytes) {
  // Labels of boards shrink 20:1 with gzip 1, those of random graphs 4:1: less room than the best case is
  // too little.
  constexpr std::uint64_t best_compression = 20;
  if (context.output.empty()) return;
  const std::filesystem::path folder = std::filesystem::absolute(context.output).parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (!error && space.available < bytes / best_compression)
    fail(Category::resource, "{}: {} bytes are free on its file system, the result needs at least {}",
         context.output, space.available, bytes / best_compression);
}

StopWatch::StopWatch() : since_(now_ns()) {}

double StopWatch::lap() {
  const std::int64_t now = now_ns();
  const double seconds = static_cast<double>(now - since_) * 1e-9;
  since_ = now;
  return seconds;
}

}  // namespace retrograph
