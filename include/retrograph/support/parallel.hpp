// The parallel seam: all threads of the project start here.
//
//   threads()                         how many workers a loop started by this thread uses
//   ThreadScope scope(n)              sets that number for this thread until the scope ends
//   for_ranges(n, grain, f)           f(begin, end, worker) over [0, n) in chunks of grain, claimed
//   dynamically for_each(n, grain, f)             f(i) reduce(n, grain, zero, map, join) join of map(begin,
//   end) over the chunks; join is associative and commutative exclusive_scan(span)              in place,
//   returns the total WorkerLocal<T>                    one padded T per worker of the loops of this thread
//
// A backend supplies run_workers() alone: oneTBB (the product), serial, and std::jthread (for
// ThreadSanitizer). Workers are numbered 0 .. threads()-1, need not run at the same time (a loop must never
// wait for another worker of its own), and may be fewer than asked. A loop started inside a worker is serial.
// The first exception is rethrown to the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "retrograph/support/function_ref.hpp"

namespace retrograph::par {

/// Workers of a loop started by the calling thread: at least 1.
[[nodiscard]] unsigned threads() noexcept;

/// The name of the backend compiled in: "tbb", "serial" or "jthread".
[[nodiscard]] const char* backend() noexcept;

/// Sets threads() for the calling thread, and gives the old number back at the end.
class ThreadScope {
 public:
  explicit ThreadScope(unsigned n) noexcept;
  ~ThreadScope();
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  unsigned before_;
};

/// The backend: calls body(0) .. body(workers-1), each once, and returns when all are done.
void run_workers(unsigned workers, FunctionRef<void(unsigned)> body);

/// A T for each worker, on cache lines of its own.
template <class T>
class WorkerLocal {
 public:
  WorkerLocal() : slots_(threads()) {}
  explicit WorkerLocal(const T& initial) : slots_(threads(), Slot{initial}) {}
  [[nodiscard]] T& operator[](unsigned worker) { return slots_[worker].value; }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }
  template <class F>
  void for_each(F&& f) {
    for (Slot& slot : slots_) f(slot.value);
  }

 private:
  struct alignas(128) Slot {
    T value{};
  };
  std::vector<Slot> slots_;
};

template <class F>
void for_ranges(std::size_t n, std::size_t grain, F&& f) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = n / grain + (n % grain != 0);
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(threads(), chunks));
  if (workers <= 1) {
    if (n != 0) f(std::size_t{0}, n, 0U);
    return;
  }
  // Chunks are claimed by a counter: relaxed, since a claim publishes nothing and the end of run_workers()
  // orders the rest.
  std::atomic<std::size_t> next{0};
  run_workers(workers, [&](unsigned worker) {
    for (std::size_t c; (c = next.fetch_add(1, std::memory_order_relaxed)) < chunks;)
      f(c * grain, std::min(n, (c + 1) * grain), worker);
  });
}

template <class F>
void for_each(std::size_t n, std::size_t grain, F&& f) {
  for_ranges(n, grain, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

template <class T, class Map, class Join>
[[nodiscard]] T reduce(std::size_t n, std::size_t grain, T zero, Map&& map, Join&& join) {
  WorkerLocal<T> partial(zero);
  for_ranges(n, grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
    partial[worker] = join(partial[worker], map(begin, end));
  });
  T total = zero;
  partial.for_each([&](T& value) { total = join(total, value); });
  return total;
}

/// Replaces values[i] by values[0] + .. + values[i-1]; returns the sum of all.
template <class T>
T exclusive_scan(std::span<T> values) {
  constexpr std::size_t grain = std::size_t{1} << 16;
  const std::size_t chunks = values.size() / grain + (values.size() % grain != 0);
  std::vector<T> start(chunks + 1, T{});
  const auto slice = [&](std::size_t c) {
    return values.subspan(c * grain, std::min(grain, values.size() - c * grain));
  };
  for_each(chunks, 1, [&](std::size_t c) {
    T sum{};
    for (const T& value : slice(c)) sum += value;
    start[c + 1] = sum;
  });
  for (std::size_t c = 0; c < chunks; ++c) start[c + 1] += start[c];
  for_each(chunks, 1, [&](std::size_t c) {
    T sum = start[c];
    for (T& value : slice(c)) sum += std::exchange(value, sum);
  });
  return start[chunks];
}

}  // namespace retrograph::par
