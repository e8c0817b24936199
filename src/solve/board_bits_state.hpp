// BitState: the state of a run of the bit-row engine between two groups of sweeps, and its checkpoints.
//
// Its head says which of the two fixpoints is on its way and what the first has left; the rest belongs to the
// one on its way. For values that is its rows: any rows between the start and the fixpoint lead there, if all
// are looked at again. For distances there are also the rows of the thief's turn, what has changed at the
// last level, and the planes.
#pragma once

#include <memory>
#include <optional>

#include "retrograph/solve/police_thief_engines.hpp"
#include "retrograph/support/array.hpp"

#include "board_bits.hpp"

namespace retrograph {

class BitState {
 public:
  /// `first` holds the rows of the first fixpoint while the second is on its way, where they are kept.
  BitState(const BoardSolveOptions& options, Array<std::uint64_t>& first) : options_(options), first_(first) {
    from_ = options.resumed();
    if (from_ == nullptr) return;
    StateReader& reader = reader_.emplace(*from_);
    std::uint64_t tag = 0;
    reader(tag);
    if (tag != tag_) StateReader::wrong();
    reader(holding, wins.police, wins.thief, won, first_);
  }

  bool holding = false;  // the first fixpoint is done
  bits::Counts wins{};   // of the first, for a summary
  bool won = false;      // the start is in the first, for a summary

  /// True if there is a state to go on from, which pass(archive) has read.
  template <class Pass>
  bool go_on(Pass&& pass) {
    if (!reader_) return false;
    pass(*reader_);
    reader_->end();
    reader_.reset();
    return true;
  }
  /// Between two groups of sweeps.
  template <class Pass>
  void level_done(Pass&& pass) const {
    options_.level_done([&](StateSink& to) {
      StateWriter writer(to);
      writer(tag_, holding, wins.police, wins.thief, won);
      writer(holding ? first_.span() : std::span<const std::uint64_t>());
      pass(writer);
    });
  }
  [[nodiscard]] const BoardSolveOptions& options() const noexcept { return options_; }

 private:
  static constexpr std::uint64_t tag_ = 0x31305357'4f525442;  // "BTROWS01"
  const BoardSolveOptions& options_;
  Array<std::uint64_t>& first_;
  std::unique_ptr<StateSource> from_;
  std::optional<StateReader> reader_;
};

}  // namespace retrograph
