// RowPursuitResult: the answer of a pursuit as rows of robber bits, and the level of every position with
// the cops to move where distances were asked for.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "retrograph/solve/pursuit.hpp"

#include "pursuit_graph.hpp"

namespace retrograph {

/// Levels of positions with the cops to move, 1 byte each while they fit, else 2; all ones = never won.
struct PursuitLevels {
  Array<std::uint8_t> bytes;
  Array<std::uint16_t> words;
  static constexpr std::uint32_t none = 0xffffffffU;

  [[nodiscard]] bool kept() const noexcept { return !bytes.empty() || !words.empty(); }
  [[nodiscard]] std::uint32_t operator[](std::uint64_t i) const noexcept {
    if (!words.empty()) return words[i] == 0xffff ? none : words[i];
    return bytes[i] == 0xff ? none : bytes[i];
  }
};

template <class Archive, class Level>
  requires std::is_same_v<std::remove_const_t<Level>, PursuitResult::Level>
void pass_fields(Archive& archive, Level& level) {
  archive(level.cops, level.robber);
}
template <class Archive, class Levels>
  requires std::is_same_v<std::remove_const_t<Levels>, PursuitLevels>
void pass_fields(Archive& archive, Levels& levels) {
  archive(levels.bytes, levels.words);
}

/// Robber bits by multiset of cops, for both turns: the cops win; with exits, the cops do not lose.
struct PursuitRows {
  Array<std::uint64_t> cops_win, robber_caught, cops_hold, robber_held;
  PursuitLevels levels;
};

class RowPursuitResult final : public PursuitResult {
 public:
  RowPursuitResult(std::unique_ptr<const PursuitGraph> graph, unsigned cops, PursuitRows rows);

  [[nodiscard]] Value value_from(const PursuitPosition& position) const override;
  [[nodiscard]] std::optional<std::uint32_t> plies_from(const PursuitPosition& position) const override;
  [[nodiscard]] PursuitPosition best_start() const override;
  [[nodiscard]] std::vector<PursuitPosition> line_from(const PursuitPosition& position) const override;

 private:
  using Cops = std::vector<std::uint32_t>;  // engine numbers, descending

  [[nodiscard]] Cops inside(const PursuitPosition& position) const;
  [[nodiscard]] PursuitPosition outside(const Cops& cops, std::uint32_t robber, bool cops_to_move) const;
  [[nodiscard]] bool in(const Array<std::uint64_t>& rows, const Cops& cops, std::uint32_t robber) const;
  /// Value for the cops and plies, by the turn.
  struct Verdict {
    Value value = Value::draw;
    std::uint32_t plies = PursuitLevels::none;
    /// The smaller, the better for the cops: a catch, the sooner the better, a draw, then an escape.
    [[nodiscard]] std::int64_t rank() const noexcept {
      constexpr std::int64_t far = std::int64_t{1} << 40;
      return value == Value::win ? std::int64_t{plies} : value == Value::draw ? far : 2 * far - plies;
    }
  };
  [[nodiscard]] Verdict cop_verdict(const Cops& cops, std::uint32_t robber) const;
  [[nodiscard]] Verdict robber_verdict(const Cops& cops, std::uint32_t robber) const;
  [[nodiscard]] PursuitPosition best_reply(const PursuitPosition& position) const;
  [[nodiscard]] PursuitPosition best_cop_move(const Cops& cops, std::uint32_t robber) const;
  [[nodiscard]] PursuitPosition best_robber_move(const Cops& cops, std::uint32_t robber) const;
  void require_distances() const;

  std::unique_ptr<const PursuitGraph> graph_;
  PursuitRows rows_;
};

}  // namespace retrograph
