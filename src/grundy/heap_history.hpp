// HeapHistory: the first `limit` values of a long run, and at least the last `limit` values.
//
// push() is amortised constant: the tail is moved down when its buffer of twice its limit is full. 2 bytes a
// value of the head, 4 of the tail. Not safe against concurrent pushes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace retrograph {

class HeapHistory {
 public:
  explicit HeapHistory(std::uint64_t limit) : limit_(limit), tail_limit_(limit) {}

  /// From now on the tail keeps at least `count` values.
  void keep_tail(std::uint64_t count) { tail_limit_ = std::max(tail_limit_, count); }

  void push(std::uint16_t value) {
    if (size_ < limit_) head_.push_back(value);
    if (tail_.size() == 2 * tail_limit_) drop(tail_limit_);
    tail_.push_back(value);
    ++size_;
  }
  /// The same for many values.
  void append(std::span<const std::uint16_t> values) {
    if (size_ < limit_)
      head_.insert(head_.end(), values.begin(),
                   values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), limit_ - size_)));
    size_ += values.size();
    if (tail_.size() + values.size() > 2 * tail_limit_)
      drop(tail_.size() - std::min<std::uint64_t>(tail_.size(), tail_limit_));
    tail_.insert(tail_.end(), values.begin(), values.end());
  }
  /// Starts anew at heap `next`, with the values of heaps next - window.size() .. next - 1; the head stays.
  void jump(std::uint64_t next, std::span<const std::uint16_t> window) {
    tail_.assign(window.begin(), window.end());
    base_ = next - window.size();
    size_ = next;
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
  /// Values 0 .. head().size() - 1.
  [[nodiscard]] std::span<const std::uint16_t> head() const noexcept { return head_; }
  /// The first heap whose value is in the tail.
  [[nodiscard]] std::uint64_t tail_from() const noexcept { return base_; }
  [[nodiscard]] bool complete() const noexcept { return base_ <= head_.size(); }
  /// From here on all values are at hand.
  [[nodiscard]] std::uint64_t known_from() const noexcept { return complete() ? 0 : base_; }
  /// All values of a complete history; `room` holds them where the tail does not.
  [[nodiscard]] std::span<const std::uint16_t> all(std::vector<std::uint16_t>& room) const {
    if (base_ == 0) return tail_;
    room.assign(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(base_));
    room.insert(room.end(), tail_.begin(), tail_.end());
    return room;
  }
  [[nodiscard]] std::uint16_t operator[](std::uint64_t n) const noexcept {
    return n >= base_ ? tail_[n - base_] : head_[n];
  }
  /// Values from .. from + count - 1, all of them in the tail.
  [[nodiscard]] std::span<const std::uint16_t> recent(std::uint64_t from, std::uint64_t count) const {
    return std::span(tail_).subspan(from - base_, count);
  }
  [[nodiscard]] bool has(std::uint64_t n) const noexcept {
    return n < size_ && (n >= base_ || n < head_.size());
  }

  /// Fields for the state of a run (heap_state.hpp): the head, and the last values.
  template <class Archive>
  void pass(Archive& archive) {
    if (!Archive::reads && tail_.size() > tail_limit_) drop(tail_.size() - tail_limit_);
    archive(limit_, tail_limit_, size_, base_, head_, tail_);
    if constexpr (Archive::reads)
      if (base_ + tail_.size() != size_ || head_.size() > limit_ || limit_ == 0 || tail_limit_ < limit_)
        archive.wrong();
  }

 private:
  void drop(std::uint64_t count) {
    tail_.erase(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(count));
    base_ += count;
  }

  std::uint64_t limit_;       // of the head
  std::uint64_t tail_limit_;  // at least
  std::uint64_t size_ = 0;
  std::uint64_t base_ = 0;
  std::vector<std::uint16_t> head_;
  std::vector<std::uint16_t> tail_;
};

}  // namespace retrograph
