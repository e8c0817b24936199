#include "retrograph/solve/best_move.hpp"

#include <algorithm>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t grain = std::size_t{1} << 12;

// The same for each width of remoteness: T is the type of its entries.
template <VertexId V, class T>
V best_of(const Arena<V>& arena, std::span<const Value> value, std::span<const T> remoteness,
          std::uint64_t v) {
  const Value wanted = arena.has_owners() ? value[v] : opposite(value[v]);
  V best = no_vertex<V>;
  for (const V child : arena.moves_from(v)) {
    if (child >= best || value[child] != wanted) continue;
    if (wanted == Value::draw || remoteness[child] + T{1} == remoteness[v]) best = child;
  }
  return best;
}

}  // namespace

template <VertexId V>
V best_move_at(const Arena<V>& arena, std::span<const Value> value, const RemotenessArray& remoteness,
               std::uint64_t v) {
  return std::visit([&](const auto& array) { return best_of(arena, value, array.span(), v); },
                    remoteness.storage());
}

template <VertexId V>
Array<V> best_moves(const Arena<V>& arena, std::span<const Value> value, const RemotenessArray& remoteness) {
  Array<V> best(arena.vertex_count());
  std::visit(
      [&](const auto& array) {
        par::for_each(best.size(), grain,
                      [&](std::size_t v) { best[v] = best_of(arena, value, array.span(), v); });
      },
      remoteness.storage());
  return best;
}

template std::uint32_t best_move_at(const Arena<std::uint32_t>&, std::span<const Value>,
                                    const RemotenessArray&, std::uint64_t);
template std::uint64_t best_move_at(const Arena<std::uint64_t>&, std::span<const Value>,
                                    const RemotenessArray&, std::uint64_t);
template Array<std::uint32_t> best_moves(const Arena<std::uint32_t>&, std::span<const Value>,
                                         const RemotenessArray&);
template Array<std::uint64_t> best_moves(const Arena<std::uint64_t>&, std::span<const Value>,
                                         const RemotenessArray&);

}  // namespace retrograph
