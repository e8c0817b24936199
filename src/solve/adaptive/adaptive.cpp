#include "solve/adaptive/adaptive.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "retrograph/graph/build.hpp"

#include "solve/adaptive/residual.hpp"

namespace retrograph::adaptive {
namespace {

constexpr std::size_t row_grain = 2048;
constexpr std::size_t list_words = 128;  // their ids fit a buffer of 32 KB

Side side_of(const CsrGraph<Id>& graph) {
  return {graph.offsets().data(), graph.targets().data(), graph.edge_count()};
}

// The run on the whole graph until everything is decided, nothing moves, or the peel takes over.
class Run {
 public:
  Run(const Arena<Id>& arena, const CsrGraph<Id>* reverse, const Setting& setting)
      : arena_(arena),
        setting_(setting),
        forward_(side_of(arena.moves)),
        reverse_(reverse == nullptr ? Side{} : side_of(*reverse)),
        answer_(arena, setting.options, setting.kernels) {}

  Outcomes<Id> solve();

 private:
  void start();
  void go_on(LevelState state);
  void pushed_levels();
  void pulled_levels();
  [[nodiscard]] bool dense() const;
  [[nodiscard]] bool pull_pays() const;
  void list_step();
  void pull();
  [[nodiscard]] std::uint64_t find_by_rows();
  [[nodiscard]] std::uint64_t find_by_successors();
  void win_found(std::uint64_t count);
  [[nodiscard]] std::span<const Id> listed(const Array<Word>& bits);
  void need_lists();
  void need_counters();
  void spread_ties();

  const Arena<Id>& arena_;
  const Setting& setting_;
  Side forward_;
  Side reverse_;
  Answer answer_;
  std::optional<PushPhase> push_;
  std::uint64_t undecided_ = 0;
  bool has_ties_ = false;
  bool ends_known_ = false;        // only ties are left, from a checkpoint
  std::uint64_t first_level_ = 0;  // of this run: others are behind a checkpoint
  // The present level. Its losses are in level_.lost where there is a reverse side, else in lost_bits_; its
  // wins in level_.won, or in won_bits_ after a dense step.
  Level level_;
  std::uint64_t won_ = 0;
  std::uint64_t lost_ = 0;
  bool won_in_bits_ = true;
  Array<Word> lost_bits_;
  Array<Word> won_bits_;
  Array<Word> found_;  // the wins of the next level
  par::WorkerLocal<Array<Word>> maps_;
};

Outcomes<Id> Run::solve() {
  if (setting_.options.progress != nullptr)
    setting_.options.progress->start("solve", "positions", answer_.vertices());
  setting_.options.throw_if_stopped();
  start();
  if (!ends_known_ && reverse_.present()) pushed_levels();
  if (!ends_known_ && !reverse_.present()) pulled_levels();
  if (has_ties_) spread_ties();
  return std::move(answer_).take();
}

void Run::start() {
  lost_bits_ = Array<Word>(answer_.words());
  found_ = Array<Word>(answer_.words());
  const StartCounts counts = answer_.start(lost_bits_);
  won_ = counts.win;
  lost_ = counts.lose;
  has_ties_ = counts.tie != 0;
  undecided_ = answer_.vertices() - counts.win - counts.lose - counts.fixed;
  won_bits_ = Array<Word>::copy_of(answer_.won().span());
  if (const auto from = setting_.options.resumed()) go_on(read_level_state(*from, answer_.vertices()));
  setting_.options.decided(answer_.vertices() - undecided_);
}

void Run::go_on(LevelState state) {
  ends_known_ = state.ties;
  first_level_ = level_.number = state.level;
  const StartCounts counts = answer_.go_on(std::move(state), won_bits_, lost_bits_);
  won_ = counts.win;
  lost_ = counts.lose;
  undecided_ = par::reduce(
      answer_.words(), word_grain, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::uint64_t open = 0;
        for (std::size_t w = begin; w < end; ++w)
          open += static_cast<unsigned>(std::popcount(~answer_.closed()[w]));
        return open;
      },
      std::plus<>());
}

// With a reverse side: lists and bitmaps until the pull pays, or to the end.
void Run::pushed_levels() {
  push_.emplace(setting_, answer_, answer_.vertices(), reverse_, answer_.closed(), nullptr);
  level_.lost = listed(lost_bits_);
  lost_bits_ = {};
  while (won_ + lost_ != 0 && undecided_ != 0) {
    answer_.level_done(level_.number);
    if (!dense()) {
      list_step();
      continue;
    }
    const std::uint64_t count = find_by_rows();
    if (won_ != 0 && pull_pays()) return pull();
    need_lists();
    win_found(count);
    if (!level_.won.empty()) need_counters();
    level_ = {level_.number + 1, {}, push_->lose_step(level_.won, level_.number + 1)};
    std::swap(won_bits_, found_);
    won_in_bits_ = true;
    won_ = count;
    lost_ = level_.lost.size();
    undecided_ -= won_ + lost_;
  }
}

// With the forward side alone: levels of one kind of value are found by looking at all rows; the first that
// needs both begins the peel.
void Run::pulled_levels() {
  while (won_ + lost_ != 0 && undecided_ != 0) {
    answer_.level_done(level_.number);
    const std::uint64_t count = find_by_successors();
    if (won_ != 0) return pull();
    win_found(count);
    ++level_.number;
    won_ = count;
    lost_ = 0;
    undecided_ -= count;
  }
}

bool Run::dense() const {
  return (won_ + lost_) * setting_.tuning.dense_share > answer_.vertices();
}

bool Run::pull_pays() const {
  const double moves = static_cast<double>(won_) * static_cast<double>(forward_.edges) /
                       static_cast<double>(answer_.vertices());
  return moves > static_cast<double>(undecided_) * setting_.tuning.pull_at;
}

void Run::list_step() {
  need_lists();
  if (won_ != 0 || won_ + lost_ <= setting_.tuning.tiny_level) need_counters();
  const std::uint64_t before = push_->decided();
  level_ = won_ + lost_ <= setting_.tuning.tiny_level ? push_->tiny_steps(level_) : push_->step(level_);
  undecided_ -= push_->decided() - before;
  won_ = level_.won.size();
  lost_ = level_.lost.size();
}

// found_ = the undecided predecessors of the losses; returns how many. A map for each worker, then their
// union.
std::uint64_t Run::find_by_rows() {
  par::for_ranges(level_.lost.size(), row_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
    setting_.options.throw_if_stopped();
    Array<Word>& map = maps_[worker];
    if (map.empty()) map = Array<Word>(answer_.words(), Word{0});
    setting_.kernels.mark_rows(level_.lost.data() + begin, end - begin, reverse_, map.data());
  });
  return par::reduce(
      answer_.words(), word_grain, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::fill(found_.data() + begin, found_.data() + end, Word{0});
        maps_.for_each([&](Array<Word>& map) {
          if (map.empty()) return;
          for (std::size_t w = begin; w < end; ++w) found_[w] |= std::exchange(map[w], Word{0});
        });
        std::uint64_t count = 0;
        for (std::size_t w = begin; w < end; ++w) {
          found_[w] &= ~answer_.closed()[w];
          count += static_cast<unsigned>(std::popcount(found_[w]));
        }
        return count;
      },
      std::plus<>());
}

