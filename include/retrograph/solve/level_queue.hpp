// LevelQueue<V>: the positions of a level-synchronous search in the order in which they were decided.
//
// One array of room for every position: [begin, end) is the current level, what is pushed lies behind it and
// becomes the next level in advance(). push() is for one thread alone; push(worker, v) goes through a buffer
// for each worker and may be called by all of them at once, but never together with the other. Memory:
// sizeof(V) a position that was pushed (untouched pages cost nothing).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/array.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

template <VertexId V>
class LevelQueue {
 public:
  explicit LevelQueue(std::size_t capacity) : order_(capacity) {}

  [[nodiscard]] std::span<const V> level() const noexcept { return {order_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] std::size_t size() const noexcept { return end_ - begin_; }

  void push(V v) noexcept { order_[tail_++] = v; }
  void push(unsigned worker, V v) {
    std::vector<V>& buffer = buffers_[worker];
    buffer.push_back(v);
    if (buffer.size() == buffer_size) flush(buffer);
  }
  /// The one or the other.
  template <bool Shared>
  void push_from([[maybe_unused]] unsigned worker, V v) {
    if constexpr (Shared) {
      push(worker, v);
    } else {
      push(v);
    }
  }
  /// Makes what was pushed the current level; false if nothing was. Not while workers push.
  bool advance() {
    begin_ = end_;
    end_ = tail_;
    return begin_ != end_;
  }
  /// To be called after a loop that used push(worker, v), before anything else.
  void collect() {
    buffers_.for_each([&](std::vector<V>& buffer) { flush(buffer); });
  }

 private:
  static constexpr std::size_t buffer_size = 1024;

  void flush(std::vector<V>& buffer) {
    if (buffer.empty()) return;
    // Relaxed: an index handed out once; the slots are read only after the loop has ended, which publishes
    // them.
    const std::size_t at = std::atomic_ref(tail_).fetch_add(buffer.size(), std::memory_order_relaxed);
    std::memcpy(order_.data() + at, buffer.data(), buffer.size() * sizeof(V));
    buffer.clear();
  }

  Array<V> order_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t tail_ = 0;
  par::WorkerLocal<std::vector<V>> buffers_;
};

}  // namespace retrograph
