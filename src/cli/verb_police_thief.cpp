// retrograph police-thief BOARD: who wins a board, in how many plies, and how.
#include <array>

#include "retrograph/batch/jobs.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

#include "cli/board_line.hpp"
#include "cli/checkpoint_options.hpp"
#include "cli/json.hpp"
#include "cli/pursuit_options.hpp"
#include "cli/rank_text.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

constexpr std::array<std::string_view, 3> store_words{"summary", "values", "full"};

std::optional<StoreLevel> store_level(const Options& options) {
  if (!options.has("store")) return std::nullopt;
  const std::string word = options.choice("store", store_words);
  return word == store_words[0]   ? StoreLevel::summary
         : word == store_words[1] ? StoreLevel::values
                                  : StoreLevel::full;
}

bool ends(const BoardVerdict& verdict) {
  return verdict.plies != RemotenessArray::none;
}

std::string sentence(const BoardVerdict& verdict) {
  switch (verdict.for_police) {
    case Value::win:
      return "Police catches the thief";
    case Value::lose:
      return "The thief escapes";
    default:
      return "Draw";
  }
}

std::string_view outcome_word(const BoardVerdict& verdict) {
  switch (verdict.for_police) {
    case Value::win:
      return "police";
    case Value::lose:
      return "thief";
    default:
      return "draw";
  }
}

void say_text(const Session& session, const PoliceThiefReport& report) {
  session.say(sentence(report.verdict));
  if (ends(report.verdict)) session.say(fmt::format("in {} plies", report.verdict.plies));
  if (report.line) say_line(session, report.result->space(), *report.line);
  session.say_output();
}

void say_json(const Session& session, const PoliceThiefReport& report) {
  const BoardResult& result = *report.result;
  const Board& board = result.space().board();
  const OutcomeCounts& counts = result.counts();
  const auto states = static_cast<double>(result.space().vertex_count());
  Json out{
      {"schema", "retrograph/police-thief/1"},
      {"rows", board.rows},
      {"cols", board.cols},
      {"outcome", outcome_word(report.verdict)},
      {"plies", ends(report.verdict) ? Json(report.verdict.plies) : Json(nullptr)},
      {"states", {{"win", counts.win}, {"lose", counts.lose}, {"draw", counts.draw}, {"tie", counts.tie}}},
      {"max_remoteness", result.max_remoteness() ? Json(*result.max_remoteness()) : Json(nullptr)},
      {"engine", result.engine()},
      {"threads", par::threads()},
      {"seconds",
       {{"read", report.read_seconds}, {"solve", report.solve_seconds}, {"write", report.write_seconds}}},
      {"states_per_second", report.solve_seconds > 0 ? states / report.solve_seconds : 0.0},
      {"peak_rss_bytes", peak_rss_bytes()},
      {"output", session.output_json()}};
  if (report.ranks) out["ranks"] = rank_json(*report.ranks);
  if (report.line) out["line"] = line_json(report.result->space(), *report.line);
  session.say_json(out);
}

int run_police_thief_verb(Session& session) {
  const Options& options = session.options;
  PoliceThiefJob job;
  job.board = options.arguments()[0];
  job.rules = pursuit_rules(options);
  job.engine = options.text("engine");
  job.store = store_level(options);
  job.line = options.on("line");
  const PoliceThiefReport report = jobs().police_thief(job, session.context);
  if (session.json)
    say_json(session, report);
  else
    say_text(session, report);
  return 0;
}

std::vector<OptionSpec> police_thief_option_specs() {
  std::vector<OptionSpec> specs{
      {"engine", "NAME", "auto", "auto, reference, explicit, on-the-fly or bit-rows", 0},
      {"line", "", "", "play the board's position out, board by board", 0},
      {"store", "LEVEL", "",
       "what to keep of the states: summary, values or full (default: full while it fits)", 0},
  };
  for (OptionSpec& rule : pursuit_option_specs()) specs.push_back(std::move(rule));
  return specs;
}

}  // namespace

const Verb police_thief_verb{"police-thief",
                             "BOARD",
                             "who wins a board of police and thief, and in how many plies",
                             1,
                             1,
                             true,
                             with_checkpoints(police_thief_option_specs()),
                             run_police_thief_verb};

}  // namespace retrograph::cli
