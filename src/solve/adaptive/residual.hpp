// Residual: what a peel leaves, as a small graph of its own for the push phase.
//
// Its vertices are the rows that are left and the vertices decided at the last level, renumbered in their
// order: names[i] is the vertex that i stands for. It has a reverse side alone, and a counter for each row:
// the number of its entries. Entries that lead to fixed draws or ties count, but nothing ever comes from
// there.
#pragma once

#include "solve/adaptive/peel.hpp"

namespace retrograph::adaptive {

class Residual {
 public:
  Residual(const Setting& setting, const Answer& answer, PeelPhase& peel);

  /// All levels from the peel's last one on.
  void run(Answer& answer);

 private:
  void name_vertices(PeelPhase& peel);
  void read_rows(PeelPhase& peel);
  [[nodiscard]] Id local(Id v) const;
  [[nodiscard]] std::span<const Id> localized(std::span<const PeelPhase::Segment> segments, bool won,
                                              PushPhase& push);

  const Setting& setting_;
  PeelPhase& peel_;
  Array<Word> members_;
  Array<Id> rank_;  // members before each word
  Array<Id> names_;
  std::uint64_t size_ = 0;
  Array<EdgeIndex> offsets_;
  Array<Id> targets_;
  Array<Word> closed_;
  Array<Id> degree_;
};

}  // namespace retrograph::adaptive
