// The loops of a many-rare plan: one source (many_kernels_body.hpp), compiled once an instruction set.
#pragma once

#include <array>
#include <cstdint>

#include "retrograph/support/simd.hpp"

#include "grundy/many_plan.hpp"

namespace retrograph::many {

inline constexpr std::size_t words_of_block = 16;  // 64-bit words of bits; those beyond `block` mean nothing
using BlockBits = std::array<std::uint64_t, words_of_block>;

/// Candidates of a block: at most queue_size a heap, ascending.
inline constexpr unsigned queue_size = 16;
struct Queues {
  std::array<std::uint8_t, block> size{};
  std::array<std::uint8_t, block * queue_size> entries{};
};

/// Two candidates of each heap of a sub-block, and how many chunks of far pairs in a row they have survived.
/// `taken` entries of the queue have been theirs; `survived_a` is `none` where there is no candidate.
struct Lanes {
  static constexpr std::uint8_t none = 0xFF;
  alignas(64) std::array<std::uint8_t, sub_block> a{};
  alignas(64) std::array<std::uint8_t, sub_block> b{};
  alignas(64) std::array<std::uint8_t, sub_block> survived_a{};
  alignas(64) std::array<std::uint8_t, sub_block> survived_b{};
  std::array<std::uint8_t, sub_block> taken{};
};

/// What pairs at distances 1 to 63 forbid, as vectors over the last 64 heaps: byte i is for distance 64 - i.
struct NearPairs {
  struct Row {
    alignas(64) std::array<std::uint8_t, sub_block> xors{};
    alignas(64) std::array<std::uint8_t, sub_block> used{};  // 0xFF or 0
  };
  std::vector<Row> rows;  // as many as one distance has pairs at most
};

struct Kernels {
  /// Bits of the heaps that the loads of packed value `c` cover. `at`: the first byte of the block in row 0.
  void (*gather)(const std::uint8_t* at, const RowLists& lists, std::uint32_t c, BlockBits& out);
  /// Settles candidates a of a sub-block against all far pairs: afterwards every a is the least of its queue
  /// that no far pair forbids, or there is none. `packed`: the first heap; `queues`, `first`: where its
  /// queues are.
  void (*settle)(const Plan& plan, const std::uint8_t* packed, const Queues& queues, std::size_t first,
                 Lanes& lanes);
  /// True if a near pair forbids the candidate to the heap whose place is `packed`.
  bool (*near)(const NearPairs& pairs, const std::uint8_t* packed, std::uint8_t candidate);
  /// The least a in (from, count] with reversed[-a] ^ packed[-a] == value, or 0.
  std::uint64_t (*first_part)(const std::uint8_t* reversed, const std::uint8_t* packed, std::uint64_t from,
                              std::uint64_t count, std::uint8_t value);
  /// Ones of open[i] & 64 bits of `row` from starts[i] - distance on, for i = 0, stride, … below count.
  std::uint64_t (*gain)(const std::uint64_t* row, const std::uint64_t* open, const std::uint64_t* starts,
                        std::size_t count, std::size_t stride, std::uint64_t distance);
};

/// 64 bits of a bit row from bit `at` on; reads one word more.
inline std::uint64_t row_bits(const std::uint64_t* row, std::uint64_t at) noexcept {
  const std::uint64_t* word = row + at / 64;
  const unsigned shift = at % 64;
  return word[0] >> shift | word[1] << 1 << (63 - shift);
}

[[nodiscard]] Kernels kernels_for(SimdLevel level);
[[nodiscard]] Kernels scalar_kernels();
[[nodiscard]] Kernels avx2_kernels();
[[nodiscard]] Kernels avx512_kernels();

}  // namespace retrograph::many
