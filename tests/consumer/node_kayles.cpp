// Node Kayles, solved by the installed library: nim-values, sums and misère play of a game of one's own.
//
// On an undirected graph a move takes a vertex and all its neighbours away; who cannot move loses. A position
// is the set of vertices that are left, as bits.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "retrograph/graph/state_space.hpp"
#include "retrograph/grundy/misere_graph.hpp"
#include "retrograph/grundy/smith_values.hpp"
#include "retrograph/solve/engine.hpp"

namespace {

class NodeKayles {
 public:
  explicit NodeKayles(unsigned vertices) : closed_(vertices) {
    for (unsigned v = 0; v < vertices; ++v) closed_[v] = std::uint64_t{1} << v;
  }
  void join(unsigned a, unsigned b) {
    closed_[a] |= std::uint64_t{1} << b;
    closed_[b] |= std::uint64_t{1} << a;
  }

  [[nodiscard]] std::uint64_t vertex_count() const { return std::uint64_t{1} << closed_.size(); }
  template <class F>
  void for_each_successor(std::uint64_t left, F&& f) const {
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1)
      f(left & ~closed_[static_cast<unsigned>(std::countr_zero(rest))]);
  }

 private:
  std::vector<std::uint64_t> closed_;  // a vertex and its neighbours
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "node_kayles: not so: %s\n", what);
  std::exit(1);
}

}  // namespace

int main() {
  using namespace retrograph;
  // On a path this is 0.137, Dawson's chess: a game whose values are published.
  constexpr unsigned published[] = {0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5};
  constexpr unsigned n = 15;
  NodeKayles path(n);
  for (unsigned v = 0; v + 1 < n; ++v) path.join(v, v + 1);
  const auto arena = arena_of(path);
  const GraphValues values = graph_values(arena.moves);
  for (unsigned length = 0; length <= n; ++length)
    require(values.code[(std::uint64_t{1} << length) - 1] == published[length],
            "paths have the values of 0.137");
  // Two paths apart add by xor.
  require(values.code[0b0000'1110'0111'0111] == (2 ^ 2 ^ 2), "three paths of three are *2");

  const auto outcomes = solve(choose_engine(arena, false), arena);
  for (std::uint64_t v = 0; v < path.vertex_count(); ++v)
    require((outcomes.value[v] == Value::lose) == (values.code[v] == 0), "lost is value 0");
  require(outcomes.remoteness[0] == 0 && outcomes.remoteness[1] == 1, "distances count moves");

  // A cycle loses three vertices at the first move, whichever it is: its value is mex of that one path.
  NodeKayles cycle(n);
  for (unsigned v = 0; v < n; ++v) cycle.join(v, (v + 1) % n);
  const auto round = graph_values(graph_of(cycle));
  require(round.code[cycle.vertex_count() - 1] == (published[n - 3] == 0 ? 1 : 0), "a cycle is one path on");

  const GenusLabels genera = genus_labels(arena.moves);
  require(text_of(genera[0]) == "0^120" && text_of(genera[1]) == "1^031", "genera begin as in Nim");
  require(genera.misere(0) == 1, "under misère play the player without a move has won");
  std::puts("node_kayles: all answers as known");
  return 0;
}
