// retrograph info FILE: what a file holds.
#include "retrograph/store/board_text.hpp"
#include "retrograph/store/certificate_file.hpp"
#include "retrograph/store/file_kind.hpp"
#include "retrograph/store/graph_values_file.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/store/table_file.hpp"
#include "retrograph/support/error.hpp"

#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

void add_provenance(Json& out, const Provenance& provenance) {
  out["rules"] = provenance.rules;
  out["input"] = {{"name", provenance.input.name}, {"hash", provenance.input.hash}};
  out["tool_version"] = provenance.tool_version;
  if (!provenance.reproducible) {
    out["engine"] = provenance.engine;
    out["command_line"] = provenance.command_line;
    out["start"] = provenance.start;
    out["seconds"] = provenance.seconds;
  }
}

Json graph_info(const Session& session, const std::string& path) {
  GraphInput input;
  input.path = path;
  const LoadedGraph graph = load_graph(input, session.context, true);
  Json out{{"kind", "graph"},
           {"format", graph.format},
           {"vertices", vertex_count(graph.arena)},
           {"edges", edge_count(graph.arena)}};
  std::visit(
      [&](const auto& arena) {
        out["dead_end"] = name_of(arena.dead_end);
        out["terminals"] = !arena.terminal.empty();
        out["owners"] = arena.has_owners();
      },
      graph.arena);
  out["relabelled"] = !graph.original_id.empty();
  out["reverse"] = graph.reverse.has_value();
  return out;
}

Json result_info(const std::string& path) {
  const ResultFile file(path);
  const OutcomeCounts& counts = file.summary().counts;
  const bool board = file.kind() == ResultFile::Kind::board;
  Json out{{"kind", board ? "board result" : "graph result"},
           {"entries", file.size()},
           {"store", name_of(file.level())},
           {"win", counts.win},
           {"lose", counts.lose},
           {"tie", counts.tie},
           {"draw", counts.draw},
           {"max_remoteness", file.summary().distances ? Json(counts.max_remoteness) : Json(nullptr)},
           {"best_move", file.has_best_move()}};
  if (board) out["board"] = board_text(file.board());
  add_provenance(out, file.provenance());
  return out;
}

Json table_info(const std::string& path) {
  const TableFile file(path);
  const HeapRun& run = file.run();
  Json out{{"kind", "table"},
           {"game", file.game()},
           {"count", run.count},
           {"values", file.has_values()},
           {"max_value", run.statistics.max_value},
           {"max_value_at", run.statistics.max_value_at}};
  if (run.period)
    out["period"] = {{"length", run.period->length},
                     {"start", run.period->start},
                     {"saltus", run.period->saltus},
                     {"proof", name_of(run.period->proof)}};
  if (run.rare)
    out["sparse"] = {{"mask", run.mask},
                     {"position", run.position},
                     {"depth", run.depth.value_or(0)},
                     {"rares", *run.rare}};
  add_provenance(out, file.provenance());
  return out;
}

Json graph_values_info(const std::string& path) {
  const GraphValuesFile file = read_graph_values(path);
  const GraphValues& values = file.values;
  Json out{{"kind", "graph values"},      {"vertices", values.vertex_count()},
           {"edges", file.edges},         {"max_value", values.max_value()},
           {"infinite", values.infinite}, {"sets", values.set_count()},
           {"cyclic", values.cyclic}};
  add_provenance(out, file.provenance);
  return out;
}

Json certificate_info(const std::string& path) {
  const Certificate certificate = read_certificate(path);
  return {{"kind", "certificate"},
          {"game", certificate.game},
          {"theorem", name_of(certificate.theorem)},
          {"period", certificate.period},
          {"start", certificate.start},
          {"saltus", certificate.saltus},
          {"windows", certificate.windows.size()}};
}

Json info_of(const Session& session, const std::string& path) {
  switch (kind_of_file(path)) {
    case FileKind::result:
      return result_info(path);
    case FileKind::table:
      return table_info(path);
    case FileKind::graph_values:
      return graph_values_info(path);
    case FileKind::certificate:
      return certificate_info(path);
    default:
      return graph_info(session, path);
  }
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

int run_info_verb(Session& session) {
  const std::string& path = session.options.arguments()[0];
  const Json info = info_of(session, path);
  if (session.json) {
    Json out{{"schema", "retrograph/info/1"}, {"file", path}};
    out.update(info);
    session.say_json(out);
  }
  for (const auto& [key, value] : info.items()) {
    const std::string text = plain(value);
    session.say(text.find('\n') == std::string::npos ? fmt::format("{}: {}", key, text)
                                                     : fmt::format("{}:\n{}", key, text));
  }
  return 0;
}

}  // namespace

const Verb info_verb{"info", "FILE",       "what a graph, result, table or certificate holds", 1, 1, false,
                     {},     run_info_verb};

}  // namespace retrograph::cli
