// Periods of sequences of nim-values, and what proves them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "retrograph/games/heap_game.hpp"

namespace retrograph {

enum class Proof : std::uint8_t {
  none,           // observed only (arithmetic periodicity of hexadecimal codes)
  guy_smith,      // octal and hexadecimal codes: Guy and Smith 1956, and its extension to t heaps
  sparse_window,  // the repeated window of a sparse run
  window,         // subtraction sets: one repeated window of k values
  grundy,         // Grundy's game: its own condition
};

[[nodiscard]] constexpr std::string_view name_of(Proof proof) noexcept {
  switch (proof) {
    case Proof::none:
      return "none";
    case Proof::guy_smith:
      return "guy-smith";
    case Proof::sparse_window:
      return "sparse-window";
    case Proof::window:
      return "window";
    case Proof::grundy:
      return "grundy";
  }
  return "invalid";
}

/// G(n + length) = G(n) + saltus for all n >= start, length and start the least possible.
struct Period {
  std::uint64_t length = 0;
  std::uint64_t start = 0;
  std::uint64_t saltus = 0;
  Proof proof = Proof::none;
  /// The last n that breaks the period: start - 1, absent when start is 0.
  [[nodiscard]] std::optional<std::uint64_t> last_exception() const noexcept {
    return start == 0 ? std::nullopt : std::optional(start - 1);
  }
  friend bool operator==(const Period&, const Period&) = default;
};

class HeapValues;
struct Certificate;

/// The period of a game whose values G(0) .. G(size-1) are given, proved where a theorem of heap values alone
/// applies (not sparse_window), else with proof `none` for arithmetic periodicity (saltus > 0) that was seen
/// in at least half of the table. Linear in the size.
[[nodiscard]] std::optional<Period> find_period(const HeapGame& game, const HeapValues& values);

/// How many values prove a period that starts at `start`, by the theorem of `find_period`.
[[nodiscard]] std::uint64_t values_to_prove(const HeapGame& game, std::uint64_t start, std::uint64_t length);

/// The certificate of a period that find_period() proved; throws Error(usage) for proof `none`.
[[nodiscard]] Certificate make_certificate(const HeapGame& game, const Period& period);

}  // namespace retrograph
