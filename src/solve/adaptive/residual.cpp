#include "solve/adaptive/residual.hpp"

#include <bit>

namespace retrograph::adaptive {
namespace {

// Stands for an entry that is no member.
constexpr Id outside = ~Id{0};

// f(row, first entry, one behind its last) for every row.
template <class F>
void for_rows(const Rows& rows, F&& f) {
  std::size_t row = 0;
  std::size_t begin = 0;
  for (std::size_t w = 0; row < rows.rows; ++w)
    for (Word bits = rows.starts[w]; bits != 0 && row < rows.rows; bits &= bits - 1) {
      const std::size_t at = 64 * w + static_cast<unsigned>(std::countr_zero(bits));
      if (at == 0) continue;
      f(row++, begin, at);
      begin = at;
    }
}

}  // namespace

Residual::Residual(const Setting& setting, const Answer& answer, PeelPhase& peel)
    : setting_(setting), peel_(peel), members_(answer.words(), Word{0}), rank_(answer.words() + 1) {
  name_vertices(peel);
  read_rows(peel);
}

void Residual::name_vertices(PeelPhase& peel) {
  const auto segments = peel.segments();
  par::for_each(segments.size(), 1, [&](std::size_t i) {
    const PeelPhase::Segment& segment = segments[i];
    Id count = 0;
    for (const auto list :
         {std::span<const Id>(segment.rows.ids, segment.rows.rows), segment.won, segment.lost})
      for (const Id v : list) insert(members_, v);
    for (std::size_t w = segment.first_word; w < segment.end_word; ++w) {
      rank_[w] = count;
      count += static_cast<Id>(std::popcount(members_[w]));
    }
  });
  // The ranks above begin at 0 in each segment; shift them to follow each other.
  for (const PeelPhase::Segment& segment : segments) {
    for (std::size_t w = segment.first_word; w < segment.end_word; ++w) rank_[w] += static_cast<Id>(size_);
    size_ =
        rank_[segment.end_word - 1] + static_cast<unsigned>(std::popcount(members_[segment.end_word - 1]));
  }
  names_ = Array<Id>(size_ + slack);
  par::for_each(segments.size(), 1, [&](std::size_t i) {
    const PeelPhase::Segment& segment = segments[i];
    Id next = rank_[segment.first_word];
    for (std::size_t w = segment.first_word; w < segment.end_word; ++w)
      for (Word bits = members_[w]; bits != 0; bits &= bits - 1)
        names_[next++] = static_cast<Id>(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
  });
}

Id Residual::local(Id v) const {
  const Word word = members_[v >> 6];
  const Word bit = Word{1} << (v & 63);
  return (word & bit) == 0 ? outside : rank_[v >> 6] + static_cast<Id>(std::popcount(word & (bit - 1)));
}

// Degrees and the reverse side by counting sort; entries of the rows are renamed on the way.
void Residual::read_rows(PeelPhase& peel) {
  degree_ = Array<Id>(size_, Id{0});
  const auto segments = peel.segments();
  par::for_each(segments.size(), 1, [&](std::size_t i) {
    Rows& rows = segments[i].rows;
    for (std::size_t e = 0; e < rows.edges; ++e) rows.entries[e] = local(rows.entries[e]);
    for_rows(rows, [&](std::size_t row, std::size_t begin, std::size_t end) {
      rows.ids[row] = local(rows.ids[row]);
      degree_[rows.ids[row]] = static_cast<Id>(end - begin);
    });
  });
  offsets_ = Array<EdgeIndex>(size_ + 1, EdgeIndex{0});
  for (const PeelPhase::Segment& segment : segments)
    for (std::size_t e = 0; e < segment.rows.edges; ++e)
      if (segment.rows.entries[e] != outside) ++offsets_[segment.rows.entries[e]];
  const EdgeIndex edges = par::exclusive_scan(offsets_.span());
  targets_ = Array<Id>(edges);
  // Placing moves offsets[v] to the end of row v, where row v + 1 starts.
  for (const PeelPhase::Segment& segment : segments)
    for_rows(segment.rows, [&](std::size_t row, std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e)
        if (segment.rows.entries[e] != outside)
          targets_[offsets_[segment.rows.entries[e]]++] = segment.rows.ids[row];
    });
  std::copy_backward(offsets_.begin(), offsets_.end() - 1, offsets_.end());
  offsets_[0] = 0;
}

std::span<const Id> Residual::localized(std::span<const PeelPhase::Segment> segments, bool won,
                                        PushPhase& push) {
  std::size_t count = 0;
  for (const PeelPhase::Segment& segment : segments)
    for (const Id v : won ? segment.won : segment.lost) push.room()[count++] = local(v);
  return push.append(count);
}

void Residual::run(Answer& answer) {
  closed_ = Array<Word>((size_ + 63) / 64, ~Word{0});
  for (const PeelPhase::Segment& segment : peel_.segments())
    for (std::size_t row = 0; row < segment.rows.rows; ++row) {
      const Id i = segment.rows.ids[row];
      closed_[i >> 6] &= ~(Word{1} << (i & 63));
    }
  const Side reverse{offsets_.data(), targets_.data(), targets_.size()};
  PushPhase push(setting_, answer, size_, reverse, closed_, names_.data());
  push.set_counters(Counters(size_, [&](std::size_t i) { return std::uint64_t{degree_[i]}; }));
  Level level{peel_.level(), {}, {}};
  level.won = localized(peel_.segments(), true, push);
  level.lost = localized(peel_.segments(), false, push);
  push.run(level);
}

}  // namespace retrograph::adaptive
