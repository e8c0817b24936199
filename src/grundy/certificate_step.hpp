// One heap after another for the checker of sparse-window certificates: Lemma 2 of sparse-window.md, written
// plainly. Shares nothing with the engines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/certificate.hpp"

namespace retrograph {

class CertificateRule {
 public:
  CertificateRule(const Certificate& c, const HeapGame& game);
  /// All splitting moves remove numbers of one parity.
  [[nodiscard]] bool one_parity() const noexcept { return !(even_split_ && odd_split_); }
  [[nodiscard]] bool rare(std::uint64_t n, std::uint32_t value) const noexcept;

 private:
  std::uint32_t mask_;
  bool position_;
  bool even_split_ = false;
  bool odd_split_ = false;
};

class CertificateStep {
 public:
  CertificateStep(const Certificate& c, const HeapGame& game, const CertificateRule& rule);

  /// Goes on at window.at; `head` holds G(0), G(1), … as far as rares and depth reach.
  void jump(const std::vector<std::uint16_t>& head, const CertificateWindow& window);

  /// The next heap, from heap 0 on, all values kept; the walk is not cut. Says what is wrong, if anything is.
  [[nodiscard]] std::optional<std::string> prefix_heap();
  /// The next heap after a jump: it must be common, and its exclusion end at the depth.
  [[nodiscard]] std::optional<std::string> segment_heap();

  [[nodiscard]] std::uint16_t value(std::uint64_t n) const {
    return n >= base_ ? recent_[n - base_] : head_[n];
  }
  [[nodiscard]] std::uint64_t kept() const noexcept { return recent_.size(); }
  [[nodiscard]] std::vector<std::uint16_t> take_values() { return std::move(recent_); }

 private:
  std::optional<std::string> heap(std::uint64_t walk_end, bool may_be_rare);
  [[nodiscard]] std::uint32_t least_common();
  void see(std::uint32_t value) {
    if (value >= seen_.size()) seen_.resize(2 * std::size_t{value} + 2);
    seen_[value] = n_ + 1;
  }
  [[nodiscard]] bool seen(std::uint32_t value) const {
    return value < seen_.size() && seen_[value] == n_ + 1;
  }

  const HeapGame& game_;
  const CertificateRule& rule_;
  std::vector<RareHeap> rares_;
  std::uint64_t depth_;
  std::uint64_t window_;
  std::vector<std::uint64_t> splits_;
  std::vector<std::uint16_t> head_;
  std::vector<std::uint16_t> recent_;  // values of heaps base_ .. n_ - 1
  std::uint64_t base_ = 0;
  std::uint64_t n_ = 0;
  std::vector<std::uint64_t> seen_;  // seen_[v] = n + 1: heap n has an option of value v
};

}  // namespace retrograph
