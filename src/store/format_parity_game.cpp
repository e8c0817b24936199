// Parity games in PGSolver's text: see pgsolver.hpp for what is accepted. Priorities have no place in a graph
// and are dropped; owners are kept.
#include "retrograph/store/pgsolver.hpp"

#include "store/format_readers.hpp"

namespace retrograph::format {

LoadedGraph read_pg(ByteSource& in, const GraphReadOptions&) {
  LoadedGraph graph;
  graph.arena = parse_pgsolver(in.rest(), in.name()).arena;
  return graph;
}

}  // namespace retrograph::format
