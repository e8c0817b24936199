#include "retrograph/solve/pursuit.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "retrograph/support/error.hpp"

#include "pursuit_fixpoint.hpp"
#include "pursuit_result.hpp"

namespace retrograph {

namespace {

// What the first fixpoint has found.
struct Wins {
  std::vector<PursuitResult::Level> levels;
  std::optional<std::uint32_t> best_level;
  std::uint64_t full_rows = 0;
  PursuitRows rows;  // its levels are with the fixpoint that is on its way
};

template <class Archive, class W>
  requires std::is_same_v<std::remove_const_t<W>, Wins>
void pass_fields(Archive& archive, W& wins) {
  archive(wins.levels, wins.best_level, wins.full_rows, wins.rows.cops_win, wins.rows.robber_caught);
}

// The state of a run: its head, the first fixpoint if that is done, and the one that is on its way.
class PursuitState {
 public:
  PursuitState() = default;
  explicit PursuitState(const PursuitOptions& options) : from_(options.resumed()) {
    if (from_ == nullptr) return;
    StateReader& reader = reader_.emplace(*from_);
    std::uint64_t tag = 0;
    reader(tag, cops_, holding_);
    if (tag != tag_) StateReader::wrong();
  }
  /// Of the state to go on from; 0 without one.
  [[nodiscard]] unsigned cops() const noexcept { return cops_; }
  [[nodiscard]] bool holding() const noexcept { return holding_; }
  /// Null where the fixpoint begins anew.
  [[nodiscard]] StateReader* reader() noexcept { return reader_ ? &*reader_ : nullptr; }
  void read() {
    if (reader_) reader_->end();
    reader_.reset();
  }
  static void save(const PursuitOptions& options, const Wins* wins, PursuitFixpoint& now) {
    options.level_done([&](StateSink& to) {
      StateWriter writer(to);
      writer(tag_, options.cops, wins != nullptr);
      if (wins != nullptr) writer(*wins);
      now.pass(writer);
    });
  }

 private:
  static constexpr std::uint64_t tag_ = 0x31305449'55535250;  // "PRSUIT01"
  std::unique_ptr<StateSource> from_;
  std::optional<StateReader> reader_;
  unsigned cops_ = 0;
  bool holding_ = false;
};

std::unique_ptr<PursuitResult> result_of(std::unique_ptr<const PursuitGraph> graph,
                                         const PursuitOptions& options, Wins wins, std::uint64_t lost) {
  auto result = std::make_unique<RowPursuitResult>(std::move(graph), options.cops, std::move(wins.rows));
  result->levels = std::move(wins.levels);
  result->positions_lost = lost;
  for (const PursuitResult::Level& level : result->levels) result->positions_won += level.cops + level.robber;
  result->placements_won = wins.full_rows;
  result->cops_win = wins.full_rows != 0;
  if (wins.best_level) {
    result->plies = *wins.best_level == 0 ? 0 : 2 * *wins.best_level - 1;
    result->cop_moves = *wins.best_level;
  }
  return result;
}

std::unique_ptr<PursuitResult> solve(std::unique_ptr<const PursuitGraph> graph, const PursuitOptions& options,
                                     PursuitState state) {
  Wins wins;
  if (state.holding()) {
    (*state.reader())(wins);
  } else {
    PursuitFixpoint grow(*graph, options, true, {});
    grow.run(state.reader(), [&](PursuitFixpoint& now) {
      state.read();
      PursuitState::save(options, nullptr, now);
    });
    wins = {std::move(grow.levels), grow.best_level, grow.full_rows,
            PursuitRows{grow.take_cops(), grow.take_robber(), {}, {}, grow.take_levels()}};
  }
  std::uint64_t lost = 0;
  if (!graph->exits().empty()) {
    PursuitFixpoint holds(*graph, options, false, std::move(wins.rows.levels));
    holds.run(state.reader(), [&](PursuitFixpoint& now) {
      state.read();
      PursuitState::save(options, &wins, now);
    });
    for (const PursuitResult::Level& level : holds.levels) lost += level.cops + level.robber;
    wins.rows.cops_hold = holds.take_cops();
    wins.rows.robber_held = holds.take_robber();
    wins.rows.levels = holds.take_levels();
  }
  return result_of(std::move(graph), options, std::move(wins), lost);
}

// A state of other cops is that of another run.
PursuitState state_of(const PursuitOptions& options) {
  PursuitState state(options);
  if (state.cops() != 0 && state.cops() != options.cops) StateReader::wrong();
  return state;
}

void check(std::uint64_t vertices, const PursuitOptions& options, bool exits) {
  if (options.cops == 0 || options.cops > pursuit::max_cops)
    fail(Category::usage, "{} cops: there must be 1 to {}", options.cops, pursuit::max_cops);
  if (vertices == 0) fail(Category::usage, "a pursuit needs a graph with a vertex");
  const std::uint64_t bytes = pursuit_bytes(vertices, options.cops, options.distances, exits);
  if (vertices >= std::uint64_t{1} << 31 || bytes > options.memory_limit)
    fail(Category::resource, "{} cops on {} vertices need about {} bytes, the limit is {}", options.cops,
         vertices, bytes, options.memory_limit);
}

}  // namespace

std::uint64_t pursuit_bytes(std::uint64_t vertices, unsigned cops, bool distances, bool exits) {
  const std::uint64_t rows = multisets_of(vertices, cops);
  const std::uint64_t each = (exits ? 5 : 3) * 8 * pursuit_row_words(vertices) + (distances ? vertices : 0);
  if (rows > std::numeric_limits<std::uint64_t>::max() / each)
    return std::numeric_limits<std::uint64_t>::max();
  return rows * each;
}

template <VertexId V>
std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<V>& graph, const PursuitOptions& options) {
  check(graph.vertex_count(), options, false);
  return solve(std::make_unique<const PursuitGraph>(graph, options.cops), options, state_of(options));
}

