// Values of graphs as jobs write and check them: vertices go by the ids of the input.
#include <filesystem>

#include "retrograph/batch/grundy_graph_job.hpp"
#include "retrograph/batch/verify_job.hpp"
#include "retrograph/store/graph_values_file.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

TEST_CASE("a wrong value is named by the id that its vertex has in the input") {
  const Scratch scratch;
  StopSource stop;
  Progress progress;
  RunContext context;
  context.memory_limit = std::uint64_t{4} << 30;
  context.stop = &stop;
  context.progress = &progress;
  context.note = [](const std::string&) {};
  context.output = (scratch / "v.h5").string();
  GraphInput input;
  input.path = scratch.write("g.el", "300 20\n1000 300\n1000 20\n").string();
  input.relabel = true;
  REQUIRE(run_grundy_graph(input, context).max_value == 2);
  const GraphValuesFile file = read_graph_values(context.output);
  REQUIRE(std::vector<std::uint64_t>(file.original_id.begin(), file.original_id.end()) ==
          std::vector<std::uint64_t>{20, 300, 1000});
  VerifyJob job;
  job.file = context.output;
  REQUIRE(run_verify(job, context).ok());

  GraphValues wrong;
  wrong.code = CodeArray(Array<std::uint8_t>::copy_of(std::vector<std::uint8_t>{0, 1, 1}));
  wrong.finite_limit = 2;
  PartialFile out(scratch / "w.h5", false);
  write_graph_values(out, wrong, file.edges, file.provenance, file.original_id.span());
  job.file = (scratch / "w.h5").string();
  const VerifyJobReport report = run_verify(job, context);
  REQUIRE_FALSE(report.ok());
  REQUIRE(report.failures.size() == 1);
  REQUIRE_THAT(report.failures[0], Catch::Matchers::Contains("vertex 1000: its value is 1"));
}
