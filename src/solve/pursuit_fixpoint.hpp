// PursuitFixpoint: one of the two fixpoints of a pursuit, level by level.
//
// One fixpoint. Growing: from where the cops win. Shrinking, which exits alone give a reason for: from where
// the robber cannot force his way out; it starts with everything, and levels count what is lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "retrograph/solve/pursuit.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "pursuit_result.hpp"

namespace retrograph {

class PursuitFixpoint {
 public:
  PursuitFixpoint(const PursuitGraph& graph, const PursuitOptions& options, bool grow, PursuitLevels kept)
      : graph_(graph),
        grow_(grow),
        kept_(std::move(kept)),
        g_(graph.view()),
        kernels_(pursuit::kernels()),
        options_(options),
        k_(options.cops),
        rows_(graph.multisets(k_, g_.n)),
        cops_(rows_ * g_.words, 0),
        next_(rows_ * g_.words, 0),
        robber_(rows_ * g_.words, 0),
        changed_(g_.n, 1) {}

  /// `resume` is null, or what pass() has written before. save(this) is called between levels.
  template <class Save>
  void run(StateReader* resume, Save&& save) {
    if (resume == nullptr) {
      start();
    } else {
      pass(*resume);
    }
    if (options_.progress) options_.progress->start("pursuit", "levels", 0);
    for (auto level = static_cast<std::uint32_t>(levels.size());; ++level) {
      save(*this);
      if (!grow_) forget_next();
      move_cops();
      const PursuitResult::Level found = settle(level);
      if (found.cops == 0) break;
      levels.push_back(found);
      if (options_.progress) options_.progress->add(1);
    }
  }

  /// The state between two levels; what the cops can gain beside it follows from the robber's rows.
  template <class Archive>
  void pass(Archive& archive) {
    const std::uint64_t words = rows_ * g_.words;
    archive(levels, best_level, full_rows, cops_, robber_, kept_, changed_);
    if constexpr (Archive::reads) {
      const std::uint64_t kept = options_.distances ? rows_ * g_.n : 0;
      if (levels.empty() || cops_.size() != words || robber_.size() != words ||
          kept_.bytes.size() + kept_.words.size() != kept || changed_.size() != g_.n)
        archive.wrong();
      next_ = Array<std::uint64_t>::copy_of(cops_.span());
    }
  }

  std::vector<PursuitResult::Level> levels;
  std::optional<std::uint32_t> best_level;
  std::uint64_t full_rows = 0;

  [[nodiscard]] Array<std::uint64_t> take_cops() { return std::move(cops_); }
  [[nodiscard]] Array<std::uint64_t> take_robber() { return std::move(robber_); }
  [[nodiscard]] PursuitLevels take_levels() { return std::move(kept_); }

 private:
  static constexpr std::size_t grain = 1024;

  // Level 0: the robber stands where a cop stands, or on an exit without one.
  void start() {
    if (options_.distances && !kept_.kept()) kept_.bytes = Array<std::uint8_t>(rows_ * g_.n, 0xff);
    using Level = PursuitResult::Level;
    struct Start {
      Level level;
      std::uint64_t full = 0;
    };
    const Start start = par::reduce(
        rows_, grain, Start{},
        [&](std::size_t begin, std::size_t end) {
          std::vector<std::uint32_t> list(k_);
          std::vector<std::uint64_t> buffer(g_.words);
          Start part;
          for (std::size_t rank = begin; rank < end; ++rank) {
            graph_.unrank(rank, list);
            const Level found = grow_ ? start_caught(rank, list) : start_free(rank, list, buffer);
            part.level.cops += found.cops;
            part.level.robber += found.robber;
            part.full += grow_ && covers(cops_.data() + rank * g_.words) ? 1 : 0;
          }
          return part;
        },
        [](Start x, const Start& y) {
          return Start{{x.level.cops + y.level.cops, x.level.robber + y.level.robber}, x.full + y.full};
        });
    levels.push_back(start.level);
    full_rows = start.full;
    if (full_rows != 0) best_level = 0;
  }

  PursuitResult::Level start_caught(std::uint64_t rank, std::span<const std::uint32_t> list) {
    std::uint64_t bits = 0;
    for (const std::uint32_t v : list) {
      std::uint64_t& word = cops_[rank * g_.words + v / 64];
      const std::uint64_t bit = std::uint64_t{1} << (v % 64);
      if ((word & bit) == 0) ++bits;
      word |= bit;
      next_[rank * g_.words + v / 64] |= bit;
      robber_[rank * g_.words + v / 64] |= bit;
      if (options_.distances) keep_level(rank, v, 0);
    }
    return {bits, bits};
  }

