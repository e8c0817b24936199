// retrograph convert IN OUT: a graph from one format to another.
#include "retrograph/batch/convert_job.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/support/error.hpp"

#include "cli/graph_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

int run_convert_verb(Session& session) {
  const Options& options = session.options;
  if (!session.context.output.empty())
    fail(Category::usage, "convert: the output is the second argument, not --output");
  session.context.output = options.arguments()[1];
  const ConvertReport report =
      convert_graph(graph_input(options, options.arguments()[0]),
                    {options.text("to"), options.on("compress"), options.on("reverse")}, session.context);
  if (session.json)
    session.say_json({{"schema", "retrograph/convert/1"},
                      {"vertices", report.vertices},
                      {"edges", report.edges},
                      {"seconds", {{"read", report.read_seconds}, {"write", report.write_seconds}}},
                      {"output", session.output_json()}});
  session.say(fmt::format("{} vertices, {} edges", report.vertices, report.edges));
  session.say_output();
  return 0;
}

std::string suffixes() {
  std::vector<std::string_view> all;
  for (const GraphFormat& format : graph_formats())
    if (!format.suffixes.empty()) all.push_back(format.suffixes);
  return fmt::format("{}", fmt::join(all, " "));
}

std::vector<OptionSpec> convert_option_specs() {
  std::vector<OptionSpec> specs = graph_option_specs();
  specs.push_back(
      {"to", "NAME", "auto", "format of OUT, in the same names; auto is by its suffix: " + suffixes(), 0});
  specs.push_back({"compress", "", "", "chunked and compressed arrays in an HDF5 file", 0});
  specs.push_back({"reverse", "", "", "store the reverse side too, for engines that use one", 0});
  specs.push_back({"terminals", "FILE", "", "terminal values, lines 'vertex value'", 0});
  specs.push_back({"owners", "FILE", "", "owners, lines 'vertex 0|1'", 0});
  specs.push_back({"dead-end", "RULE", "", "what a player without a move gets: lose, win or tie", 0});
  return specs;
}

}  // namespace

const Verb convert_verb{
    "convert",       "IN OUT", "a graph from one format to another", 2, 2, true, convert_option_specs(),
    run_convert_verb};

}  // namespace retrograph::cli
