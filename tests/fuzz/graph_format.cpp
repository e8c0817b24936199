// A parser of graphs on any bytes, by the name of its format: it gives a sound graph or an Error, the same
// one whatever the number of threads.
#include <cstdlib>
#include <string>

#include "retrograph/store/formats.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

using namespace retrograph;

namespace {

// The graph's structure is checked, and told in a few numbers; or what the error says.
std::string told(std::string_view bytes, unsigned threads, bool relabel) {
  const par::ThreadScope scope(threads);
  constexpr std::uint64_t limit = std::uint64_t{1} << 24;
  try {
    const LoadedGraph graph = parse_graph_as(FUZZED_FORMAT, bytes, "g",
                                             {.vertices = {}, .relabel = relabel, .memory_limit = limit});
    return std::visit(
        [](const auto& arena) {
          using V = typename std::remove_cvref_t<decltype(arena.moves)>::Vertex;
          try {
            check_csr<V>(arena.moves.offsets(), arena.moves.targets(), "the result");
          } catch (const Error&) {
            std::abort();
          }
          std::uint64_t sum = 0;
          for (const V u : arena.moves.targets()) sum = sum * 31 + u;
          return fmt::format("{} {} {}", arena.vertex_count(), arena.moves.edge_count(), sum);
        },
        graph.arena);
  } catch (const Error& e) {
    if (e.category() == Category::internal) std::abort();
    return e.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (told(bytes, 1, false) != told(bytes, 2, false)) std::abort();
  if (graph_format_named(FUZZED_FORMAT).edge_list) (void)told(bytes, 1, true);
  return 0;
}
