// retrograph verify FILE: whether what a file claims is true.
#include "retrograph/batch/verify_job.hpp"
#include "retrograph/support/error.hpp"

#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

void read_segments(const std::string& text, VerifyJob& job) {
  constexpr std::uint64_t most = 1'000'000'000;
  const auto slash = text.find('/');
  if (slash == std::string::npos) fail(Category::usage, "--segments: '{}' is not i/N", text);
  job.shards = parse_number(std::string_view(text).substr(slash + 1), "--segments", 1, most);
  job.shard = parse_number(std::string_view(text).substr(0, slash), "--segments", 0, job.shards - 1);
}

int run_verify_verb(Session& session) {
  const Options& options = session.options;
  VerifyJob job;
  job.file = options.arguments()[0];
  if (options.has("game")) job.game = options.text("game");
  if (options.has("sample")) job.sample = options.number("sample", 1, std::uint64_t{1} << 62);
  if (options.has("segments")) read_segments(options.text("segments"), job);
  if (options.has("player")) job.player = static_cast<unsigned>(options.number("player", 0, 1));
  if (options.has("target-priority") && options.text("target-priority") != "max")
    job.target_priority = options.number("target-priority", 0, ~std::uint64_t{0});
  const VerifyJobReport report = run_verify(job, session.context);
  const std::string_view coverage = report.sampled ? "sampled" : "full";
  if (session.json)
    session.say_json({{"schema", "retrograph/verify/1"},
                      {"ok", report.ok()},
                      {"kind", report.kind},
                      {"coverage", coverage},
                      {"checked", report.checked},
                      {"failed", report.failed},
                      {"failures", Json(report.failures)}});
  session.say(fmt::format("{}: {} ({} {} entries checked, {} wrong)", job.file,
                          !report.ok()     ? "REFUSED"
                          : report.sampled ? "sampled, no fault found"
                                           : "ok",
                          coverage, report.checked, report.failed));
  for (const std::string& failure : report.failures) session.say("  " + failure);
  return report.ok() ? 0 : static_cast<int>(Category::refused);
}

}  // namespace

const Verb verify_verb{
    "verify",
    "FILE",
    "whether what a graph, result, table, certificate or solution claims is true",
    1,
    1,
    false,
    {
        {"game", "FILE", "", "the input of a result, if not where its name says; the game of a solution", 0},
        {"sample", "K", "", "check K entries instead of all", 0},
        {"segments", "i/N", "", "of a certificate: the segments i, i + N, i + 2N, ...", 0},
        {"player", "0|1", "", "of a solution: whose attractor (default: of who wins a target)", 0},
        {"target-priority", "max|N", "", "of a solution: the priority of the targets (default max)", 0},
    },
    run_verify_verb};

}  // namespace retrograph::cli
