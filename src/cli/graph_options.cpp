#include "cli/graph_options.hpp"

#include "retrograph/store/formats.hpp"

#include "cli/pursuit_options.hpp"

namespace retrograph::cli {

std::vector<OptionSpec> graph_option_specs() {
  return {
      {"format", "NAME", "auto", "format of the graph: " + graph_format_names(), 0},
      {"vertices", "N", "", "number of vertices of an edge list (default: 1 + largest id)", 0},
      {"relabel", "", "", "compact the ids of an edge list and keep the map", 0},
  };
}

GraphInput graph_input(const Options& options, const std::string& path) {
  GraphInput input;
  input.path = path;
  input.format = options.text("format");
  if (options.has("vertices")) input.vertices = options.number("vertices", 0, std::uint64_t{1} << 62);
  input.relabel = options.on("relabel");
  if (options.has("terminals")) input.terminals = options.text("terminals");
  if (options.has("owners")) input.owners = options.text("owners");
  if (options.has("dead-end") || options.on("misere")) input.dead_end = dead_end_rule(options);
  return input;
}

}  // namespace retrograph::cli
