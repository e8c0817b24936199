// MisereParts: the parts of sums, each kept once with its options, so that a position is a list of numbers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "retrograph/grundy/sums.hpp"
#include "retrograph/grundy/sums_solver.hpp"

namespace retrograph {

/// Index of a part that has a move.
using MiserePart = std::uint32_t;
/// Parts in ascending order; empty if nobody has a move.
using MiserePosition = std::vector<MiserePart>;

struct MisereOption {
  MiserePosition position;        // what the part becomes
  std::vector<std::uint64_t> to;  // the same in the words of TermMove
};

class MisereParts {
 public:
  /// No part may have more than `most` options, and there may be no more parts: Error(resource).
  MisereParts(GraphOpener open, std::size_t most) : open_(std::move(open)), most_(most) {}

  [[nodiscard]] MiserePosition position_of(const Sum& sum);
  /// One part, or none if the term has no move.
  [[nodiscard]] MiserePosition position_of(const SumTerm& term) { return part_of(numbered(term)); }
  /// The moves of a part, ascending in `to`. The reference holds until the next call of a member.
  [[nodiscard]] const std::vector<MisereOption>& options(MiserePart part);
  /// n if the part is the number *n, else 0.
  [[nodiscard]] std::uint64_t number(MiserePart part) const noexcept {
    return parts_[part].term.kind == SumTerm::Kind::number ? parts_[part].term.number : 0;
  }

 private:
  struct Part {
    SumTerm term;  // a heap is counted in counters of the code, a vertex goes by its number
    bool expanded = false;
    std::vector<MisereOption> options;
  };

  [[nodiscard]] SumTerm numbered(const SumTerm& term);
  [[nodiscard]] MiserePosition part_of(SumTerm term);
  [[nodiscard]] bool has_move(const SumTerm& term);
  [[nodiscard]] const ValuedGraph& graph(const std::string& name);
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> moves_of(const SumTerm& term);
  void check_room(std::uint64_t count) const;

  GraphOpener open_;
  std::size_t most_;
  std::map<std::string, std::shared_ptr<const ValuedGraph>> graphs_;
  std::map<std::tuple<SumTerm::Kind, std::string, std::uint64_t>, MiserePart> index_;
  std::vector<Part> parts_;
};

}  // namespace retrograph
