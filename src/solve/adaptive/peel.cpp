#include "solve/adaptive/peel.hpp"

#include <algorithm>

namespace retrograph::adaptive {

PeelPhase::PeelPhase(const Setting& setting, Answer& answer, const Side& forward)
    : setting_(setting), answer_(answer), forward_(forward), lost_bits_(answer.words(), Word{0}) {
  cut_segments();
  // Sized for the worst case; pages that no row or list reaches are never touched.
  const std::size_t per_segment = 4 * slack;
  pool_ = Array<Id>(forward.edges + forward.edges / 32 + answer.vertices() + segments_.size() * per_segment);
  lists_ = Array<Id>(answer.vertices() + slack);
}

void PeelPhase::cut_segments() {
  const Tuning& tuning = setting_.tuning;
  const std::uint64_t size =
      std::clamp(answer_.vertices() / tuning.segments, tuning.least_segment, tuning.largest_segment);
  const std::size_t words = std::max<std::size_t>(1, size / 64);
  for (std::size_t w = 0; w < answer_.words(); w += words)
    segments_.push_back({w, std::min(answer_.words(), w + words), {}, {}, {}, {}});
}

template <class F>
void PeelPhase::for_segments(bool parallel, F&& f) {
  // One chunk for all keeps the loop on the calling thread.
  const std::size_t grain = parallel ? 1 : segments_.size();
  par::for_ranges(segments_.size(), grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
    setting_.options.throw_if_stopped();
    for (std::size_t i = begin; i < end; ++i) f(segments_[i], scratch_[worker]);
  });
}

Id* PeelPhase::reserve(std::atomic<std::size_t>& used, Array<Id>& pool, std::size_t count) {
  // Relaxed: a place handed out once; its contents are published by the end of the loop.
  return pool.data() + used.fetch_add(count, std::memory_order_relaxed);
}

std::span<const Id> PeelPhase::keep_list(const Id* list, std::size_t count) {
  if (count == 0) return {};
  Id* place = reserve(lists_used_, lists_, count);
  std::copy_n(list, count, place);
  return {place, count};
}

void PeelPhase::keep_rows(Segment& segment, const Rows& rows) {
  // Entries, starts and ids side by side, starts on an even place; see PassScratch for the words of starts.
  const std::size_t entries = (rows.edges + slack + 1) / 2 * 2;
  const std::size_t words = rows.edges / 64 + 2;
  Id* place = reserve(pool_used_, pool_, (entries + 2 * words + rows.rows + slack + 1) / 2 * 2);
  segment.rows = {place, reinterpret_cast<Word*>(place + entries), place + entries + 2 * words, rows.rows,
                  rows.edges};
  std::copy_n(rows.entries, rows.edges + slack, segment.rows.entries);
  std::copy_n(rows.starts, words, segment.rows.starts);
  std::copy_n(rows.ids, rows.rows, segment.rows.ids);
}

void PeelPhase::scan_segment(Segment& segment, Scratch& scratch, const Array<Word>& found) {
  const std::size_t words = segment.end_word - segment.first_word;
  const std::uint64_t first = 64 * std::uint64_t{segment.first_word};
  const std::uint64_t last = std::min(answer_.vertices(), 64 * std::uint64_t{segment.end_word});
  const std::size_t edges = forward_.offsets[last] - forward_.offsets[first];
  if (scratch.entries.size() < edges + 2 * slack) scratch.entries = Array<Id>(edges + 2 * slack);
  if (scratch.starts.size() < edges / 64 + 3) scratch.starts = Array<Word>(edges / 64 + 3);
  if (scratch.ids.size() < 64 * words + slack) {
    scratch.ids = Array<Id>(64 * words + slack);
    scratch.removed = Array<Id>(64 * words + slack);
  }
  scratch.open.resize(words);
  const Array<Word>& fixed = answer_.fixed();
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t w = segment.first_word + i;
    scratch.open[i] = ~(answer_.closed()[w] | found[w] | (fixed.empty() ? 0 : fixed[w]));
  }
  RowWriter writer{{scratch.entries.data(), scratch.starts.data(), scratch.ids.data(), 0, 0}, 0};
  const std::size_t lost =
      setting_.kernels.scan(forward_, segment.first_word, segment.end_word, scratch.open.data(),
                            answer_.closed().data(), scratch.pass, writer, scratch.removed.data());
  setting_.kernels.finish(writer);
  segment.lost = keep_list(scratch.removed.data(), lost);
  keep_rows(segment, writer.out);
  const std::size_t won =
      setting_.kernels.list_bits(found.data(), segment.first_word, segment.end_word, scratch.removed.data());
  segment.won = keep_list(scratch.removed.data(), won);
}

