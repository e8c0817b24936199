// Counters: for every vertex the moves not yet known to lead to a win of the opponent, in one byte.
//
// The byte is the count modulo 256. A count above 256 also has an entry in `refill`, (count - 1) / 256: each
// time the byte comes to zero with refill left, that is a wrap, the refill goes down and the byte runs on by
// itself. So a batch may take any number from one vertex before the zeros are looked at. (Reloading the byte
// in portions instead is wrong when a batch runs past a zero.)
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "retrograph/support/array.hpp"
#include "retrograph/support/parallel.hpp"

#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {

class Counters {
 public:
  Counters() = default;

  /// count(v) for every vertex; parallel.
  template <class Count>
  Counters(std::uint64_t vertices, const Count& count) : bytes_(vertices) {
    constexpr std::size_t grain = std::size_t{1} << 16;
    std::mutex guard;
    par::for_ranges(vertices, grain, [&](std::size_t begin, std::size_t end, unsigned) {
      std::uint64_t most = 0;
      for (std::size_t v = begin; v < end; ++v) {
        const std::uint64_t moves = count(v);
        bytes_[v] = static_cast<std::uint8_t>(moves);
        most |= moves;
      }
      if (most <= 256) return;
      const std::lock_guard lock(guard);
      for (std::size_t v = begin; v < end; ++v)
        if (const std::uint64_t moves = count(v); moves > 256)
          refill_.emplace(static_cast<Id>(v), (moves - 1) / 256);
    });
  }

  [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
  [[nodiscard]] std::uint8_t* bytes() noexcept { return bytes_.data(); }
  /// To be asked for each zero of v's byte: true if nothing is left. Different vertices at once are safe.
  [[nodiscard]] bool exhausted(Id v) {
    if (refill_.empty()) return true;
    const auto found = refill_.find(v);
    if (found == refill_.end() || found->second == 0) return true;
    --found->second;
    return false;
  }

 private:
  Array<std::uint8_t> bytes_;
  std::unordered_map<Id, std::uint64_t> refill_;
};

}  // namespace retrograph::adaptive
