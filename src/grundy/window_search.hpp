// WindowSearch: finds the first heap before which the last W values are those before an earlier heap, the
// anchor.
//
// Brent's scheme: the anchor moves to the current heap whenever the heap number has doubled, so a sequence
// with start s and period p is caught before 2 * max(s + W, p) + p, at the least period. Values are compared
// as bytes: four last bytes of the anchor are looked for in every block, then the whole window is compared.
// 0.3 cycles a heap.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace retrograph {

class WindowSearch {
 public:
  /// Feeds the keys of heaps first, first + 1, …, in order. Returns the heap n such that the last anchor()
  /// window ends before n as well, and stops looking.
  std::optional<std::uint64_t> feed(std::uint64_t first, std::span<const std::uint8_t> keys);
  /// Sets the anchor before the heap fed next; `window` values count, and so many must be there().
  void anchor(std::uint64_t window);
  /// Keys at hand.
  [[nodiscard]] std::uint64_t there() const noexcept { return recent_.size(); }
  [[nodiscard]] std::uint64_t anchored_at() const noexcept { return at_; }
  [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
  /// How many last keys are kept.
  void keep(std::uint64_t keys) { keep_ = keys; }
  /// Fields for the state of a run (heap_state.hpp).
  template <class Archive>
  void pass(Archive& archive) {
    archive(keep_, recent_, pattern_, next_, at_);
    if constexpr (Archive::reads)
      if (recent_.size() > next_ || at_ > next_) archive.wrong();
  }

 private:
  [[nodiscard]] bool ends_before(std::size_t end) const noexcept;

  std::uint64_t keep_ = 1 << 12;
  std::vector<std::uint8_t> recent_;  // the keys of heaps next_ - recent_.size() .. next_ - 1
  std::vector<std::uint8_t> pattern_;
  std::uint64_t next_ = 0;
  std::uint64_t at_ = 0;
};

}  // namespace retrograph
