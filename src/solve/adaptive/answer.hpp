// Answer: the labels of the whole graph while the adaptive engine finds them, as bitmaps.
//
//   closed   decided, or fixed: nothing may decide it any more (and all bits beyond the last vertex)
//   win      decided as win; decided vertices not in it lose
//   fixed    draws and ties known from the start; empty if there are none
//   tie      of these and of spread_ties(), the ties
// Bytes a vertex: 1/4 (1/2 with fixed) + remoteness. Remoteness is written with the list or word that
// decides.
#pragma once

#include <cstdint>
#include <span>

#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/level_state.hpp"
#include "retrograph/solve/options.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/solve/remoteness_store.hpp"

#include "solve/adaptive/kernels.hpp"

namespace retrograph::adaptive {

/// Words of a chunk of a loop over bitmaps.
inline constexpr std::size_t word_grain = 1024;

class Answer {
 public:
  Answer(const Arena<Id>& arena, const SolveOptions& options, const Kernels& kernels);

  /// What is known before the search; `lose` gets the vertices lost from the start.
  StartCounts start(Array<Word>& lose);

  /// The same with all that `state` knows, after start(): `won` and `lose` get what its last level decided.
  [[nodiscard]] StartCounts go_on(LevelState state, Array<Word>& won, Array<Word>& lose);
  /// To be called between levels; everything up to `level` is decided.
  void level_done(std::uint64_t level, bool ties = false) const {
    options_.level_done([&](StateSink& to) {
      write_level_state(
          to, {level, ties, win_.span(), ties ? tie_.span() : std::span<const Word>(), remoteness_});
    });
  }

  [[nodiscard]] std::uint64_t vertices() const noexcept { return vertices_; }
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  [[nodiscard]] Array<Word>& closed() noexcept { return closed_; }
  [[nodiscard]] const Array<Word>& won() const noexcept { return win_; }
  [[nodiscard]] const Array<Word>& fixed() const noexcept { return fixed_; }

  /// To be called before decisions at `level`, and only if there are some.
  void begin_level(std::uint64_t level) { remoteness_.begin_level(level); }
  /// True if begin_level(level) has nothing to do.
  [[nodiscard]] bool fits(std::uint64_t level) const noexcept { return level < limit(); }
  /// The first level that does not fit.
  [[nodiscard]] std::uint64_t limit() const noexcept { return remoteness_.limit(); }
  /// Decides the vertices of a list, which are in closed already. Lists of other words may run beside it.
  void decide(std::span<const Id> list, std::uint64_t level, bool won);
  /// What a chain writes to as it goes: f(win, remoteness in its present type, null if not wanted). Vertices
  /// are to be in closed.
  template <class F>
  void visit(F&& f) {
    remoteness_.visit([&](auto* plies) { f(win_.data(), plies); });
  }
  /// The same for names[i] of each i in the list, which are not in closed yet.
  void decide_named(std::span<const Id> list, const Id* names, std::uint64_t level, bool won);
  /// Wins of all vertices in `found`; closed is left alone.
  void decide_words(const Array<Word>& found, std::uint64_t level);
  /// Takes the fixed vertices out of closed (peels ask who is decided), or puts them in.
  void open_fixed();
  void close_fixed();
  [[nodiscard]] bool won_below(Id v, std::uint64_t level) const noexcept {
    return remoteness_[v] < level && (win_[v >> 6] >> (v & 63) & 1) != 0;
  }
  /// Ties spread over the reverse side from those of `level`; the last step of all.
  void spread_ties(const Side& reverse, std::uint64_t level);

  [[nodiscard]] Outcomes<Id> take() &&;

 private:
  const Arena<Id>& arena_;
  const SolveOptions& options_;
  const Kernels& kernels_;
  std::uint64_t vertices_;
  std::size_t words_;
  Array<Word> closed_;
  Array<Word> win_;
  Array<Word> fixed_;
  Array<Word> tie_;
  RemotenessStore remoteness_;
};

/// f(begin, end) over the words of a bitmap, in parallel.
template <class F>
void for_words(std::size_t words, F&& f) {
  par::for_ranges(words, word_grain, [&](std::size_t begin, std::size_t end, unsigned) { f(begin, end); });
}

[[nodiscard]] inline bool has(const Array<Word>& bitmap, Id v) noexcept {
  return (bitmap[v >> 6] >> (v & 63) & 1) != 0;
}
inline void insert(Array<Word>& bitmap, Id v) noexcept {
  bitmap[v >> 6] |= Word{1} << (v & 63);
}

}  // namespace retrograph::adaptive
