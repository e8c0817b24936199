#include "retrograph/solve/reference.hpp"

#include <algorithm>

namespace retrograph {

template <VertexId V>
Reference<V>::Reference(const Arena<V>& arena)
    : arena_(arena), predecessors_(arena.vertex_count()), degree_(arena.vertex_count()) {
  for (std::uint64_t v = 0; v < arena.vertex_count(); ++v) {
    for (const V child : arena.moves_from(v)) predecessors_[child].push_back(static_cast<V>(v));
    degree_[v] = arena.moves_from(v).size();
  }
}

// A value as the player who moves at v sees it when it stands at a child of v. The same function leads back.
template <VertexId V>
Value Reference<V>::for_mover(std::uint64_t v, Value x) const {
  const bool same_view = arena_.has_owners() && arena_.owner[v] == 0;
  return same_view ? x : opposite(x);
}

template <VertexId V>
void Reference<V>::decide(std::uint64_t v, Value x, std::uint32_t level) {
  value_[v] = x;
  remoteness_[v] = level;
  queue_.push_back(static_cast<V>(v));
}

// Takes a run up in its middle: the queue becomes the last level of the state.
template <VertexId V>
void Reference<V>::go_on(const LevelState& state) {
  queue_.clear();
  for (std::uint64_t v = 0; v < arena_.vertex_count(); ++v) {
    const Value given = arena_.initial(v);
    if (given == Value::tie && state.ties) {
      value_[v] = Value::tie;
      remoteness_[v] = 0;
    } else if (given != Value::tie && given != Value::draw) {
      value_[v] = state.value(v);
      remoteness_[v] = state.remoteness[v];
    }
    const bool ended = value_[v] == Value::win || value_[v] == Value::lose;
    if ((state.ties ? value_[v] == Value::tie : ended) && remoteness_[v] == state.level)
      queue_.push_back(static_cast<V>(v));
    for (const V child : arena_.moves_from(v))
      if (arena_.initial(child) != Value::tie && state.remoteness[child] < state.level) --open_[v];
  }
}

template <VertexId V>
void Reference<V>::save(StateSink& to, std::uint64_t level, bool ties) const {
  RemotenessStore store(remoteness_.size(), true);
  store.begin_level(level);
  for (std::size_t v = 0; v < remoteness_.size(); ++v)
    if (remoteness_[v] != RemotenessArray::none) store.set(v, remoteness_[v]);
  write_level_state(to, level, ties, value_, store);
}

template <VertexId V>
void Reference<V>::solve(const SolveOptions& options) {
  const std::uint64_t n = arena_.vertex_count();
  value_.assign(n, Value::none);
  remoteness_.assign(n, RemotenessArray::none);
  open_ = degree_;
  queue_.clear();
  for (std::uint64_t v = 0; v < n; ++v) {
    const Value x = arena_.initial(v);
    if (x == Value::win || x == Value::lose) decide(v, x, 0);
    if (x == Value::draw) value_[v] = x;
  }
  LevelState state;
  if (const auto from = options.resumed()) {
    state = read_level_state(*from, n);
    go_on(state);
  }
  if (!state.ties) {
    spread(options, state.level, false, [this](V v) { spread_end(v); });
    queue_.clear();
    for (std::uint64_t v = 0; v < n; ++v)
      if (arena_.initial(v) == Value::tie) decide(v, Value::tie, 0);
  }
  spread(options, state.ties ? state.level : 0, true, [this](V v) { spread_tie(v); });
  std::replace(value_.begin(), value_.end(), Value::none, Value::draw);
}

// The queue level by level.
template <VertexId V>
template <class Step>
void Reference<V>::spread(const SolveOptions& options, std::uint64_t level, bool ties, Step&& step) {
  for (std::size_t i = 0; i < queue_.size(); ++level) {
    options.level_done([&](StateSink& to) { save(to, level, ties); });
    for (const std::size_t end = queue_.size(); i < end; ++i) step(queue_[i]);
  }
}

template <VertexId V>
void Reference<V>::spread_end(V v) {
  for (const V p : predecessors_[v]) {
    if (value_[p] != Value::none || arena_.initial(p) != Value::none) continue;
    const Value won = arena_.has_owners() && arena_.owner[p] == 1 ? Value::lose : Value::win;
    if (for_mover(p, value_[v]) == Value::win) {
      decide(p, won, remoteness_[v] + 1);
    } else if (--open_[p] == 0) {
      decide(p, opposite(won), remoteness_[v] + 1);
    }
  }
}

template <VertexId V>
void Reference<V>::spread_tie(V v) {
  for (const V p : predecessors_[v])
    if (value_[p] == Value::none) decide(p, Value::tie, remoteness_[v] + 1);
}

template <VertexId V>
V Reference<V>::best_move(std::uint64_t v) const {
  V best = no_vertex<V>;
  for (const V child : arena_.moves_from(v)) {
    const Value wanted = arena_.has_owners() ? value_[v] : opposite(value_[v]);
    if (value_[child] != wanted) continue;
    if (wanted != Value::draw && remoteness_[child] + 1 != remoteness_[v]) continue;
    best = std::min(best, child);
  }
  return best;
}

template <VertexId V>
Outcomes<V> solve_reference(const Arena<V>& arena, const SolveOptions& options) {
  Reference<V> textbook(arena);
  textbook.solve(options);
  const std::uint64_t n = arena.vertex_count();
  std::uint32_t most = 0;
  Array<V> best(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    best[v] = textbook.best_move(v);
    if (textbook.value()[v] != Value::draw) most = std::max(most, textbook.remoteness()[v]);
  }
  return {Array<Value>::copy_of(textbook.value()),
          RemotenessArray::narrowed(Array<std::uint32_t>::copy_of(textbook.remoteness()), most),
          std::move(best)};
}

template class Reference<std::uint32_t>;
template class Reference<std::uint64_t>;
template Outcomes<std::uint32_t> solve_reference(const Arena<std::uint32_t>&, const SolveOptions&);
template Outcomes<std::uint64_t> solve_reference(const Arena<std::uint64_t>&, const SolveOptions&);

}  // namespace retrograph
