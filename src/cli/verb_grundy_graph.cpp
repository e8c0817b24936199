// retrograph grundy-graph GRAPH: the nim-value of every vertex of an acyclic graph.
#include "retrograph/batch/grundy_graph_job.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

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
         {"threads", par::threads()},
         {"seconds",
          {{"read", report.read_seconds}, {"solve", report.solve_seconds}, {"write", report.write_seconds}}},
         {"peak_rss_bytes", peak_rss_bytes()},
         {"output", session.output_json()}});
  session.say(fmt::format("{} vertices, {} edges, {}", report.vertices, report.edges,
                          report.cyclic ? "cyclic" : "acyclic"));
  session.say(fmt::format("largest value {}, infinite {}", report.max_value, report.infinite));
  session.say_output();
  return 0;
}

}  // namespace

const Verb grundy_graph_verb{
    "grundy-graph",       "GRAPH", "nim-values of the vertices of a graph", 1, 1, true, graph_option_specs(),
    run_grundy_graph_verb};

}  // namespace retrograph::cli
