// Bounds: which rank owns which of the numbers 0 .. total - 1, in blocks; local numbers count from the
// block's start and have 32 bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "retrograph/support/error.hpp"

namespace retrograph {

class Bounds {
 public:
  /// Most numbers of one rank.
  static constexpr std::uint64_t most_local = std::numeric_limits<std::uint32_t>::max();

  /// Of one rank that owns nothing.
  Bounds() : first_{0, 0} {}
  /// `first` has the start of every rank's block and, last, the total; it never falls.
  explicit Bounds(std::vector<std::uint64_t> first) : first_(std::move(first)) {
    for (std::size_t r = 0; r + 1 < first_.size(); ++r)
      if (first_[r + 1] - first_[r] > most_local)
        fail(Category::resource, "rank {} would own {} positions, {} are the limit: take more ranks", r,
             first_[r + 1] - first_[r], most_local);
  }

  [[nodiscard]] std::uint64_t begin(unsigned rank) const noexcept { return first_[rank]; }
  [[nodiscard]] std::uint64_t count(unsigned rank) const noexcept { return first_[rank + 1] - first_[rank]; }
  [[nodiscard]] std::uint64_t total() const noexcept { return first_.back(); }
  [[nodiscard]] unsigned ranks() const noexcept { return static_cast<unsigned>(first_.size() - 1); }
  /// The rank that owns v.
  [[nodiscard]] unsigned owner(std::uint64_t v) const noexcept {
    const auto next = std::upper_bound(first_.begin() + 1, first_.end() - 1, v);
    return static_cast<unsigned>(next - first_.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> first_;
};

}  // namespace retrograph
