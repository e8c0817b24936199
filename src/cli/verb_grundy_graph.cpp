// retrograph grundy-graph GRAPH: the nim-value of every vertex of a graph, or its infinite set.
#include "retrograph/batch/grundy_graph_job.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

#include "cli/checkpoint_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

Json levels_json(const std::vector<SmithLevel>& levels) {
  Json all = Json::array();
  for (const SmithLevel& level : levels)
    all.push_back({{"vertices", level.vertices},
                   {"edges", level.edges},
                   {"labelled", level.labelled},
                   {"infinite", level.infinite},
                   {"copy_seconds", level.copy_seconds},
                   {"solve_seconds", level.solve_seconds}});
  return all;
}

int run_grundy_graph_verb(Session& session) {
  const Options& options = session.options;
  const GrundyGraphReport report =
      run_grundy_graph(graph_input(options, options.arguments()[0]), session.context);
  if (session.json)
    session.say_json(
        {{"schema", "retrograph/grundy-graph/1"},
         {"vertices", report.vertices},
         {"edges", report.edges},
         {"max_value", report.max_value},
         {"infinite", report.infinite},
         {"cyclic", report.cyclic},
         {"sets", report.sets},
         {"depth", report.cyclic ? Json(nullptr) : Json(report.depth)},
         {"levels", levels_json(report.levels)},
         {"engine", report.engine},
         {"threads", par::threads()},
         {"seconds",
          {{"read", report.read_seconds}, {"solve", report.solve_seconds}, {"write", report.write_seconds}}},
         {"peak_rss_bytes", peak_rss_bytes()},
         {"output", session.output_json()}});
  session.say(fmt::format("{} vertices, {} edges, {}", report.vertices, report.edges,
                          report.cyclic ? "cyclic" : "acyclic"));
  session.say(fmt::format("largest value {}, infinite {}", report.max_value, report.infinite));
  for (std::size_t m = 0; m < report.levels.size(); ++m) {
    const SmithLevel& level = report.levels[m];
    session.say(fmt::format(
        "value {}: {} vertices, {} became infinite ({} vertices and {} edges in {:.3f} s)", m, level.labelled,
        level.infinite, level.vertices, level.edges, level.copy_seconds + level.solve_seconds));
  }
  session.say_output();
  return 0;
}

}  // namespace

const Verb grundy_graph_verb{"grundy-graph",
                             "GRAPH",
                             "nim-values of the vertices of a graph",
                             1,
                             1,
                             true,
                             with_checkpoints(graph_option_specs()),
                             run_grundy_graph_verb};

}  // namespace retrograph::cli
