#include "grundy/smith_level_game.hpp"

#include <atomic>
#include <utility>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t fate_grain = std::size_t{1} << 13;

// What becomes of a vertex in the next game.
enum class Fate : std::uint8_t {
  gone,      // has a value now, or is infinite and of no account
  active,    // won: goes on
  infinite,  // drawn now or earlier; not known to matter
  wanted,    // infinite, and an active vertex can move to it
  passing,   // wanted, and can move to an active vertex
  wall,      // wanted, and cannot
};

template <VertexId V>
class Successor {
 public:
  Successor(const CsrGraph<V>& moves, std::uint64_t active, std::span<const V> original,
            std::span<const Value> outcome)
      : moves_(moves),
        active_(active),
        original_(original),
        fate_(moves.vertex_count()),
        place_(fate_.size()) {
    for_vertices([&](std::size_t v) {
      if (v >= active_ || outcome[v] == Value::draw)
        fate_[v] = Fate::infinite;
      else
        fate_[v] = outcome[v] == Value::win ? Fate::active : Fate::gone;
    });
  }

  LevelGame<V> game() {
    for_vertices([&](std::size_t v) { place_[v] = fate(v) == Fate::active ? degree_of_active(v) : 0; });
    for_vertices([&](std::size_t v) {
      if (fate_[v] == Fate::wanted) place_[v] = degree_of_infinite(v);
    });
    Array<EdgeIndex> offsets = number_vertices();
    Array<V> targets(offsets[offsets.size() - 1]);
    LevelGame<V> next{{}, next_active_, Array<V>(next_active_)};
    for_vertices([&](std::size_t v) {
      if (fate_[v] == Fate::active) {
        next.original[place_[v]] = original_.empty() ? static_cast<V>(v) : original_[v];
        fill_active(v, targets.data() + offsets[place_[v]]);
      } else if (fate_[v] == Fate::passing) {
        fill_passing(v, targets.data() + offsets[place_[v]]);
      }
    });
    if (wall_ != no_vertex<V>) targets[targets.size() - 1] = wall_;
    next.moves = CsrGraph<V>(std::move(offsets), std::move(targets));
    return next;
  }

 private:
  template <class F>
  void for_vertices(F&& f) {
    par::for_each(fate_.size(), fate_grain, f);
  }

  // While degrees are counted, a fate may be read by one worker and written by another, but only from one
  // kind of infinite vertex to the next: relaxed, as no reader minds which of them it sees, every writer
  // writes the same, and the end of the loop publishes it.
  Fate fate(std::size_t v) { return std::atomic_ref<Fate>(fate_[v]).load(std::memory_order_relaxed); }
  void set_fate(std::size_t v, Fate f) {
    std::atomic_ref<Fate>(fate_[v]).store(f, std::memory_order_relaxed);
  }

  EdgeIndex degree_of_active(std::size_t v) {
    EdgeIndex degree = 0;
    for (const V u : moves_.successors(v)) {
      const Fate f = fate(u);
      if (f == Fate::infinite) set_fate(u, Fate::wanted);
      degree += f != Fate::gone;
    }
    return degree;
  }

  EdgeIndex degree_of_infinite(std::size_t v) {
    EdgeIndex degree = 0;
    for (const V u : moves_.successors(v)) degree += fate(u) == Fate::active;
    set_fate(v, degree != 0 ? Fate::passing : Fate::wall);
    return degree + (degree != 0);
  }

  // Turns degrees into places and returns the offsets of the next game: active vertices first, then passing
  // ones, then the wall.
  Array<EdgeIndex> number_vertices() {
    std::uint64_t kept = 0;
    bool wall = false;
    for (std::size_t v = 0; v < fate_.size(); ++v) {
      next_active_ += fate_[v] == Fate::active;
      kept += fate_[v] == Fate::passing;
      wall |= fate_[v] == Fate::wall;
    }
    kept += next_active_ + wall;
    Array<EdgeIndex> offsets(kept + 1, EdgeIndex{0});
    std::uint64_t active = 0;
    std::uint64_t passing = next_active_;
    for (std::size_t v = 0; v < fate_.size(); ++v) {
      if (fate_[v] != Fate::active && fate_[v] != Fate::passing) continue;
      std::uint64_t& place = fate_[v] == Fate::active ? active : passing;
      offsets[place] = std::exchange(place_[v], place);
      ++place;
    }
    if (wall) {
      wall_ = static_cast<V>(kept - 1);
      offsets[kept - 1] = 1;
    }
    par::exclusive_scan(offsets.span());
    return offsets;
  }

  void fill_active(std::size_t v, V* to) const {
    for (const V u : moves_.successors(v)) {
      if (fate_[u] == Fate::gone) continue;
      *to++ = fate_[u] == Fate::wall ? wall_ : static_cast<V>(place_[u]);
    }
  }

  void fill_passing(std::size_t v, V* to) const {
    for (const V u : moves_.successors(v))
      if (fate_[u] == Fate::active) *to++ = static_cast<V>(place_[u]);
    *to = static_cast<V>(place_[v]);
  }

  const CsrGraph<V>& moves_;
  std::uint64_t active_;
  std::span<const V> original_;
  Array<Fate> fate_;
  Array<EdgeIndex> place_;  // first the degree of a kept vertex, then its number in the next game
  std::uint64_t next_active_ = 0;
  V wall_ = no_vertex<V>;
};

}  // namespace

template <VertexId V>
LevelGame<V> next_level_game(const CsrGraph<V>& moves, std::uint64_t active, std::span<const V> original,
                             std::span<const Value> outcome) {
  return Successor<V>(moves, active, original, outcome).game();
}

template LevelGame<std::uint32_t> next_level_game(const CsrGraph<std::uint32_t>&, std::uint64_t,
                                                  std::span<const std::uint32_t>, std::span<const Value>);
template LevelGame<std::uint64_t> next_level_game(const CsrGraph<std::uint64_t>&, std::uint64_t,
                                                  std::span<const std::uint64_t>, std::span<const Value>);

}  // namespace retrograph
