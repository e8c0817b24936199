// The least number missing among the values of a vertex's options.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace retrograph {

/// Scratch for one thread: one bit a possible value, used only where the values below 64 are all there.
class MexScratch {
 public:
  /// Mex of value[u] over the options, and of the numbers in `more`.
  template <class V, class T>
  std::uint32_t mex(std::span<const V> options, const T* value, std::span<const std::uint32_t> more = {}) {
    std::uint64_t low = 0;
    for (const V u : options) low |= value[u] < 64 ? std::uint64_t{1} << value[u] : 0;
    for (const std::uint32_t v : more) low |= v < 64 ? std::uint64_t{1} << v : 0;
    if (low != ~std::uint64_t{0}) return static_cast<std::uint32_t>(std::countr_one(low));
    const std::size_t most = options.size() + more.size();  // no mex is larger
    bits_.assign(most / 64 + 1, 0);
    const auto mark = [&](std::uint32_t v) {
      if (v <= most) bits_[v / 64] |= std::uint64_t{1} << (v % 64);
    };
    for (const V u : options) mark(value[u]);
    for (const std::uint32_t v : more) mark(v);
    std::size_t word = 1;
    while (word < bits_.size() && bits_[word] == ~std::uint64_t{0}) ++word;
    if (word == bits_.size()) return static_cast<std::uint32_t>(word * 64);
    return static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_one(bits_[word])));
  }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace retrograph
