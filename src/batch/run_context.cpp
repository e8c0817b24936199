#include "retrograph/batch/run_context.hpp"

#include <chrono>

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

StopWatch::StopWatch() : since_(now_ns()) {}

double StopWatch::lap() {
  const std::int64_t now = now_ns();
  const double seconds = static_cast<double>(now - since_) * 1e-9;
  since_ = now;
  return seconds;
}

}  // namespace retrograph