// The same from the forward side: the undecided vertices with a successor in lost_bits_.
std::uint64_t Run::find_by_successors() {
  return par::reduce(
      answer_.words(), word_grain / 4, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        setting_.options.throw_if_stopped();
        std::fill(found_.data() + begin, found_.data() + end, Word{0});
        if (lost_ == 0) return std::uint64_t{0};
        setting_.kernels.any_successor(forward_, answer_.vertices(), begin, end, answer_.closed().data(),
                                       lost_bits_.data(), found_.data());
        std::uint64_t count = 0;
        for (std::size_t w = begin; w < end; ++w) count += static_cast<unsigned>(std::popcount(found_[w]));
        return count;
      },
      std::plus<>());
}

void Run::win_found(std::uint64_t count) {
  if (count == 0) return;
  answer_.begin_level(level_.number + 1);
  answer_.decide_words(found_, level_.number + 1);
  for_words(answer_.words(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) answer_.closed()[w] |= found_[w];
  });
  setting_.options.decided(count);
}

void Run::pull() {
  const std::uint64_t number = level_.number;
  push_.reset();
  maps_ = par::WorkerLocal<Array<Word>>();
  PeelPhase peel(setting_, answer_, forward_);
  peel.scan(number, found_);
  while (peel.goes_on()) {
    answer_.level_done(peel.level());
    peel.step();
  }
  if (peel.rows() != 0 && peel.decided_last() != 0) Residual(setting_, answer_, peel).run(answer_);
}

// The set bits as a sorted list in the push phase's order.
std::span<const Id> Run::listed(const Array<Word>& bits) {
  const std::size_t chunks = (bits.size() + list_words - 1) / list_words;
  std::vector<std::size_t> place(chunks);
  const auto end_of = [&](std::size_t c) { return std::min(bits.size(), (c + 1) * list_words); };
  par::for_each(chunks, 16, [&](std::size_t c) {
    for (std::size_t w = c * list_words; w < end_of(c); ++w)
      place[c] += static_cast<unsigned>(std::popcount(bits[w]));
  });
  const std::size_t total = par::exclusive_scan(std::span<std::size_t>(place));
  Id* out = push_->room();
  par::for_each(chunks, 16, [&](std::size_t c) {
    // Through a buffer: the kernel's last store reaches beyond its chunk's place.
    Id buffer[64 * list_words + slack];
    const std::size_t count = setting_.kernels.list_bits(bits.data(), c * list_words, end_of(c), buffer);
    std::copy_n(buffer, count, out + place[c]);
  });
  return push_->append(total);
}

void Run::need_lists() {
  if (!won_in_bits_) return;
  level_.won = won_ == 0 ? std::span<const Id>{} : listed(won_bits_);
  won_in_bits_ = false;
}

// No win has been counted down by this run when this is called first, so the counters are the degrees, less
// the moves into wins that are older than the run.
void Run::need_counters() {
  if (push_->has_counters()) return;
  push_->set_counters(Counters(answer_.vertices(), [&](std::size_t v) {
    std::uint64_t open = arena_.moves.out_degree(v);
    if (first_level_ == 0 || has(answer_.closed(), static_cast<Id>(v))) return open;
    for (const Id u : arena_.moves.successors(v)) open -= answer_.won_below(u, first_level_) ? 1 : 0;
    return open;
  }));
}

void Run::spread_ties() {
  answer_.close_fixed();
  const std::uint64_t level = ends_known_ ? first_level_ : 0;
  if (reverse_.present()) return answer_.spread_ties(reverse_, level);
  const CsrGraph<Id> reverse = transpose(arena_.moves);
  answer_.spread_ties(side_of(reverse), level);
}

}  // namespace

Outcomes<Id> solve_adaptive(const Arena<Id>& arena, const CsrGraph<Id>* reverse, const SolveOptions& options,
                            const Tuning& tuning) {
  const Setting setting{kernels_of(simd_level()), tuning, options};
  return Run(arena, reverse, setting).solve();
}

}  // namespace retrograph::adaptive
