#include <map>
#include <memory>
#include <mutex>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "retrograph/support/parallel.hpp"

namespace retrograph::par {
namespace {

// oneTBB starts no more threads than the machine has unless told, and of several global_control objects the
// smallest number holds: so one, above any request. Threads are made on demand; the number costs nothing.
constexpr std::size_t most_threads = 4096;

// One arena for each number of workers in use, kept for the life of the process: making one costs more than a
// short loop.
tbb::task_arena& arena_of(unsigned workers) {
  static const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, most_threads);
  static std::mutex guard;
  static std::map<unsigned, std::unique_ptr<tbb::task_arena>> arenas;
  const std::lock_guard lock(guard);
  std::unique_ptr<tbb::task_arena>& arena = arenas[workers];
  if (!arena) arena = std::make_unique<tbb::task_arena>(static_cast<int>(workers));
  return *arena;
}

}  // namespace

const char* backend() noexcept {
  return "tbb";
}

void run_workers(unsigned workers, FunctionRef<void(unsigned)> body) {
  const auto run = [&](unsigned worker) {
    const ThreadScope nested(1);
    body(worker);
  };
  if (workers == 1) return run(0);
  arena_of(workers).execute([&] { tbb::parallel_for(0U, workers, run, tbb::simple_partitioner{}); });
}

}  // namespace retrograph::par