  // All but the exits without a cop; and, with the robber to move, all but the cells next to those.
  PursuitResult::Level start_free(std::uint64_t rank, std::span<const std::uint32_t> list,
                                  std::vector<std::uint64_t>& won) {
    std::uint64_t* cops = cops_.data() + rank * g_.words;
    std::uint64_t* robber = robber_.data() + rank * g_.words;
    for (std::uint32_t v = 0; v < g_.n; ++v)
      if (!graph_.is_exit(v)) cops[v / 64] |= std::uint64_t{1} << (v % 64);
    put(list, cops);
    PursuitResult::Level lost;
    for (std::uint32_t v = 0; v < g_.n; ++v) {
      if ((cops[v / 64] >> (v % 64) & 1) != 0) continue;
      ++lost.cops;
      if (options_.distances) keep_level(rank, v, 0);
    }
    kernels_.robber_row(g_, cops, won.data());
    put(list, won.data());
    for (std::uint32_t w = 0; w < g_.words; ++w) {
      robber[w] = cops[w] & won[w];
      lost.robber += static_cast<std::uint64_t>(__builtin_popcountll(cops[w] & ~won[w]));
    }
    lost.robber += lost.cops;
    return lost;
  }

  static void put(std::span<const std::uint32_t> list, std::uint64_t* row) {
    for (const std::uint32_t v : list) row[v / 64] |= std::uint64_t{1} << (v % 64);
  }
  // Whether the cops win wherever the robber starts, exits left out.
  [[nodiscard]] bool covers(const std::uint64_t* row) const {
    for (std::uint32_t w = 0; 64 * w < g_.n; ++w) {
      const std::uint64_t all =
          g_.n - 64 * w >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (g_.n % 64)) - 1;
      if ((row[w] | exits_of(w)) != all) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t exits_of(std::uint32_t word) const {
    return graph_.exits().empty() ? 0 : graph_.exits()[word];
  }
  void keep_level(std::uint64_t rank, std::uint32_t robber, std::uint32_t level) {
    if (!kept_.bytes.empty())
      kept_.bytes[rank * g_.n + robber] = static_cast<std::uint8_t>(level);
    else
      kept_.words[rank * g_.n + robber] = static_cast<std::uint16_t>(level);
  }

  // Shrinking rows follow from all rows anew at every level.
  void forget_next() {
    par::for_each(rows_, grain, [&](std::size_t rank) {
      std::fill_n(next_.data() + rank * g_.words, g_.words, std::uint64_t{0});
    });
    std::fill(changed_.begin(), changed_.end(), std::uint8_t{1});
  }

  // next_ gains every row from which the cops can step into a robber-turn row that changed in the level
  // before.
  void move_cops() {
    std::vector<std::mutex> guard(g_.n);
    par::WorkerLocal<Array<std::uint64_t>> scratch;
    par::for_ranges(g_.n, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
      Array<std::uint64_t>& memory = scratch[worker];
      if (memory.empty()) memory = Array<std::uint64_t>(kernels_.scratch_words(g_, k_));
      for (std::size_t i = begin; i < end; ++i) {
        const auto to = static_cast<std::uint32_t>(i);
        if (changed_[to] == 0) continue;
        options_.throw_if_stopped();
        const std::uint64_t* moved = kernels_.moved_beside(g_, k_, robber_.data(), to, memory.data());
        for (const std::uint32_t a : graph_.near(to)) {
          const std::lock_guard lock(guard[a]);
          kernels_.join(next_.data() + graph_.multisets(k_, a) * g_.words, moved,
                        graph_.multisets(k_ - 1, a + 1) * g_.words);
        }
      }
    });
  }

  struct Found {
    std::uint64_t cops = 0, robber = 0, full = 0;
  };

