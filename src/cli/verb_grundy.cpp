// retrograph grundy GAME --count N: nim-values of the heaps 0 .. N-1, their period and its proof.
#include "retrograph/batch/grundy_job.hpp"
#include "retrograph/support/error.hpp"

#include "cli/checkpoint_options.hpp"
#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_count = std::uint64_t{1} << 50;

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Range parse_range(const std::string& text, std::uint64_t count) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) fail(Category::usage, "--print: '{}' is not A:B", text);
  const Range range{parse_number(std::string_view(text).substr(0, colon), "--print", 0, count),
                    parse_number(std::string_view(text).substr(colon + 1), "--print", 0, count)};
  if (range.begin > range.end) fail(Category::usage, "--print: {} is beyond {}", range.begin, range.end);
  return range;
}

Json period_json(const std::optional<Period>& period) {
  if (!period) return nullptr;
  return {{"length", period->length},
          {"start", period->start},
          {"saltus", period->saltus},
          {"last_exception", or_null(period->last_exception())},
          {"proof", name_of(period->proof)}};
}

std::vector<std::uint32_t> slice(const HeapValues& values, const Range& range) {
  std::vector<std::uint32_t> out;
  for (std::uint64_t n = range.begin; n < range.end; ++n) out.push_back(values[n]);
  return out;
}

double rate(const GrundyReport& report) {
  return report.solve_seconds > 0 ? static_cast<double>(report.run.count) / report.solve_seconds : 0;
}

void say_json(const Session& session, const GrundyJob& job, const GrundyReport& report,
              const std::optional<Range>& range) {
  const HeapRun& run = report.run;
  Json out{{"schema", "retrograph/grundy/1"},
           {"game", job.game.name},
           {"count", run.count},
           {"max_value", run.statistics.max_value},
           {"max_value_at", run.statistics.max_value_at},
           {"engine", run.engine},
           {"rare", or_null(run.rare)},
           {"last_rare", or_null(run.last_rare)},
           {"depth", or_null(run.depth)},
           {"resumed", report.resumed},
           {"values_per_second", rate(report)},
           {"period", period_json(run.period)},
           {"output", session.output_json()}};
  if (range) out["values"] = slice(run.values, *range);
  session.say_json(out);
}

void say_text(const Session& session, const GrundyJob& job, const GrundyReport& report,
              const std::optional<Range>& range) {
  const HeapRun& run = report.run;
  if (range) return session.say(fmt::format("{}", fmt::join(slice(run.values, *range), " ")));
  session.say(fmt::format("{}: {} values, the largest is {} at heap {} ({} engine, {:.3g} values/s)",
                          job.game.name, run.count, run.statistics.max_value, run.statistics.max_value_at,
                          run.engine, rate(report)));
  if (run.period) {
    const Period& p = *run.period;
    const std::string saltus = p.saltus == 0 ? "" : fmt::format(", saltus {}", p.saltus);
    const std::string exception =
        p.start == 0 ? "no exception" : fmt::format("last exception {}", p.start - 1);
    const std::string proof =
        p.proof == Proof::none ? "observed, not proved" : fmt::format("proved ({})", name_of(p.proof));
    session.say(fmt::format("period {} from heap {}{}, {}, {}", p.length, p.start, saltus, exception, proof));
  } else if (job.find_period) {
    session.say("no period found");
  }
  if (!job.certificate.empty()) session.say(fmt::format("certificate: {}", job.certificate));
  session.say_output();
}

int run_grundy_verb(Session& session) {
  const Options& options = session.options;
  GrundyJob job;
  job.game = parse_heap_game(options.arguments()[0]);
  job.count = options.number("count", 1, most_count);
  job.engine = options.text("engine");
  job.find_period = options.on("find-period");
  if (options.has("certificate")) job.certificate = options.text("certificate");
  std::optional<Range> range;
  if (options.has("print")) range = parse_range(options.text("print"), job.count);
  job.keep_values = range.has_value();
  const GrundyReport report = run_grundy(job, session.context);
  if (session.json)
    say_json(session, job, report, range);
  else
    say_text(session, job, report, range);
  return 0;
}

}  // namespace

const Verb grundy_verb{"grundy",
                       "GAME",
                       "nim-values of a heap game, their period and its proof",
                       1,
                       1,
                       true,
                       with_checkpoints({
                           {"count", "N", "", "values G(0) .. G(N-1)", 0},
                           {"find-period", "", "", "find the period and prove it", 0},
                           {"certificate", "FILE", "", "write a certificate of the proved period to FILE", 0},
                           {"print", "A:B", "", "print G(A) .. G(B-1)", 0},
                           {"engine", "NAME", "auto", "auto, reference, dense or sparse", 0},
                       }),
                       run_grundy_verb};

}  // namespace retrograph::cli
