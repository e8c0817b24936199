// Genus: what a position is worth under normal and under misère play, alone and beside heaps of two.
//
// normal       the nim-value under normal play
// misere[i]    the misère nim-value of the position with i heaps *2 added: the least k for which a further
//              heap *k makes it a loss, under misère play, for the player to move. misere[0] is the
//              position's own, and 0 exactly if it is lost. From the last two entries on the sequence
//              alternates for ever.
// A position without moves has 0^120, *1 has 1^031, *n has n^n,(n xor 2). Two facts carry the computation:
// one heap *1 added changes a misère nim-value by xor 1, and a position's value is the mex of its options'
// values, where 1 stands for the mex of nothing. (Winning Ways, chapter 13; Conway, On Numbers and Games,
// chapter 12.)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace retrograph {

struct Genus {
  std::uint32_t normal = 0;
  std::vector<std::uint32_t> misere{1, 2, 0};  // two entries or more, no shorter list means the same

  /// misere[i] for any i.
  [[nodiscard]] std::uint32_t at(std::size_t i) const noexcept {
    const std::size_t n = misere.size();
    return i < n ? misere[i] : misere[n - 2 + (i - n) % 2];
  }
  friend bool operator==(const Genus&, const Genus&) = default;
  friend auto operator<=>(const Genus&, const Genus&) = default;
};

/// The genus of a position from those of its options; of a position without moves if there are none.
[[nodiscard]] Genus genus_of_options(std::span<const Genus* const> options);

/// The genus of some sum of Nim heaps: 0^120, 1^031 or n^n(n xor 2).
[[nodiscard]] bool is_tame(const Genus& genus);

/// "0^120"; with a number above 9 "12^12,14".
[[nodiscard]] std::string text_of(const Genus& genus);

/// Drops what the alternation says anyway. `misere` must alternate from its last two entries on.
void shorten(std::vector<std::uint32_t>& misere);

}  // namespace retrograph
