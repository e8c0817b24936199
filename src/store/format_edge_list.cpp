// Edge lists: a line "from to" for every move (el, SNAP), or "from to weight" (wel); the weight is a number
// and is dropped. Ids are decimal and from 0; lines that start with # or % are comments. Ids are kept as
// they are: there are 1 + largest id vertices, or as many as --vertices says; --relabel numbers those that
// occur.
#include "store/edge_lines.hpp"
#include "store/format_readers.hpp"

namespace retrograph::format {
namespace {

LoadedGraph read(ByteSource& in, const GraphReadOptions& options, unsigned weights) {
  EdgeParts parts(in.name(), options);
  EdgeLines lines{.comments = "#%", .weights = weights};
  if (options.vertices == 0U) lines.first = 1, lines.last = 0;
  if (options.vertices && *options.vertices != 0) lines.last = *options.vertices - 1;
  static_cast<void>(read_edge_lines(in, lines, parts));
  return parts.build();
}

}  // namespace

LoadedGraph read_el(ByteSource& in, const GraphReadOptions& options) {
  return read(in, options, 0);
}

LoadedGraph read_wel(ByteSource& in, const GraphReadOptions& options) {
  return read(in, options, 1);
}

}  // namespace retrograph::format