PursuitArena pursuit_arena(const PoliceThief& space) {
  const PursuitRules& rules = space.rules();
  if (!rules.police_stay || !rules.thief_stay || rules.exit_closed)
    fail(Category::usage,
         "several policemen: both sides may stay and exits are open, other rules are not taken");
  PursuitArena arena;
  const BoardMoves& moves = space.moves();
  const auto steps = [&](Side side, std::uint32_t c) {
    std::vector<std::uint32_t> list;
    for (const std::uint32_t to : moves.steps(side, c))
      if (to != c) list.push_back(to);
    return list;
  };
  for (std::uint32_t c = 0; c < moves.count(); ++c) {
    arena.cop_steps.push_back(steps(Side::police, c));
    arena.robber_steps.push_back(steps(Side::thief, c));
    arena.exits.push_back(moves.is_exit(c) ? 1 : 0);
  }
  return arena;
}

std::unique_ptr<PursuitResult> solve_pursuit(const PursuitArena& arena, const PursuitOptions& options) {
  const bool exits = std::find(arena.exits.begin(), arena.exits.end(), 1) != arena.exits.end();
  check(arena.exits.size(), options, exits);
  return solve(std::make_unique<const PursuitGraph>(arena, options.cops), options, state_of(options));
}

template <VertexId V>
std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<V>& graph, PursuitOptions options) {
  std::optional<PursuitState> state(options);
  for (options.cops = std::max(1U, state->cops());; ++options.cops) {
    check(graph.vertex_count(), options, false);
    auto arena = std::make_unique<const PursuitGraph>(graph, options.cops);
    auto result = solve(std::move(arena), options, state ? std::move(*state) : PursuitState());
    if (result->cops_win) return result;
    state.reset();
  }
}

template std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<std::uint32_t>&, const PursuitOptions&);
template std::unique_ptr<PursuitResult> solve_pursuit(const CsrGraph<std::uint64_t>&, const PursuitOptions&);
template std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<std::uint32_t>&, PursuitOptions);
template std::unique_ptr<PursuitResult> solve_cop_number(const CsrGraph<std::uint64_t>&, PursuitOptions);

}  // namespace retrograph
