// Files of terminal values and of owners on any bytes: a sound arena or an Error.
#include "retrograph/store/vertex_text.hpp"

#include <cstdlib>

#include "retrograph/store/formats.hpp"
#include "retrograph/support/error.hpp"

using namespace retrograph;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& parse : {parse_terminals, parse_owners})
    for (const bool relabel : {false, true}) {
      LoadedGraph graph = parse_graph_as("el", "0 1\n1 2\n2 10\n", "g", {.vertices = {}, .relabel = relabel});
      try {
        parse(bytes, "v", graph);
      } catch (const Error& e) {
        if (e.category() != Category::malformed) std::abort();
        continue;
      }
      try {
        std::visit([](const auto& arena) { check_arena(arena, "the result"); }, graph.arena);
      } catch (const Error&) {
        std::abort();
      }
    }
  return 0;
}
