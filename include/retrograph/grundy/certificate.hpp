// Certificate: a claim that a sequence of nim-values is periodic, and what a checker needs to prove it again.
//
// The claim: G(n + period) = G(n) + saltus for all n >= start. By theorem (the conditions are spelled out in
// certificate_check.hpp and, for sparse windows, proved in src/grundy/sparse-window.md):
//   guy_smith      codes; k = index of the last non-zero digit. Nothing else is needed.
//   window         subtraction sets, finite or all-but; k = largest removal that is listed.
//   grundy         Grundy's game; k = 0.
//   sparse_window  octal codes; mask, position, depth and rares describe the sparse space, windows hold
//                  W = max(last rare, depth) + k values before evenly spaced heaps, so that the stretches
//                  between them ("segments") can be re-proved independently.
// Sizes: a few hundred bytes, and for sparse windows W numbers a window. The JSON form is the store's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "retrograph/grundy/period.hpp"

namespace retrograph {

/// A heap of the sparse space's rare class, and its value.
struct RareHeap {
  std::uint64_t heap = 0;
  std::uint32_t value = 0;
  friend bool operator==(const RareHeap&, const RareHeap&) = default;
};

/// The values of the heaps at - values.size() .. at - 1.
struct CertificateWindow {
  std::uint64_t at = 0;
  std::vector<std::uint16_t> values;
  friend bool operator==(const CertificateWindow&, const CertificateWindow&) = default;
};

struct Certificate {
  std::string game;  // canonical name; parse_heap_game() reads it
  Proof theorem = Proof::none;
  std::uint64_t start = 0;
  std::uint64_t period = 0;
  std::uint64_t saltus = 0;
  std::uint32_t k = 0;
  std::uint32_t mask = 0;  // sparse_window only, as are all below
  bool position = false;   // position parity belongs to the rule
  std::uint64_t depth = 0;
  std::vector<RareHeap> rares;             // ascending
  std::vector<CertificateWindow> windows;  // ascending by `at`; the first at n1, the last at n1 + period
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

}  // namespace retrograph
