// PeelPhase: the undecided rows as a compacted edge list that shrinks level by level. No counters, no reverse
// side.
//
// scan() copies the rows of all undecided vertices from the forward side, without their decided entries: the
// one pull. step() then goes from level k to k + 1: rows with an entry lost at k win; rows whose entries are
// all decided by k lose; decided entries are dropped. The graph is cut into segments of whole bitmap words;
// each has its own rows and lists and is worked on by one thread at a time. Bytes: 8 an undecided row, 4 +
// 1/8 an undecided move of one, 4 a vertex decided here.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/adaptive/push.hpp"

namespace retrograph::adaptive {

class PeelPhase {
 public:
  struct Segment {
    std::size_t first_word = 0;
    std::size_t end_word = 0;
    Rows rows;
    std::span<const Id> won;  // at the present level
    std::span<const Id> lost;
    std::span<const Id> lost_before;
  };

  PeelPhase(const Setting& setting, Answer& answer, const Side& forward);

  /// From `level` to the next: `found` holds the vertices that win at the next level through its losses.
  void scan(std::uint64_t level, const Array<Word>& found);
  /// One level more.
  void step();
  /// True while steps are worth their cost and something was decided by the last one.
  [[nodiscard]] bool goes_on() const;

  [[nodiscard]] std::uint64_t level() const noexcept { return level_; }
  [[nodiscard]] std::uint64_t decided_last() const noexcept { return won_ + lost_; }
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::span<const Segment> segments() const noexcept { return segments_; }
  [[nodiscard]] std::span<Segment> segments() noexcept { return segments_; }

 private:
  struct Scratch {
    PassScratch pass;
    RowWriter writer;
    Array<Id> entries;
    Array<Word> starts;
    Array<Id> ids;
    Array<Id> removed;
    std::vector<Word> open;
  };

  template <class F>
  void for_segments(bool parallel, F&& f);
  void cut_segments();
  void scan_segment(Segment& segment, Scratch& scratch, const Array<Word>& found);
  void keep_rows(Segment& segment, const Rows& rows);
  [[nodiscard]] std::span<const Id> keep_list(const Id* list, std::size_t count);
  void step_segment(Segment& segment, Scratch& scratch);
  void settle(bool parallel);
  [[nodiscard]] Id* reserve(std::atomic<std::size_t>& used, Array<Id>& pool, std::size_t count);

  const Setting& setting_;
  Answer& answer_;
  Side forward_;
  std::vector<Segment> segments_;
  par::WorkerLocal<Scratch> scratch_;
  Array<Word> lost_bits_;  // the vertices lost at the present level
  Array<Id> pool_;         // rows of all segments, packed
  Array<Id> lists_;        // lists of decided vertices, packed
  std::atomic<std::size_t> pool_used_{0};
  std::atomic<std::size_t> lists_used_{0};
  std::uint64_t level_ = 0;
  std::uint64_t won_ = 0;  // at the present level
  std::uint64_t lost_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t rows_two_before_ = 0;
  std::uint64_t rows_before_ = 0;
  double walked_ = 0;
  double first_walk_ = 0;
};

}  // namespace retrograph::adaptive
