#include "retrograph/batch/graph_input.hpp"

#include "retrograph/store/formats.hpp"
#include "retrograph/store/vertex_text.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

LoadedGraph load_graph(const GraphInput& input, const RunContext& context, bool reverse) {
  LoadedGraph graph =
      read_graph_as(input.format, input.path, {input.vertices, input.relabel, context.memory_limit, reverse});
  if (!input.terminals.empty()) read_terminals(input.terminals, graph);
  if (!input.owners.empty()) read_owners(input.owners, graph);
  if (input.dead_end) std::visit([&](auto& arena) { arena.dead_end = *input.dead_end; }, graph.arena);
  return graph;
}

Rules rules_of(const GraphInput& input, const AnyArena& arena) {
  Rules rules;
  rules["dead-end"] = name_of(std::visit([](const auto& a) { return a.dead_end; }, arena));
  if (input.format != "auto") rules["format"] = input.format;
  if (input.vertices) rules["vertices"] = fmt::format("{}", *input.vertices);
  if (input.relabel) rules["relabel"] = "true";
  for (const auto& [key, path] :
       {std::pair("terminals", &input.terminals), std::pair("owners", &input.owners)}) {
    if (path->empty()) continue;
    rules[key] = *path;
    rules[std::string(key) + "-hash"] = identify_file(*path).hash;
  }
  return rules;
}

GraphInput graph_input_of(const Provenance& provenance, const std::string& path) {
  GraphInput input;
  input.path = path;
  const auto rule = [&](const char* key) {
    const auto found = provenance.rules.find(key);
    return found == provenance.rules.end() ? std::string() : found->second;
  };
  input.dead_end = dead_end_named(rule("dead-end"));
  if (const std::string format = rule("format"); !format.empty()) input.format = format;
  if (const std::string count = rule("vertices"); !count.empty())
    input.vertices = std::strtoull(count.c_str(), nullptr, 10);
  input.relabel = rule("relabel") == "true";
  for (const auto& [key, target] :
       {std::pair("terminals", &input.terminals), std::pair("owners", &input.owners)}) {
    *target = rule(key);
    if (target->empty()) continue;
    const std::string now = identify_file(*target).hash;
    if (now != rule((std::string(key) + "-hash").c_str()))
      fail(Category::refused, "{}: the file of {} has changed since the result was made", *target, key);
  }
  return input;
}

std::uint64_t vertex_count(const AnyArena& arena) {
  return std::visit([](const auto& a) { return a.vertex_count(); }, arena);
}

EdgeIndex edge_count(const AnyArena& arena) {
  return std::visit([](const auto& a) { return a.moves.edge_count(); }, arena);
}

std::uint64_t graph_bytes(std::uint64_t vertices, EdgeIndex edges) {
  return 8 * (vertices + 1) + (vertices < narrow_vertex_limit ? 4 : 8) * edges;
}

}  // namespace retrograph