void PeelPhase::scan(std::uint64_t level, const Array<Word>& found) {
  level_ = level + 1;
  answer_.open_fixed();
  for_segments(true, [&](Segment& segment, Scratch& scratch) { scan_segment(segment, scratch, found); });
  scratch_ = par::WorkerLocal<Scratch>();
  settle(true);
  // The scan and the first step never count as poor ones.
  rows_before_ = rows_two_before_ = 2 * rows_;
  first_walk_ = static_cast<double>(rows_ + edges_);
}

void PeelPhase::step_segment(Segment& segment, Scratch& scratch) {
  segment.lost_before = segment.lost;
  segment.won = segment.lost = {};
  if (segment.rows.rows == 0) return;
  if (scratch.removed.size() < segment.rows.rows + 2 * slack)
    scratch.removed = Array<Id>(segment.rows.rows + 2 * slack);
  Id* removed = scratch.removed.data();
  if (lost_ != 0) {
    const std::size_t count =
        setting_.kernels.remove_hit(segment.rows, lost_bits_.data(), scratch.pass, removed);
    segment.won = keep_list(removed, count);
  }
  const std::size_t count =
      setting_.kernels.remove_decided(segment.rows, answer_.closed().data(), scratch.pass, removed);
  segment.lost = keep_list(removed, count);
}

void PeelPhase::step() {
  const bool parallel = edges_ >= setting_.tuning.parallel_entries;
  rows_two_before_ = rows_before_;
  rows_before_ = rows_;
  walked_ += static_cast<double>(rows_ + edges_);
  for_segments(parallel, [&](Segment& segment, Scratch& scratch) { step_segment(segment, scratch); });
  ++level_;
  settle(parallel);
}

// Labels what the segments decided; only now, since a level must not see its own decisions.
void PeelPhase::settle(bool parallel) {
  won_ = lost_ = rows_ = edges_ = 0;
  for (const Segment& segment : segments_) {
    won_ += segment.won.size();
    lost_ += segment.lost.size();
    rows_ += segment.rows.rows;
    edges_ += segment.rows.edges;
  }
  if (decided_last() != 0) answer_.begin_level(level_);
  for_segments(parallel, [&](Segment& segment, Scratch&) {
    for (const Id v : segment.lost_before) lost_bits_[v >> 6] = 0;
    for (const Id v : segment.won) insert(answer_.closed(), v);
    for (const Id v : segment.lost) {
      insert(answer_.closed(), v);
      insert(lost_bits_, v);
    }
    answer_.decide(segment.won, level_, true);
    answer_.decide(segment.lost, level_, false);
  });
  setting_.options.decided(decided_last());
}

bool PeelPhase::goes_on() const {
  const Tuning& tuning = setting_.tuning;
  if (rows_ == 0 || decided_last() == 0) return false;
  if (rows_ < tuning.least_rows || rows_ < answer_.vertices() / tuning.row_share) return false;
  if ((rows_two_before_ - rows_) * tuning.least_removed < rows_two_before_) return false;
  return walked_ <= tuning.walk_limit * first_walk_;
}

}  // namespace retrograph::adaptive