  // What the cops gained becomes final, and the robber's rows follow from it.
  PursuitResult::Level settle(std::uint32_t level) {
    widen_for(level);
    std::vector<std::atomic<std::uint8_t>> changed(g_.n);
    const Found found = par::reduce(
        rows_, grain, Found{},
        [&](std::size_t begin, std::size_t end) {
          Found part;
          std::vector<std::uint64_t> buffer(2ULL * g_.words);
          std::vector<std::uint32_t> list(k_);
          graph_.unrank(begin, list);
          for (std::size_t rank = begin; rank < end; ++rank) {
            settle_row(rank, level, list, buffer, changed, part);
            next_multiset(list);
          }
          return part;
        },
        [](Found a, const Found& b) { return Found{a.cops + b.cops, a.robber + b.robber, a.full + b.full}; });
    for (std::uint32_t v = 0; v < g_.n; ++v) changed_[v] = changed[v].load(std::memory_order_relaxed);
    full_rows += found.full;
    if (found.full != 0 && !best_level) best_level = level;
    return {found.cops, found.robber};
  }

  // The list of the next rank; vertices descend.
  static void next_multiset(std::span<std::uint32_t> list) {
    std::size_t i = list.size() - 1;
    for (; i > 0 && list[i] == list[i - 1]; --i) list[i] = 0;
    ++list[i];
  }

  void settle_row(std::uint64_t rank, std::uint32_t level, std::span<const std::uint32_t> list,
                  std::vector<std::uint64_t>& buffer, std::vector<std::atomic<std::uint8_t>>& changed,
                  Found& found) {
    std::uint64_t* cops = cops_.data() + rank * g_.words;
    const std::uint64_t* next = next_.data() + rank * g_.words;
    std::uint64_t* delta = buffer.data();
    std::uint64_t any = 0;
    // A robber who has got away is not caught any more.
    for (std::uint32_t w = 0; w < g_.words; ++w)
      any |= delta[w] = grow_ ? next[w] & ~cops[w] & ~exits_of(w) : cops[w] & ~next[w];
    if (any == 0) return;
    for (std::uint32_t w = 0; w < g_.words; ++w) {
      cops[w] ^= delta[w];
      found.cops += static_cast<std::uint64_t>(__builtin_popcountll(delta[w]));
    }
    if (grow_ && covers(cops)) ++found.full;
    if (!kept_.bytes.empty())
      kernels_.mark(kept_.bytes.data() + rank * g_.n, delta, g_.n, static_cast<std::uint8_t>(level));
    else if (!kept_.words.empty())
      mark_words(rank, level, delta);
    std::uint64_t* robber = robber_.data() + rank * g_.words;
    std::uint64_t* won = delta + g_.words;
    kernels_.robber_row(g_, cops, won);
    std::uint64_t moved = 0;
    if (grow_) {
      for (std::uint32_t w = 0; w < g_.words; ++w) {
        const std::uint64_t gained = won[w] & ~robber[w] & ~exits_of(w);
        moved += static_cast<std::uint64_t>(__builtin_popcountll(gained));
        robber[w] |= gained;
      }
    } else {
      put(list, won);
      for (std::uint32_t w = 0; w < g_.words; ++w) {
        moved += static_cast<std::uint64_t>(__builtin_popcountll(robber[w] & ~won[w]));
        robber[w] &= won[w];
      }
    }
    if (moved == 0) return;
    found.robber += moved;
    // Relaxed: flags that are read after the loop, whose end publishes them.
    for (const std::uint32_t v : list) changed[v].store(1, std::memory_order_relaxed);
  }

  void mark_words(std::uint64_t rank, std::uint32_t level, const std::uint64_t* delta) {
    for (std::uint32_t r = 0; r < g_.n; ++r)
      if ((delta[r / 64] >> (r % 64) & 1) != 0)
        kept_.words[rank * g_.n + r] = static_cast<std::uint16_t>(level);
  }

  void widen_for(std::uint32_t level) {
    if (!options_.distances || level < 0xff) return;
    if (level >= 0xffff) fail(Category::resource, "a chase of {} levels is beyond 16 bits", level);
    if (!kept_.words.empty()) return;
    kept_.words = Array<std::uint16_t>(kept_.bytes.size());
    par::for_each(kept_.bytes.size(), std::size_t{1} << 16, [&](std::size_t i) {
      kept_.words[i] = kept_.bytes[i] == 0xff ? std::uint16_t{0xffff} : kept_.bytes[i];
    });
    kept_.bytes = {};
  }

  const PursuitGraph& graph_;
  bool grow_;
  PursuitLevels kept_;
  const pursuit::Graph& g_;
  const pursuit::Kernels& kernels_;
  const PursuitOptions& options_;
  unsigned k_;
  std::uint64_t rows_;
  Array<std::uint64_t> cops_, next_, robber_;
  std::vector<std::uint8_t> changed_;
};

}  // namespace retrograph
