#include "retrograph/store/text_graph.hpp"

#include "store/output_text.hpp"

namespace retrograph {

void write_edge_list(PartialFile& out, const AnyArena& arena) {
  TextOutput text(out.partial());
  std::visit(
      [&](const auto& a) {
        if (!a.terminal.empty() || a.has_owners())
          fail(Category::usage, "{}: an edge list has no place for terminal values and owners",
               out.target().string());
        for (std::uint64_t v = 0; v < a.vertex_count(); ++v)
          for (const std::uint64_t u : a.moves.successors(v)) text << v << ' ' << u << '\n';
      },
      arena);
  text.finish();
  out.commit();
}

}  // namespace retrograph
