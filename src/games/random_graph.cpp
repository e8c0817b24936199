#include "retrograph/games/random_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "retrograph/graph/build.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t vertex_grain = std::size_t{1} << 14;

// The output function of splitmix64 (Steele, Lea and Flood 2014) on a pair of numbers.
constexpr std::uint64_t hash(std::uint64_t key, std::uint64_t i) {
  std::uint64_t z = key + (i + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

// An even choice below `bound` from 64 random bits: the high half of their product, in 32-bit pieces.
constexpr std::uint64_t scaled(std::uint64_t bits, std::uint64_t bound) {
  const std::uint64_t low = (bits & 0xffffffffU) * (bound & 0xffffffffU);
  const std::uint64_t mid = (bits >> 32) * (bound & 0xffffffffU) + (low >> 32);
  const std::uint64_t other = (bits & 0xffffffffU) * (bound >> 32) + (mid & 0xffffffffU);
  return (bits >> 32) * (bound >> 32) + (mid >> 32) + (other >> 32);
}

// A share as a threshold for 64 random bits.
std::uint64_t threshold(double share) {
  return share <= 0 ? 0 : static_cast<std::uint64_t>(std::ldexp(std::min(share, 1 - 0x1p-53), 64));
}

void check_share(const char* what, double share) {
  if (!(share >= 0 && share < 1))
    fail(Category::usage, "{} is {}, it must be at least 0 and below 1", what, share);
}

// 1 + Poisson(mean - 1), by the table of its distribution.
class DegreeTable {
 public:
  explicit DegreeTable(double mean) {
    const double rate = mean - 1;
    double term = std::exp(-rate);
    double sum = 0;
    for (std::size_t k = 0; k < below_.size(); ++k) {
      sum += term;
      below_[k] = threshold(sum);
      term *= rate / static_cast<double>(k + 1);
    }
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t bits) const {
    return 1 +
           static_cast<std::uint64_t>(std::upper_bound(below_.begin(), below_.end(), bits) - below_.begin());
  }

 private:
  std::array<std::uint64_t, 192> below_;
};

template <VertexId V>
void check_count(std::uint64_t vertices) {
  if (vertices >= no_vertex<V>)
    fail(Category::usage, "{} vertices do not fit ids of {} bits", vertices, 8 * sizeof(V));
}

enum Purpose : std::uint64_t {
  for_dead_ends = 1,
  for_degrees,
  for_targets,
  for_quadrants,
  for_ids,
  for_rescue
};

std::uint64_t key_of(std::uint64_t seed, Purpose purpose) {
  return hash(seed, purpose);
}

}  // namespace

template <VertexId V>
CsrGraph<V> random_graph(const RandomGraphOptions& options) {
  check_share("the share of dead ends", options.dead_ends);
  check_count<V>(options.vertices);
  const double live = options.degree / (1 - options.dead_ends);
  if (!(live >= 1 && live <= 64))
    fail(Category::usage,
         "a mean degree of {} with a share of {} dead ends asks for {} moves of each other vertex, "
         "possible are 1 to 64",
         options.degree, options.dead_ends, live);
  const DegreeTable degree(live);
  const std::uint64_t dead = threshold(options.dead_ends);
  const std::uint64_t dead_key = key_of(options.seed, for_dead_ends);
  const std::uint64_t degree_key = key_of(options.seed, for_degrees);
  const std::uint64_t target_key = key_of(options.seed, for_targets);
  Array<EdgeIndex> offsets(options.vertices + 1);
  offsets[options.vertices] = 0;
  par::for_each(options.vertices, vertex_grain, [&](std::size_t v) {
    offsets[v] = hash(dead_key, v) < dead ? 0 : degree(hash(degree_key, v));
  });
  const EdgeIndex edges = par::exclusive_scan(offsets.span());
  Array<V> targets(edges);
  par::for_each(options.vertices, vertex_grain, [&](std::size_t v) {
    for (EdgeIndex e = offsets[v]; e < offsets[v + 1]; ++e)
      targets[e] = static_cast<V>(scaled(hash(target_key, e), options.vertices));
    std::sort(targets.data() + offsets[v], targets.data() + offsets[v + 1]);
  });
  return {std::move(offsets), std::move(targets)};
}

namespace {

// A bijection of the numbers below 2^scale: odd products and shifts to the right.
std::uint64_t scrambled(std::uint64_t id, unsigned scale, std::uint64_t key) {
  const std::uint64_t mask = (std::uint64_t{1} << scale) - 1;
  for (int round = 0; round < 3; ++round) {
    id = (id + key) * (2 * hash(key, static_cast<std::uint64_t>(round)) + 1) & mask;
    id ^= id >> (scale / 2 + 1);
  }
  return id;
}

// One edge: a quadrant of the matrix for each bit of the ids, 16 random bits a choice.
template <VertexId V>
Edge<V> rmat_edge(std::uint64_t i, unsigned scale, std::uint64_t quadrant_key, std::uint64_t id_key) {
  constexpr std::uint64_t a = 37356, ab = 49807, abc = 62259;  // 0.57, 0.76 and 0.95 of 65536
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bits = 0;
  for (unsigned level = 0; level < scale; ++level) {
    bits = level % 4 == 0 ? hash(quadrant_key, 16 * i + level / 4) : bits >> 16;
    const std::uint64_t choice = bits & 0xffff;
    from = 2 * from + (choice >= ab ? 1 : 0);
    to = 2 * to + ((choice >= a && choice < ab) || choice >= abc ? 1 : 0);
  }
  return {static_cast<V>(scrambled(from, scale, id_key)), static_cast<V>(scrambled(to, scale, id_key))};
}

}  // namespace

template <VertexId V>
CsrGraph<V> rmat_graph(const RmatOptions& options) {
  if (options.scale > 40) fail(Category::usage, "a scale of {} is above 40", options.scale);
  if (!(options.edge_factor >= 0 && options.edge_factor <= 1024))
    fail(Category::usage, "an edge factor of {} is not between 0 and 1024", options.edge_factor);
  check_share("the share of dead ends", options.dead_ends.value_or(0));
  const std::uint64_t vertices = std::uint64_t{1} << options.scale;
  check_count<V>(vertices);
  const auto count = static_cast<std::uint64_t>(static_cast<double>(vertices) * options.edge_factor);
  const std::uint64_t quadrants = key_of(options.seed, for_quadrants);
  const std::uint64_t ids = key_of(options.seed, for_ids);
  Array<Edge<V>> edges(count);
  par::for_each(count, vertex_grain,
                [&](std::size_t i) { edges[i] = rmat_edge<V>(i, options.scale, quadrants, ids); });
  CsrGraph<V> graph = build_csr<V>(vertices, edges.span());
  if (!options.dead_ends) return graph;
  edges = {};
  const std::uint64_t dead = threshold(*options.dead_ends);
  const std::uint64_t dead_key = key_of(options.seed, for_dead_ends);
  const std::uint64_t rescue = key_of(options.seed, for_rescue);
  const auto is_dead = [&](std::size_t v) { return hash(dead_key, v) < dead; };
  Array<EdgeIndex> offsets(vertices + 1);
  offsets[vertices] = 0;
  par::for_each(vertices, vertex_grain, [&](std::size_t v) {
    offsets[v] = is_dead(v) ? 0 : std::max<EdgeIndex>(1, graph.out_degree(v));
  });
  Array<V> targets(par::exclusive_scan(offsets.span()));
  par::for_each(vertices, vertex_grain, [&](std::size_t v) {
    if (is_dead(v)) return;
    const auto row = graph.successors(v);
    if (row.empty()) {
      targets[offsets[v]] = rmat_edge<V>(v, options.scale, rescue, ids).to;
    } else {
      std::copy(row.begin(), row.end(), targets.data() + offsets[v]);
    }
  });
  return {std::move(offsets), std::move(targets)};
}

template CsrGraph<std::uint32_t> random_graph(const RandomGraphOptions&);
template CsrGraph<std::uint64_t> random_graph(const RandomGraphOptions&);
template CsrGraph<std::uint32_t> rmat_graph(const RmatOptions&);
template CsrGraph<std::uint64_t> rmat_graph(const RmatOptions&);

}  // namespace retrograph
